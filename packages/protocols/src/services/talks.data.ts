import { concat, u32, latin1Bytes } from '../bytes.ts';
import {
  kafkaId,
  readAdb,
  readCassandra,
  readKafka,
  readKafkaVersions,
  readLdap,
  readMongo,
  readMssql,
  readNfs,
  readNothing,
  readPostgres,
  readRdp,
  readRpcbind,
  readSmb,
  readVnc,
  readX11,
  rpcXid,
} from './binary.ts';
import { readGreeting, readTelnet } from './greetings.ts';
import { httpTalks } from './http-talks.data.ts';
import {
  readActivemq,
  readAmqp,
  readFtp,
  readFtpAuth,
  readImap,
  readMemcached,
  readOracle,
  readPop3,
  readRedis,
  readRsync,
  readZookeeper,
  refusesFeat,
} from './lines.ts';
import { type Reading, textOf } from './reading.ts';
import type { Talk, TalkMessage } from './talk.ts';

const hex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** A call without credentials (RFC 5531 section 9), as one record. */
const rpcCall = (program: number, version: number, procedure: number, ...values: readonly number[]): Uint8Array => {
  const call = [rpcXid, 0, 2, program, version, procedure, 0, 0, 0, 0, ...values].map(u32);
  return concat([u32((0x80000000 | (call.length * 4)) >>> 0), ...call]);
};

const little32 = (value: number): Uint8Array => u32(value).toReversed();
const bsonText = (name: string, value: string): Uint8Array =>
  concat([latin1Bytes(`\x02${name}\0`), little32(value.length + 1), latin1Bytes(`${value}\0`)]);

/** One document in OP_MSG (https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/). */
function mongoMessage(...elements: readonly Uint8Array[]): Uint8Array {
  const inner = concat(elements);
  const body = concat([new Uint8Array(5), little32(inner.length + 5), inner, new Uint8Array(1)]);
  return concat([...[body.length + 16, 1, 0, 2013].map(little32), body]);
}

/**
 * GETPORT of a program whose number is reserved (RFC 5531 section 8.3), which nobody has: port mappers answer NULL to everybody, and refuse
 * this to those whom their list of hosts denies.
 */
const rpcGetPort = rpcCall(100_000, 2, 3, 0x70657269, 1, 6, 0);

/** Answered before any login. */
const mongoHello = mongoMessage(concat([latin1Bytes('\x10hello\0'), little32(1)]), bsonText('$db', 'admin'));

/** count of a collection that does not exist, in a database that does not exist: only access control refuses it. */
export const mongoCount = mongoMessage(bsonText('count', 'perimeter'), bsonText('$db', 'perimeter'));

/** NEGOTIATE with the last dialect of SMB 1 and those that lead to SMB 2 (MS-SMB2 3.3.5.3). */
const smbDialects = latin1Bytes('\x02NT LM 0.12\0\x02SMB 2.002\0\x02SMB 2.???\0');
const smbNegotiate = concat([
  u32(35 + smbDialects.length),
  hex('ff534d42 72 00000000 18 0128 0000 0000000000000000 0000 0000 0000 0000 0000 00'),
  Uint8Array.of(smbDialects.length & 0xff, smbDialects.length >> 8),
  smbDialects,
]);

/** The root of a directory: one attribute that names its contexts (RFC 4512 section 5.1). */
const rootDse = hex(
  '3035020101633004000a01000a0100020100020100010100870b6f626a656374436c6173733010040e6e616d696e67436f6e7465787473',
);

/** CONNECT of TNS with a command that asks for the version of the listener alone. */
const tnsData = latin1Bytes('(CONNECT_DATA=(COMMAND=version))');
const tnsConnect = concat([
  Uint8Array.of(0, 58 + tnsData.length, 0, 0, 1, 0, 0, 0),
  hex('0136 012c 0000 0800 7fff 7f08 0000 0001'),
  Uint8Array.of(0, tnsData.length, 0, 58),
  new Uint8Array(58 - 28),
  tnsData,
]);

/**
 * Metadata, version 4, of no topic, which creates none: brokers close the connection where a login must come first, and answer
 * ApiVersions to everybody (https://kafka.apache.org/protocol#sasl_handshake).
 */
const kafkaMetadata = concat([hex('0000000f 0003 0004'), u32(kafkaId), hex('0000 00000000 00')]);
/** ApiVersions, version 0. */
const kafkaVersions = concat([hex('0000000a 0012 0000'), u32(kafkaId), hex('0000')]);

/** CNXN with the banner of a host (protocol of the Android Debug Bridge). */
const adbConnect = hex('434e584e 00000001 00100000 07000000 32020000 bcb1a7b1 686f73743a3a00');

const identification = latin1Bytes('SSH-2.0-PerimeterAudit\r\n');
const onceGreeted = (service: Talk['service'], ports: readonly number[], line: string, read: Talk['read']): Talk => ({
  service,
  ports,
  speak: 'after-greeting',
  message: { octets: latin1Bytes(line) },
  read,
});
const atOnce = (service: Talk['service'], ports: readonly number[], octets: Uint8Array, read: Talk['read']): Talk => ({
  service,
  ports,
  speak: 'first',
  message: { octets },
  read,
});
const silent = (service: Talk['service'], ports: readonly number[]): Talk => ({
  service,
  ports,
  speak: 'never',
  read: readNothing,
});

