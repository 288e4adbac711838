import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { u16, u8 } from '@perimeter/protocols/bytes';
import { drip, tend } from './hostility.ts';

/** The parts of a DNS query that a hostile server needs: id, and the question as bytes and labels. */
interface Query {
  readonly id: number;
  readonly question: Buffer;
  readonly labels: readonly string[];
}

const headerBytes = 12;
const answerAt = (query: Query): number => headerBytes + query.question.length;
const flags = {
  answer: 0x8180,
  truncatedAnswer: 0x8380,
  query: 0x0100,
  formatError: 0x8181,
  serverFailure: 0x8182,
  refused: 0x8185,
};
const types = { A: 1, CNAME: 5, TXT: 16, OPT: 41, RRSIG: 46, DNSKEY: 48, NSEC3: 50 };
/** About the longest message over TCP (RFC 1035 section 4.2.2), in bytes. */
const fullBytes = 65_000;
const pointerTo = (offset: number): Uint8Array => u16(0xc000 | offset);
const name = (...labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map((label) => Buffer.concat([u8(label.length), Buffer.from(label)])), u8(0)]);

const message = (
  query: Query,
  { id = query.id, bits = flags.answer, answers = 0, question = query.question } = {},
  ...rest: readonly Uint8Array[]
): Buffer => Buffer.concat([u16(id), u16(bits), u16(1), u16(answers), u16(0), u16(0), question, ...rest]);

const address = (owner: Uint8Array, lengthBytes = 4): Buffer =>
  Buffer.concat([owner, u16(1), u16(1), u16(0), u16(60), u16(lengthBytes), Buffer.from([203, 0, 113, 101])]);

/** A record of the queried name, unless another owner is given. */
const record = (type: number, data: Uint8Array, { owner = pointerTo(headerBytes), ttl = 60 } = {}): Buffer =>
  Buffer.concat([owner, u16(type), u16(1), u16(ttl >>> 16), u16(ttl & 0xffff), u16(data.length), data]);

/** As many records as fit a message. */
const filled = (query: Query, each: (index: number) => Buffer, most = Number.POSITIVE_INFINITY): Buffer => {
  const records: Buffer[] = [];
  for (let bytes = answerAt(query); bytes < fullBytes && records.length < most;) {
    const next = each(records.length);
    bytes += next.length;
    if (bytes < fullBytes) records.push(next);
  }
  return message(query, { answers: records.length }, ...records);
};

const text = (bytes: number): Buffer => Buffer.concat([u8(bytes), Buffer.alloc(bytes, 'x')]);
const longText = (bytes: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.floor(bytes / 256) }, () => text(255)));
/** A meaningless signature by a key with tag 1 of the queried zone. */
const signatureOver = (type: number): Buffer =>
  Buffer.concat([
    u16(type),
    Buffer.of(14, 3),
    Buffer.from('0000003c7fffffff00000000', 'hex'),
    u16(1),
    name('hostile-dns', 'lab'),
    randomBytes(96),
  ]);
/** NSEC3 with the maximum number of iterations (CVE-2023-50868). */
const hashedDenial = (): Buffer =>
  Buffer.concat([Buffer.of(1, 0), u16(0xffff), text(255), Buffer.of(20), randomBytes(20), Buffer.of(0, 1, 0x40)]);
const hashOwner = (): Buffer => name(randomBytes(20).toString('hex').slice(0, 32), 'hostile-dns', 'lab');

/** Replies by name; undefined means none. Queried as ANYTHING.NAME.hostile-dns.lab. */
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
    return message(query, { answers: 1 }, record(types.CNAME, target, { ttl: 0 }));
  },
  'many-addresses': (query) => filled(query, (index) => record(types.A, Buffer.of(203, 0, 113, index & 255))),
  'fullest-message': (query) => filled(query, (index) => record(types.TXT, Buffer.of(1, index & 127))),
  'huge-text': (query) => message(query, { answers: 1 }, record(types.TXT, longText(64_000))),
  'many-texts': (query) => filled(query, () => record(types.TXT, text(255))),
  'pointer-ladder': (query) => {
    // Each name is one label before the previous record's name, so the last one needs every pointer.
    let above = headerBytes;
    let at = answerAt(query);
    return filled(
      query,
      (index) => {
        const one = record(types.A, Buffer.of(203, 0, 113, 1), {
          owner: Buffer.concat([u8(1), Buffer.from('x'), pointerTo(above)]),
        });
        above = index % 120 === 119 ? headerBytes : at;
        at += one.length;
        return one;
      },
      900,
    );
  },
  'key-storm': (query) =>
    filled(query, (index) =>
      index % 2 === 0
        ? record(types.DNSKEY, Buffer.concat([Buffer.of(1, 1, 3, 14), randomBytes(96)]))
        : record(types.RRSIG, signatureOver(types.DNSKEY)),
    ),
  'signature-storm': (query) =>
    filled(query, (index) =>
      index === 0 ? record(types.A, Buffer.of(203, 0, 113, 101)) : record(types.RRSIG, signatureOver(types.A)),
    ),
  'hash-storm': (query) =>
    filled(query, (index) =>
      index % 2 === 0
        ? record(types.NSEC3, hashedDenial(), { owner: hashOwner() })
        : record(types.RRSIG, signatureOver(types.NSEC3), { owner: hashOwner() }),
    ),
  'other-owner': (query) =>
    message(query, { answers: 1 }, record(types.A, Buffer.of(203, 0, 113, 101), { owner: name('good', 'lab') })),
  'other-type': (query) => message(query, { answers: 1 }, record(types.TXT, text(10))),
  'self-alias': (query) => message(query, { answers: 1 }, record(types.CNAME, pointerTo(headerBytes))),
  'alias-chain': (query) =>
    filled(
      query,
      (index) =>
        record(types.CNAME, name(`a${index + 1}`, 'hostile-dns', 'lab'), {
          owner: index === 0 ? pointerTo(headerBytes) : name(`a${index}`, 'hostile-dns', 'lab'),
        }),
      400,
    ),
  'endless-ttl': (query) =>
    message(query, { answers: 1 }, record(types.A, Buffer.of(203, 0, 113, 101), { ttl: 0xffffffff })),
  'broken-options': (query) =>
    message(query, { answers: 1 }, record(types.OPT, Buffer.from('ffffffff0000', 'hex'), { owner: u8(0) })),
  'bare-error': (query) => Buffer.concat([u16(query.id), u16(flags.formatError), Buffer.alloc(8)]),
  'server-failure': (query) => message(query, { bits: flags.serverFailure }),
  refused: (query) => message(query, { bits: flags.refused }),
};

/** Maximum UDP reply of this server in bytes; longer ones set TC. */
const datagramBytes = 1232;

/** The reply by UDP: cut to its question where it is too long. */
function datagramOf(reply: Buffer): Buffer {
  if (reply.length <= datagramBytes) return reply;
  const id = reply.readUInt16BE(0);
  const end = reply.indexOf(0, headerBytes) + 5;
  return Buffer.concat([
    u16(id),
    u16(flags.truncatedAnswer),
    u16(1),
    Buffer.alloc(6),
    reply.subarray(headerBytes, end),
  ]);
}

/** The reply to a query by its third label from the right; undefined for none and for invalid queries. */
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
    if (reply !== undefined) udp.send(datagramOf(reply), peer.port, peer.address);
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
