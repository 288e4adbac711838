import { octets, service, silent, type TcpFake } from './fake.ts';

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

type Field = number | string | boolean;

/** A document of doubles, strings and booleans (https://bsonspec.org/spec.html). */
function bson(fields: Readonly<Record<string, Field>>): Buffer {
  const body = Object.entries(fields).map(([name, value]) => {
    const key = octets(`${name}\0`);
    if (typeof value === 'boolean') return Buffer.concat([Buffer.from([8]), key, Buffer.from([value ? 1 : 0])]);
    if (typeof value === 'string') {
      return Buffer.concat([Buffer.from([2]), key, int32(value.length + 1), octets(`${value}\0`)]);
    }
    const double = Buffer.alloc(8);
    double.writeDoubleLE(value);
    return Buffer.concat([Buffer.from([1]), key, double]);
  });
  const inner = Buffer.concat([...body, Buffer.from([0])]);
  return Buffer.concat([int32(inner.length + 4), inner]);
}

const OP_MSG = 2013;
const OP_QUERY = 2004;
const OP_REPLY = 1;

const hello: Readonly<Record<string, Field>> = {
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxWireVersion: 17,
  minWireVersion: 0,
  readOnly: false,
  ok: 1,
};

/** The name of a command is that of the first element of its document. */
const commandAt = (message: Buffer, document: number): string => {
  const from = document + 5;
  return message.toString('latin1', from, message.indexOf(0, from));
};

function mongoReply(command: string, isOpen: boolean): Buffer {
  if (/^(?:hello|ismaster)$/i.test(command)) return bson(hello);
  if (!isOpen) {
    return bson({ ok: 0, errmsg: `command ${command} requires authentication`, code: 13, codeName: 'Unauthorized' });
  }
  return bson(command === 'count' ? { n: 0, ok: 1 } : { ok: 0, errmsg: `no such command: '${command}'`, code: 59 });
}

/** MongoDB's wire protocol: hello needs no login; other commands do with access control. */
export const mongodb = (isOpen: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 21 || message.length < message.readInt32LE(0)) return null;
    const [request, code] = [message.subarray(4, 8), message.readInt32LE(12)];
    if (code !== OP_MSG && code !== OP_QUERY) return 'close';
    // OP_QUERY: flags, the name of a collection, two numbers. OP_MSG: flags, the kind of a section.
    const document = code === OP_MSG ? 21 : message.indexOf(0, 20) + 9;
    const reply = mongoReply(commandAt(message, document), isOpen);
    const body =
      code === OP_MSG
        ? Buffer.concat([int32(0), Buffer.from([0]), reply])
        : Buffer.concat([int32(8), Buffer.alloc(12), int32(1), reply]);
    const head = [int32(body.length + 16), int32(1), request, int32(code === OP_MSG ? OP_MSG : OP_REPLY)];
    return Buffer.concat([...head, body]);
  });

const mysqlPacket = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([payload.length & 0xff, payload.length >> 8, 0, 0]), payload]);

/** Protocol 10: the version as a C string, a thread, a salt, capabilities. */
const mysqlGreeting = (version: string): Buffer =>
  mysqlPacket(
    Buffer.concat([
      Buffer.from([10]),
      octets(`${version}\0`),
      Buffer.from([9, 0, 0, 0]),
      octets('saltsalt\0'),
      Buffer.from([0xff, 0xff, 0xff, 0x02, 0, 0xff, 0xc7, 21]),
      Buffer.alloc(10),
      octets('saltsaltsalt\0mysql_native_password\0'),
    ]),
  );

/** MySQL greets every client. */
export const mysql: TcpFake = service(mysqlGreeting('8.0.36'), () => 'close');

/** A MariaDB that rejects the client's host sends an error instead of a greeting, so the port is reachable. */
export const mariadbRefusing: TcpFake = (socket) => {
  const text = "\xff\x6a\x04Host '198.51.100.10' is not allowed to connect to this MariaDB server";
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.end(mysqlPacket(octets(text)));
};

/** SSLRequest: length 8, code 80877103. A server with TLS answers S, one without N. */
export const postgresql = (hasTls: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 8) return null;
    return message.readInt32BE(4) === 80_877_103 ? octets(hasTls ? 'S' : 'N') : 'close';
  });

/** PRELOGIN (MS-TDS 2.2.6.5): version 15.0.2000, encryption available. */
export const mssql: TcpFake = service(null, (message) => {
  if (message.length < 8 || message.length < message.readUInt16BE(2)) return null;
  if (message[0] !== 0x12) return 'close';
  const options = [0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 15, 0, 0x07, 0xd0, 0, 0, 0];
  return Buffer.from([4, 1, 0, options.length + 8, 0, 0, 1, 0, ...options]);
});

/** TNS: the listener refuses any CONNECT, and discloses its version. */
export const oracle: TcpFake = service(null, (message) => {
  if (message.length < 8 || message.length < message.readUInt16BE(0)) return null;
  if (message[4] !== 1) return 'close';
  const why = octets('(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=12504)(ERROR_STACK=(ERROR=(CODE=12504)(EMFI=4))))');
  return Buffer.concat([Buffer.from([0, why.length + 12, 0, 0, 4, 0, 0, 0, 0x22, 0, 0, why.length]), why]);
});

/** CQL: OPTIONS is answered with SUPPORTED before any login. */
export const cassandra: TcpFake = service(null, (message) => {
  if (message.length < 9) return null;
  if (message[4] !== 5) return 'close';
  const versions = octets('\0\x01\0\x0bCQL_VERSION\0\x01\0\x053.4.5');
  return Buffer.concat([
    Buffer.from([0x80 | (message[0] ?? 4), 0, message[2] ?? 0, message[3] ?? 0, 6, 0, 0, 0, versions.length]),
    versions,
  ]);
});

/** ZooKeeper: `srvr` is a word that administrators can take off the list. */
export const zookeeper = (isOpen: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 4) return null;
    const word = message.toString('latin1').trim();
    if (!isOpen) return octets(`${word} is not executed because it is not in the whitelist.\n`);
    return octets(
      'Zookeeper version: 3.4.14-4c25d480, built on 03/06/2019 16:18 GMT\nLatency min/avg/max: 0/0/0\nMode: standalone\n',
    );
  });

/** DB2 waits for the client. */
export const db2: TcpFake = silent;