/** The version of VNC that the server greets with, where it is one of the three of RFC 6143 section 7.1.1. */
const sameVersion = (greeting: Uint8Array): Uint8Array | null => {
  const line = /^RFB \d{3}\.\d{3}\n/.exec(textOf(greeting))?.[0];
  if (line === undefined) return null;
  return latin1Bytes(['RFB 003.003\n', 'RFB 003.007\n'].find((one) => one === line) ?? 'RFB 003.008\n');
};

/** Every service that an audit knows, and the one message that it gets; industrial ports get none, and MQTT none but a login. */
export const talks: readonly Talk[] = [
  onceGreeted('ftp', [21], 'FEAT\r\n', readFtp),
  // Begins TLS and nothing else: the connection ends after the reply.
  { ...onceGreeted('ftp', [21], 'AUTH TLS\r\n', readFtpAuth), follows: refusesFeat },
  { ...onceGreeted('ssh', [22, 2222], '', readGreeting), message: { octets: identification } },
  { service: 'telnet', ports: [23, 2323], speak: 'never', read: readTelnet },
  onceGreeted('pop3', [110], 'CAPA\r\n', readPop3),
  onceGreeted('imap', [143], 'a1 CAPABILITY\r\n', readImap),
  atOnce('rpcbind', [111], rpcGetPort, readRpcbind),
  atOnce('nfs', [2049], rpcCall(100_003, 3, 0), readNfs),
  silent('msrpc', [135]),
  { ...atOnce('smb', [139], hex('81000000'), readSmb) },
  atOnce('smb', [445], smbNegotiate, readSmb),
  atOnce('ldap', [389, 3268], rootDse, readLdap),
  { ...atOnce('ldap', [636, 3269], rootDse, readLdap), tls: 'yes' },
  silent('rservice', [512, 513, 514]),
  onceGreeted('rsync', [873], '@RSYNCD: 31.0\n#list\n', readRsync),
  atOnce('mssql', [1433], hex('1201001a00000100 00000b0006 0100110001 ff 000000000000 00'), readMssql),
  atOnce('oracle', [1521, 1830], tnsConnect, readOracle),
  atOnce('postgresql', [5432], hex('0000000804d2162f'), readPostgres),
  { service: 'mysql', ports: [3306, 3307], speak: 'never', read: readGreeting },
  silent('database', [50_000]),
  atOnce('database', [9042], hex('040000000500000000'), readCassandra),
  atOnce('redis', [6379], latin1Bytes('PING\r\n'), readRedis),
  { ...atOnce('redis', [6380, 16_379], latin1Bytes('PING\r\n'), readRedis), tls: 'maybe' },
  atOnce('memcached', [11211], latin1Bytes('version\r\n'), readMemcached),
  atOnce('mongodb', [27017, 27018, 27019], mongoHello, readMongo),
  atOnce('zookeeper', [2181], latin1Bytes('srvr'), readZookeeper),
  atOnce('kafka', [9092], kafkaMetadata, readKafka),
  atOnce('kafka', [9092], kafkaVersions, readKafkaVersions),
  atOnce('amqp', [5672], latin1Bytes('AMQP\0\0\x09\x01'), readAmqp),
  { service: 'activemq', ports: [61_616], speak: 'never', read: readActivemq },
  silent('mqtt', [1883]),
  atOnce('rdp', [3389], hex('03000013 0e e0 0000 0000 00 01 00 0800 01000000'), readRdp),
  {
    service: 'vnc',
    ports: [5900, 5901, 5902, 5903],
    speak: 'after-greeting',
    message: { answer: sameVersion, what: 'the version of RFB that the server greeted with' },
    read: readVnc,
  },
  atOnce('x11', [6000], hex('6c000b000000000000000000'), readX11),
  atOnce('adb', [5555], adbConnect, readAdb),
  silent('ics', [102, 502, 20_000, 44_818, 47_808]),
  ...httpTalks,
];

const byPort = Map.groupBy(
  talks.flatMap((talk) => talk.ports.map((port) => ({ port, talk }))),
  ({ port }) => port,
);

/** The exchanges for a port: the first, and the next where that recognises no service; empty: nothing is sent there. */
export const talksOf = (port: number): readonly Talk[] => (byPort.get(port) ?? []).map(({ talk }) => talk);

/** The exchange for a second and last connection, after what the first one has heard; undefined: none. */
export function nextTalk(port: number, first: Reading | null, said: Uint8Array): Talk | undefined {
  const following = talks.find(({ service, follows }) => service === first?.service && follows?.(said) === true);
  const isKnown = first !== null && first.service !== 'http';
  return isKnown ? following : talksOf(port).find(({ follows }, at) => at > 0 && follows === undefined);
}

/** The first exchange for a port; undefined: nothing is sent there. */
export const talkOf = (port: number): Talk | undefined => talksOf(port)[0];

/** Text that a message begins with, where it shows which one it is. */
function startOf(message: TalkMessage): string {
  if ('get' in message) return `GET ${message.get} `;
  if ('post' in message) return `POST ${message.post} `;
  return 'octets' in message ? (/^[ -~]+/.exec(textOf(message.octets))?.[0] ?? ' ') : ' ';
}

/** The exchange of a service at its port that sent these bytes; the first one where none begins so. */
export function talkThatSaid(sent: string, port: number, service: Talk['service']): Talk | undefined {
  const own = talksOf(port).filter((talk) => talk.service === service);
  return own.find(({ message }) => message !== undefined && sent.startsWith(startOf(message))) ?? own[0];
}

const byService = new Map(talks.toReversed().map((talk) => [talk.service, talk] as const));

/** The exchange for a service that was recognised by its greeting, at any port. */
export const talkFor = (service: Talk['service']): Talk | undefined => byService.get(service);
