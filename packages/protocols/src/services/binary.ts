import { type Reader, reading, type Reading, textOf } from './reading.ts';
import type { ServiceMark } from './services.data.ts';

const be32 = (said: Uint8Array, at: number): number =>
  (((said[at] ?? 0) << 24) | ((said[at + 1] ?? 0) << 16) | ((said[at + 2] ?? 0) << 8) | (said[at + 3] ?? 0)) >>> 0;
const le32 = (said: Uint8Array, at: number): number =>
  (((said[at + 3] ?? 0) << 24) | ((said[at + 2] ?? 0) << 16) | ((said[at + 1] ?? 0) << 8) | (said[at] ?? 0)) >>> 0;

const smbMark = (said: Uint8Array): ServiceMark | null => {
  if (textOf(said.subarray(5, 8)) !== 'SMB') return null;
  return said[4] === 0xff ? 'smb1' : said[4] === 0xfe ? 'smb2' : null;
};

/** SMB: the answer to NEGOTIATE is one of SMB 1 or 2 (MS-SMB2 3.3.5.3.1); on port 139 that of the session service (RFC 1002 4.3.2). */
export const readSmb: Reader = (said) => {
  const mark = said.length >= 8 ? smbMark(said) : null;
  if (mark !== null) return reading('smb', 'unknown', { marks: [mark] });
  const session = be32(said, 0);
  return (said.length === 4 && session === 0x82000000) || (said.length === 5 && session === 0x83000001)
    ? reading('smb', 'unknown')
    : null;
};

/** RDP: X.224 Connection Confirm; failures 5 and 6 require a login first (MS-RDPBCGR 2.2.1.2.2). */
export const readRdp: Reader = (said) => {
  if (said.length < 7 || said[0] !== 3 || said[5] !== 0xd0) return null;
  if (said.length < ((said[2] ?? 0) << 8) + (said[3] ?? 0)) return null;
  const isFailure = said[11] === 3;
  return reading('rdp', 'unknown', { marks: [isFailure && [5, 6].includes(le32(said, 15)) ? 'nla' : 'no-nla'] });
};

/** MS-TDS: a tabular result with the token of VERSION (2.2.6.5). */
export const readMssql: Reader = (said) => {
  if (said.length < 14 || said[0] !== 4 || said[1] !== 1 || said[8] !== 0) return null;
  const at = 8 + (((said[9] ?? 0) << 8) | (said[10] ?? 0));
  const version =
    at + 4 <= said.length ? `${said[at]}.${said[at + 1]}.${((said[at + 2] ?? 0) << 8) | (said[at + 3] ?? 0)}` : null;
  return reading('mssql', 'unknown', { product: 'SQL Server', version });
};

/** PostgreSQL: one letter for SSLRequest, or an error message (section 53.2 of its manual). */
export const readPostgres: Reader = (said) => {
  const first = textOf(said.subarray(0, 1));
  if (said.length === 1 && (first === 'S' || first === 'N'))
    return reading('postgresql', 'unknown', { marks: [first === 'S' ? 'tls-offered' : 'no-tls'] });
  return first === 'E' && /(?:FATAL|no pg_hba\.conf entry)/.test(textOf(said))
    ? reading('postgresql', 'guarded')
    : null;
};

/** MongoDB: an OP_MSG or OP_REPLY; `ok: 1` to a command on data is access, code 13 refuses it. */
export const readMongo: Reader = (said) => {
  const opCode = le32(said, 12);
  if (said.length < 36 || !(opCode === 2013 || opCode === 1) || le32(said, 0) > 1 << 20) return null;
  const text = textOf(said);
  if (text.includes('\x10code\0\x0d\0\0\0') || /requires authentication|not authorized/.test(text))
    return reading('mongodb', 'guarded');
  // A count of a collection that does not exist: n is 0 as an integer or a double.
  const hasNumber = (name: string): boolean => text.includes(`\x01${name}\0`) || text.includes(`\x10${name}\0`);
  const isOk = text.includes('\x01ok\0\0\0\0\0\0\0\xf0?') || text.includes('\x10ok\0\x01\0\0\0');
  if (hasNumber('n') && isOk) return reading('mongodb', 'open');
  return /(?:isWritablePrimary|ismaster|maxWireVersion)\0/.test(text) ? reading('mongodb', 'unknown') : null;
};

/** LDAP: a SearchResultEntry of the root with naming contexts, or a result that refuses it (RFC 4511 section 4.5.2). */
export const readLdap: Reader = (said) => {
  if (said[0] !== 0x30) return null;
  const text = textOf(said);
  // Message id, then application tag 4 (entry) or 5 (done); our question has the name of the attribute as well.
  const [isEntry, isDone] = ['\x02\x01\x01\x64', '\x02\x01\x01\x65'].map((start) => text.slice(2, 10).includes(start));
  if (isEntry === true && /namingContexts/i.test(text)) return reading('ldap', 'open', { marks: ['naming-contexts'] });
  return isEntry === true || isDone === true ? reading('ldap', 'guarded') : null;
};

