import { found, reading, type Reading, textOf } from './reading.ts';

/** Telnet begins with commands: IAC and one of WILL, WONT, DO and DONT (RFC 854). */
const startsTelnet = (said: Uint8Array): boolean =>
  said[0] === 0xff && said.length > 2 && (said[1] ?? 0) >= 0xfb && (said[1] ?? 0) <= 0xfe;

/** Product and version of "vsFTPd 3.0.5" and its kind. */
const productIn = (text: string, products: RegExp): Pick<Reading, 'product' | 'version'> => {
  const [, product, version] = products.exec(text) ?? [];
  return { product: product ?? null, version: version ?? null };
};

const ftpProducts =
  /(vsFTPd|ProFTPD|Pure-FTPd|FileZilla Server|Microsoft FTP Service|wu-ftpd)[ -]*(?:version )?(\d[\w.-]*)?/i;
const smtpProducts = /(Postfix|Exim|Sendmail|Microsoft ESMTP MAIL Service)[ -]*(?:version )?(\d[\w.-]*)?/i;

/** A packet of MySQL's protocol: three octets of length, a number, then 10 and the version, or an error. */
function readMysql(said: Uint8Array): Reading | null {
  const length = (said[0] ?? 0) | ((said[1] ?? 0) << 8) | ((said[2] ?? 0) << 16);
  if (said.length < 7 || length > 1024 || said[3] !== 0) return null;
  if (said[4] === 10) {
    const version = found(textOf(said.subarray(5)), /^(\d+\.\d+[ -~]{0,60}?)\0/);
    const product = version === null ? null : /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
    return version === null
      ? null
      : reading('mysql', 'unknown', { product, version: version.replace(/^5\.5\.5-/, '') });
  }
  // Error 1130: hosts like ours may not connect; 1129: after too many broken greetings.
  const code = (said[5] ?? 0) | ((said[6] ?? 0) << 8);
  return said[4] === 0xff && (code === 1130 || code === 1129)
    ? reading('mysql', 'guarded', { marks: ['host-refused'] })
    : null;
}

/** What a service is that speaks first, by its greeting; null: nothing that is known. */
export function readGreeting(said: Uint8Array): Reading | null {
  if (startsTelnet(said)) return reading('telnet', 'unknown', { marks: ['telnet-options'] });
  const mysql = readMysql(said);
  if (mysql !== null) return mysql;
  const text = textOf(said);
  if (/^SSH-\d/m.test(text.slice(0, 1024)) && text.includes('\n')) return reading('ssh', 'unknown');
  if (/^RFB \d{3}\.\d{3}\n/.test(text))
    return reading('vnc', 'unknown', { version: found(text, /^RFB (\d{3}\.\d{3})/) });
  if (/^@RSYNCD: \d/.test(text)) return reading('rsync', 'unknown', { version: found(text, /^@RSYNCD: (\d+\.\d+)/) });
  if (/^220[ -].*ftp/i.test(text)) return reading('ftp', 'unknown', productIn(text, ftpProducts));
  if (/^220[ -].*(?:smtp|mail)/i.test(text)) return reading('smtp', 'unknown', productIn(text, smtpProducts));
  if (/^\+OK\b[^\n]*\n/.test(text)) return reading('pop3', 'unknown');
  if (/^\* (?:OK|PREAUTH)\b[^\n]*\n/i.test(text)) return reading('imap', 'unknown');
  return null;
}
