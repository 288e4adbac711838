import { found, type Reader, reading, type Reading, textOf } from './reading.ts';
import type { ServiceMark } from './services.data.ts';

/**
 * Telnet begins with commands: IAC, one of WILL, WONT, DO and DONT (RFC 854), and an option, of which none is a letter: text in
 * UTF-16 begins alike.
 */
const startsTelnet = (said: Uint8Array): boolean =>
  /^\xff[\xfb-\xfe][\0-1\x8a-\x8c\xff]/.test(textOf(said.subarray(0, 3)));

/** Product and version of "vsFTPd 3.0.5" and its kind. */
const productIn = (text: string, products: RegExp): Pick<Reading, 'product' | 'version'> => {
  const [, product, version] = products.exec(text) ?? [];
  return { product: product ?? null, version: version ?? null };
};

const ftpProducts =
  /(vsFTPd|ProFTPD|Pure-FTPd|FileZilla Server|Microsoft FTP Service|wu-ftpd)[ -]*(?:version )?(\d[\w.-]*)?/i;
const smtpProducts = /(Postfix|Exim|Sendmail|Microsoft ESMTP MAIL Service)[ -]*(?:version )?(\d[\w.-]*)?/i;

/** CLIENT_SSL of a greeting's capabilities, behind version, thread, salt and filler (MySQL's Protocol::HandshakeV10); none: unknown. */
function mysqlTls(said: Uint8Array): ServiceMark[] {
  const high = said[said.indexOf(0, 5) + 15];
  return high === undefined ? [] : [(high & 8) === 0 ? 'no-tls' : 'tls-offered'];
}

/** A packet of MySQL's protocol: three octets of length, a number, then 10 and the version, or an error. */
function readMysql(said: Uint8Array): Reading | null {
  const length = (said[0] ?? 0) | ((said[1] ?? 0) << 8) | ((said[2] ?? 0) << 16);
  if (said.length < 7 || length > 1024 || said[3] !== 0) return null;
  if (said[4] === 10) {
    const version = found(textOf(said.subarray(5)), /^(\d+\.\d+[ -~]{0,60}?)\0/);
    const product = version === null ? null : /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
    return version === null
      ? null
      : reading('mysql', 'unknown', {
          product,
          version: version.replace(/^5\.5\.5-/, ''),
          marks: mysqlTls(said),
        });
  }
  const code = (said[5] ?? 0) | ((said[6] ?? 0) << 8);
  if (said[4] !== 0xff) return null;
  // Error 1130: hosts like ours may not connect; 1129: after too many broken greetings; 1040: too many connections.
  if (code === 1040) return reading('mysql', 'unknown');
  return code === 1130 || code === 1129 ? reading('mysql', 'guarded', { marks: ['host-refused'] }) : null;
}

/** FTP and SMTP have similar greetings: the words after the host's own name distinguish them or, without any, that name. */
function namedIn(text: string): 'ftp' | 'smtp' | null {
  const lines = /^(?:220[ -][^\n]*(?:\n|$))+/.exec(text)?.[0] ?? '';
  const words = lines.replaceAll(/^220[ -]\S+\.\S+/gm, '');
  const isNamed = (word: RegExp): boolean => word.test(words);
  if (isNamed(/\be?smtp\b/i)) return 'smtp';
  if (isNamed(/ftp/i) || /ftp/i.test(lines)) return 'ftp';
  return /smtp|mail/i.test(lines) ? 'smtp' : null;
}

/** At the ports of Telnet a login prompt is enough, because options need not be negotiated. */
export const readTelnet: Reader = (said) =>
  readGreeting(said) ??
  (/(?:^|\n)[\w. -]{0,60}(?:login|username|password): ?$/i.test(textOf(said)) ? reading('telnet', 'unknown') : null);

/** The service that sent a greeting; null: no known one. */
export function readGreeting(said: Uint8Array): Reading | null {
  if (startsTelnet(said)) return reading('telnet', 'unknown', { marks: ['telnet-options'] });
  const mysql = readMysql(said);
  if (mysql !== null) return mysql;
  const text = textOf(said);
  if (/^SSH-\d/m.test(text.slice(0, 1024)) && text.includes('\n')) return reading('ssh', 'unknown');
  if (/^RFB \d{3}\.\d{3}\n/.test(text))
    return reading('vnc', 'unknown', { version: found(text, /^RFB (\d{3}\.\d{3})/) });
  if (/^@RSYNCD: \d/.test(text))
    return reading('rsync', 'unknown', { version: found(text, /^@RSYNCD: (\d+(?:\.\d+)?)/) });
  const named = namedIn(text);
  if (named !== null) return reading(named, 'unknown', productIn(text, named === 'ftp' ? ftpProducts : smtpProducts));
  if (/^\+OK\b[^\n]*\n/.test(text)) return reading('pop3', 'unknown');
  if (/^\* (?:OK|PREAUTH)\b[^\n]*\n/i.test(text)) return reading('imap', 'unknown');
  return null;
}