/** ONC RPC (RFC 5531 section 9): an accepted or denied reply to our call, over TCP with a record mark. */
const readRpc =
  (service: 'rpcbind' | 'nfs'): Reader =>
  (said) => {
    if (said.length < 16 || be32(said, 8) !== 1 || be32(said, 4) !== rpcXid) return null;
    return reading(service, be32(said, 12) === 0 ? 'open' : 'guarded');
  };
/** The number of our call, which the reply repeats. */
export const rpcXid = 0x50657269;
export const readRpcbind: Reader = readRpc('rpcbind');
export const readNfs: Reader = readRpc('nfs');

/** The X Window System: 1 accepts the connection, 0 and 2 refuse it (X11 protocol, appendix B). */
export const readX11: Reader = (said) => {
  if (said.length < 8 || !(said[2] === 11 && said[3] === 0)) return null;
  return said[0] === 1 ? reading('x11', 'open') : said[0] === 0 || said[0] === 2 ? reading('x11', 'guarded') : null;
};

/** Android Debug Bridge: CNXN is a session, AUTH asks for a key. */
export const readAdb: Reader = (said) => {
  const command = textOf(said.subarray(0, 4));
  if (said.length < 24) return null;
  return command === 'CNXN'
    ? reading('adb', 'open')
    : command === 'AUTH' || command === 'STLS'
      ? reading('adb', 'guarded')
      : null;
};

/** Cassandra: SUPPORTED to OPTIONS, before any login (CQL binary protocol section 4.2.4). */
export const readCassandra: Reader = (said) =>
  said.length >= 9 && ((said[0] ?? 0) & 0x80) !== 0 && said[4] === 6 && /CQL_VERSION/.test(textOf(said))
    ? reading('database', 'unknown', { product: 'Cassandra' })
    : null;

/** Kafka: an answer to Metadata with our correlation id, a throttle time and at least one broker. */
export const kafkaId = 0x5065;
const mostBrokers = 10_000;
export const readKafka: Reader = (said) =>
  said.length >= 16 &&
  be32(said, 4) === kafkaId &&
  be32(said, 0) < 1 << 24 &&
  be32(said, 12) > 0 &&
  be32(said, 12) < mostBrokers
    ? reading('kafka', 'open')
    : null;

/** Kafka that closed at Metadata and answers ApiVersions: it requires a login, where it knows that version of Metadata at all. */
export const readKafkaVersions: Reader = (said) => {
  if (said.length < 14 || be32(said, 4) !== kafkaId || be32(said, 8) >>> 16 !== 0) return null;
  const [metadata, version, rowsAt, rowBytes] = [3, 4, 14, 6];
  for (let at = rowsAt; at + rowBytes <= said.length; at += rowBytes) {
    const [key, [least, most]] = [be32(said, at) >>> 16, [be32(said, at) & 0xffff, be32(said, at + 2) & 0xffff]];
    if (key === metadata) return reading('kafka', least <= version && version <= most ? 'guarded' : 'unknown');
  }
  return null;
};

/** Security types of VNC that encrypt the session (IANA's RFB registry): RA2, TLS, VeNCrypt and RA2_256. */
const encryptedTypes: readonly number[] = [5, 18, 19, 129];

/** Security types of VNC behind its greeting (RFC 6143 section 7.1.2): 1 is none. In version 3.3 the server chooses one. */
export const readVnc: Reader = (said) => {
  const text = textOf(said);
  const version = /^RFB (\d{3}\.\d{3})\n/.exec(text)?.[1];
  if (version === undefined) return null;
  const more = said.subarray(12);
  const old = version < '003.007';
  if (more.length < (old ? 4 : Math.max(2, 1 + (more[0] ?? 0)))) return null;
  const types = old ? [be32(more, 0)] : [...more.subarray(1, 1 + (more[0] ?? 0))];
  const isOpen = types.includes(1);
  return reading('vnc', isOpen ? 'open' : types.length === 0 || types[0] === 0 ? 'unknown' : 'guarded', {
    version,
    marks: isOpen
      ? ['vnc-none']
      : types.length > 0 && types.every((type) => encryptedTypes.includes(type))
        ? ['vnc-encrypted']
        : [],
  });
};

/** A DCE/RPC bind acknowledgement is not requested: an open port 135 proves nothing by itself. */
export const readNothing: Reader = (): Reading | null => null;
