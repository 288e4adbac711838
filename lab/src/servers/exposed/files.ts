import { service, type TcpFake, type UdpFake } from './fake.ts';

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const ACCEPTED = 0;
const DENIED = 1;
const AUTH_ERROR = 1;
const AUTH_TOOWEAK = 5;

/** The reply to a call of ONC RPC (RFC 5531 section 9); null where it is none. */
function rpcReply(call: Uint8Array, isOpen: boolean, result: readonly Buffer[] = []): Buffer | null {
  const view = Buffer.from(call);
  // xid, CALL, version 2.
  if (view.length < 24 || view.readUInt32BE(4) !== 0 || view.readUInt32BE(8) !== 2) return null;
  const xid = view.subarray(0, 4);
  return isOpen
    ? Buffer.concat([xid, word(1), word(ACCEPTED), word(0), word(0), word(0), ...result])
    : Buffer.concat([xid, word(1), word(DENIED), word(AUTH_ERROR), word(AUTH_TOOWEAK)]);
}

const portMapper = 100_000;
const NULL_PROCEDURE = 0;
const procedureOf = (call: Uint8Array): number => Buffer.from(call).readUInt32BE(20);

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([word(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
};

/** MOUNTPROC3_EXPORT (RFC 1813 section 5.2.5): two directories, open to all. */
const exportList = [word(1), text('/srv'), word(0), word(1), text('/home'), word(0), word(0)];
const mountProgram = 100_005;
const EXPORT = 5;

/** Programs that the port mapper knows (RFC 1833 section 3): itself, NFS and its mounts. */
const programs = [
  [portMapper, 2, 6, 111],
  [100_003, 3, 6, 2049],
  [mountProgram, 3, 6, 2049],
];
const programList = [...programs.flatMap((program) => [word(1), ...program.map(word)]), word(0)];
const [GETPORT, DUMP] = [3, 4];

function answerTo(call: Uint8Array, isOpen: boolean): Buffer | null {
  if (call.length < 24) return null;
  const program = Buffer.from(call).readUInt32BE(12);
  // The port mapper answers it to everybody, whomever it refuses the rest.
  if (procedureOf(call) === NULL_PROCEDURE) return rpcReply(call, isOpen || program === portMapper);
  if (program === portMapper && procedureOf(call) === GETPORT) return rpcReply(call, isOpen, [word(0)]);
  if (program === mountProgram && procedureOf(call) === EXPORT) return rpcReply(call, isOpen, exportList);
  return rpcReply(call, isOpen, procedureOf(call) === DUMP ? programList : []);
}

/** RPC over TCP: each message is one record, whose length has the highest bit set (RFC 5531 section 11). */
export const rpc = (isOpen: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 4) return null;
    const length = message.readUInt32BE(0) & 0x7fff_ffff;
    if (message.length < length + 4) return null;
    const reply = answerTo(message.subarray(4, length + 4), isOpen);
    return reply === null ? 'close' : Buffer.concat([word((0x8000_0000 | reply.length) >>> 0), reply]);
  });

/** The same over UDP. */
export const rpcDatagram: UdpFake = (datagram) => answerTo(datagram, true);
