import { found, type Reader, reading, textOctets, textOf } from './reading.ts';

/** Redis: PONG, or the reason for refusing strangers (https://redis.io/docs/latest/develop/reference/protocol-spec/). */
export const readRedis: Reader = (said) => {
  const text = textOf(said);
  // These errors come after the login check: a server that still loads, or whose disk is full, is open as well.
  if (/^(?:\+PONG\r\n|-(?:MISCONF|LOADING|BUSY) Redis )/.test(text)) return reading('redis', 'open');
  if (text.startsWith('-DENIED')) return reading('redis', 'guarded', { marks: ['host-refused'] });
  return /^-(?:NOAUTH|NOPERM|ERR operation not permitted)/.test(text) ? reading('redis', 'guarded') : null;
};

/** memcached's text protocol. */
export const readMemcached: Reader = (said) => {
  const text = textOf(said);
  const version = found(text, /^VERSION (\d[\w.+-]{0,40})\r?\n/);
  if (version !== null) return reading('memcached', 'open', { version });
  return /^CLIENT_ERROR (?:unauth|authentication)/.test(text) ? reading('memcached', 'guarded') : null;
};

/** ZooKeeper's four-letter words; version from `srvr`. */
export const readZookeeper: Reader = (said) => {
  const text = textOf(said);
  const version = found(text, /^Zookeeper version: ([\w.]+)/);
  if (version !== null) return reading('zookeeper', 'open', { version });
  return /is not executed because it is not in the whitelist/.test(text) ? reading('zookeeper', 'guarded') : null;
};

/** The reply to the one command after FTP's greeting, once it is complete: a hyphen after the code opens a reply of several lines (RFC 959 section 4.2). */
function ftpReply(said: Uint8Array): { code: string; text: string } | null {
  const replies: string[][] = [];
  let open: string[] = [];
  for (const line of textOf(said).split('\n').slice(0, -1)) {
    open.push(line);
    const isLast = open.length === 1 ? line[3] !== '-' : line.startsWith(`${open[0]?.slice(0, 3) ?? ''} `);
    if (!isLast) continue;
    replies.push(open);
    open = [];
  }
  const [greeting, reply] = replies;
  if (greeting?.[0]?.startsWith('220') !== true || reply === undefined) return null;
  return { code: reply[0]?.slice(0, 3) ?? '', text: reply.join('\n') };
}

/** FTP's features (RFC 2389): a server that lists them names AUTH TLS if it has it (RFC 4217 section 6). */
export const readFtp: Reader = (said) => {
  const reply = ftpReply(said);
  if (reply === null) return null;
  // A server without extensions answers 211 and no list. An error says nothing of TLS: the command is younger than AUTH.
  if (reply.code !== '211') return reading('ftp', 'unknown');
  const offers = /^(?:211-)? ?AUTH (?:TLS|SSL)|^(?:211-)? ?AUTH\b.*\bTLS/im.test(reply.text);
  return reading('ftp', 'unknown', { marks: [offers ? 'tls-offered' : 'no-tls'] });
};

/** FEAT was refused for good, so that AUTH itself decides. */
export const refusesFeat = (said: Uint8Array): boolean => ftpReply(said)?.code.startsWith('5') === true;

/** Unknown, not implemented, not TLS, only after a login that nothing protects, or not allowed (RFC 959 section 4.2.2, RFC 2228 section 5.1). */
const withoutAuth: ReadonlySet<string> = new Set(['500', '502', '504', '530', '534']);

/** FTP's answer to AUTH TLS: 234 is that of a server which honours it (RFC 4217 section 4). */
export const readFtpAuth: Reader = (said) => {
  const reply = ftpReply(said);
  if (reply === null) return null;
  if (reply.code === '234') return reading('ftp', 'unknown', { marks: ['tls-offered'] });
  return reading('ftp', 'unknown', { marks: withoutAuth.has(reply.code) ? ['no-tls'] : [] });
};

/** POP3's capabilities (RFC 2449); STLS among them or none (RFC 2595). */
export const readPop3: Reader = (said) => {
  const text = textOf(said);
  if (!text.startsWith('+OK')) return null;
  const list = /\r?\n\+OK[^\n]*\r?\n([^]*?)^\.\r?\n/m.exec(text)?.[1];
  if (list === undefined)
    return /\n-ERR/.test(text) ? reading('pop3', 'unknown', { marks: ['no-tls', 'plain-login'] }) : null;
  const plain = /^USER\b|^SASL\b.*\b(?:PLAIN|LOGIN)\b/im.test(list);
  return reading('pop3', 'unknown', {
    marks: [/^STLS\b/im.test(list) ? 'tls-offered' : 'no-tls', ...(plain ? (['plain-login'] as const) : [])],
  });
};

