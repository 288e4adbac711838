import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { u16, u8 } from '../fakes/tls-wire.ts';
import { drip, tend } from './hostility.ts';

/** A DNS message taken apart as far as a hostile server needs it: its id, and its question as octets and labels. */
interface Query {
  readonly id: number;
  readonly question: Buffer;
  readonly labels: readonly string[];
}

const headerBytes = 12;
const answerAt = (query: Query): number => headerBytes + query.question.length;
const flags = { answer: 0x8180, truncatedAnswer: 0x8380, query: 0x0100 };
const aliasType = 5;
const pointerTo = (offset: number): Buffer => u16(0xc000 | offset);
const name = (...labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map((label) => Buffer.concat([u8(label.length), Buffer.from(label)])), u8(0)]);

const message = (
  query: Query,
  { id = query.id, bits = flags.answer, answers = 0, question = query.question } = {},
  ...rest: readonly Uint8Array[]
): Buffer => Buffer.concat([u16(id), u16(bits), u16(1), u16(answers), u16(0), u16(0), question, ...rest]);

const address = (owner: Uint8Array, lengthBytes = 4): Buffer =>
  Buffer.concat([owner, u16(1), u16(1), u16(0), u16(60), u16(lengthBytes), Buffer.from([203, 0, 113, 101])]);

/** Replies by name; nothing is silence. They are asked as ANYTHING.NAME.hostile-dns.lab. */
export const dnsHostilities: Readonly<Record<string, (query: Query) => Buffer | undefined>> = {
  silent: () => undefined,
  garbage: (query) => Buffer.concat([u16(query.id), randomBytes(200)]),
  'half-header': (query) => message(query).subarray(0, 7),
  'wrong-id': (query) => message(query, { id: query.id ^ 1, answers: 1 }, address(pointerTo(headerBytes))),
  'wrong-question': (query) => message(query, { question: Buffer.concat([name('other', 'lab'), u16(1), u16(1)]) }),
  'no-response': (query) => message(query, { bits: flags.query }),
  'huge-counts': (query) => message(query, { answers: 0xffff }),
  'pointer-to-itself': (query) => message(query, { answers: 1 }, address(pointerTo(answerAt(query)))),
  'pointer-pair': (query) =>
    message(query, { answers: 1 }, pointerTo(answerAt(query) + 2), address(pointerTo(answerAt(query)))),
  'pointer-ahead': (query) => message(query, { answers: 1 }, address(pointerTo(0x3fff))),
  'long-name': (query) =>
    message(query, { answers: 1 }, address(name(...Array.from({ length: 60 }, () => 'x'.repeat(60))))),
  'long-rdata': (query) => message(query, { answers: 1 }, address(pointerTo(headerBytes), 0xffff)),
  'always-truncated': (query) => message(query, { bits: flags.truncatedAnswer }),
  'tcp-drip': (query) => message(query, { bits: flags.truncatedAnswer }),
  'endless-alias': (query) => {
    const target = name(`x${randomBytes(4).toString('hex')}`, ...query.labels.slice(1));
    const record = [pointerTo(headerBytes), u16(aliasType), u16(1), u16(0), u16(0), u16(target.length), target];
    return message(query, { answers: 1 }, ...record);
  },
};

/** The reply to a query, by the label before the last two; undefined for silence and for what is no query. */
export function hostileReply(bytes: Buffer): Buffer | undefined {
  const query = readQuery(bytes);
  return query === undefined ? undefined : dnsHostilities[query.labels.at(-3) ?? '']?.(query);
}

function readQuery(bytes: Buffer): Query | undefined {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = bytes[at] ?? 0; length > 0 && length < 64; length = bytes[at] ?? 0) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  const end = at + 5;
  return bytes.length < end
    ? undefined
    : { id: bytes.readUInt16BE(0), question: bytes.subarray(headerBytes, end), labels };
}

/** Serves hostile-dns.lab over UDP and TCP. */
export async function startHostileDns(at: { host: string; port: number }): Promise<{ udp: UdpSocket; tcp: Server }> {
  const udp = createSocket('udp4');
  udp.on('message', (bytes, peer) => {
    const reply = hostileReply(bytes);
    if (reply !== undefined) udp.send(reply, peer.port, peer.address);
  });
  const tcp = createServer(serveStream);
  await Promise.all([
    new Promise<void>((resolve, reject) => udp.once('error', reject).bind(at.port, at.host, resolve)),
    new Promise<void>((resolve, reject) => tcp.once('error', reject).listen(at.port, at.host, resolve)),
  ]);
  return { udp, tcp };
}

function serveStream(socket: Socket): void {
  tend(socket);
  socket.once('data', (bytes: Buffer) => {
    const reply = hostileReply(bytes.subarray(2));
    if (reply === undefined) return;
    if (readQuery(bytes.subarray(2))?.labels.at(-3) !== 'tcp-drip')
      return void socket.write(Buffer.concat([u16(reply.length), reply]));
    socket.write(u16(0xffff));
    drip(socket, reply, 200);
  });
}