/** IMAP's capabilities (RFC 9051 section 7.2.2); STARTTLS, and LOGINDISABLED where passwords are refused before it. */
export const readImap: Reader = (said) => {
  const text = textOf(said);
  if (!text.startsWith('* ')) return null;
  const list = /^\* CAPABILITY ([^\r\n]*)/im.exec(text)?.[1];
  if (list === undefined || !/^a1 /m.test(text)) return null;
  const plain = !/\bLOGINDISABLED\b/i.test(list);
  return reading('imap', 'unknown', {
    marks: [/\bSTARTTLS\b/i.test(list) ? 'tls-offered' : 'no-tls', ...(plain ? (['plain-login'] as const) : [])],
  });
};

/** rsync: the modules that a daemon lists to everybody, before any login; their names are not kept. */
export const readRsync: Reader = (said) => {
  const text = textOf(said);
  const version = found(text, /^@RSYNCD: (\d+(?:\.\d+)?)[ \n]/);
  if (version === null) return null;
  const product = 'rsync protocol';
  if (/^@ERROR/m.test(text)) return reading('rsync', 'guarded', { product, version });
  const [list] = text.split(/^@RSYNCD: EXIT/m);
  // Long lists are cut before their end, and text without one may be a message of the day.
  const isCut = list === text;
  if (list === undefined || (isCut && said.length < textOctets)) return null;
  const names = moduleNames(list, isCut);
  const quote = `${names.length} modules`;
  if (names.length === 0) return isCut ? null : reading('rsync', 'guarded', { product, version, quote });
  const isMirror = names.every((name) => mirrorNames.test(name));
  return reading('rsync', 'open', { product, version, quote, marks: isMirror ? ['public-names'] : [] });
};

/** Usual names of modules on public mirrors. */
const mirrorNames =
  /^(?:public|pub|ftp|mirrors?|archives?|distributions?|distros?|linux|gnu|debian|ubuntu|raspbian|fedora|epel|centos|rocky|rockylinux|alma|almalinux|opensuse|arch|archlinux|alpine|gentoo|kali|mint|openbsd|freebsd|netbsd|cpan|cran|ctan|apache|kernel|isos?|releases?)(?:[-_.](?:security|updates|archive|ports|cd|cdimage|releases?|mirror|pub|public|portage|distfiles|linux))*$/i;

/**
 * The names in a list of modules: each padded to 15 characters, a tab and a comment. A message of the day stands before them, and an empty
 * line behind it; its lines may have tabs as well.
 */
function moduleNames(list: string, isCut: boolean): string[] {
  const lines = list.slice(list.lastIndexOf('\n\n') + 1).split('\n');
  const isPadded = (line: string): boolean => /^[^\s@][^\t]{14,199}\t/.test(line);
  if (isCut && !lines.slice(1, -1).every(isPadded)) return [];
  return lines.flatMap((line) => {
    const isName = isPadded(line) || (!isCut && /^[^\s@]{1,14}\t/.test(line));
    return isName ? [line.slice(0, line.indexOf('\t')).trimEnd()] : [];
  });
}

/**
 * AMQP 0-9-1 Start: the mechanisms that are offered; ANONYMOUS lets everybody in. RabbitMQ 4 offers it to all, and lets its
 * user in from its own host alone (https://www.rabbitmq.com/docs/access-control).
 */
export const readAmqp: Reader = (said) => {
  const text = textOf(said);
  if (text.startsWith('AMQP')) return reading('amqp', 'unknown');
  // Method frame, connection 10, start 10.
  if (!(said[0] === 1 && said[7] === 0 && said[8] === 10 && said[10] === 10)) return null;
  const anonymous = /RabbitMQ/.test(text) ? 'unknown' : 'open';
  return reading('amqp', /\bANONYMOUS\b/.test(text) ? anonymous : 'guarded', {
    version: found(text, /version\x53[^]{4}([\d.]+)/),
  });
};

/** ActiveMQ's OpenWire greeting. */
export const readActivemq: Reader = (said) =>
  /^[^]{5}ActiveMQ/.test(textOf(said)) ? reading('activemq', 'unknown') : null;

const versionNumber = /VSNNUM=(\d+)/;
/** Oracle's listener: a refusal or an answer of TNS, with its version in VSNNUM. */
export const readOracle: Reader = (said) => {
  const text = textOf(said);
  if (said.length < 8 || !(said[4] === 2 || said[4] === 4 || said[4] === 5 || said[4] === 11)) return null;
  const number = Number(versionNumber.exec(text)?.[1] ?? 0);
  return text.includes('(') || said[4] === 11
    ? reading('oracle', 'unknown', { version: number > 0 ? String(number >>> 24) : null })
    : null;
};
