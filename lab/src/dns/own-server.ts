import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { decodeMessage, encodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { answer, type Role } from './own-answer.ts';
import { loadZone, type LoadedZone } from './own-zones.ts';
import type { Zone } from './zone.ts';

/** Without EDNS, UDP carries this much (RFC 1035 section 4.2.1). */
const plainUdpBytes = 512;

/** What a server has, and for whom. */
interface Served {
  readonly zones: readonly LoadedZone[];
  readonly role: Role;
}

/** Serves the zones over UDP and TCP on one address and port. */
export async function startOwnDns(
  zones: readonly Zone[],
  { host, port, role = 'resolver' }: { host: string; port: number; role?: Role },
): Promise<{ stop: () => Promise<void> }> {
  const served = { zones: zones.map(loadZone), role };
  const udp = createSocket('udp4');
  udp.on('message', (bytes, peer) => {
    const reply = replyTo(bytes, served, 'udp');
    if (reply !== undefined) udp.send(reply, peer.port, peer.address);
  });
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveStream(socket, served);
  });
  await Promise.all([
    new Promise<void>((resolve, reject) => udp.once('error', reject).bind(port, host, resolve)),
    new Promise<void>((resolve, reject) => tcp.once('error', reject).listen(port, host, resolve)),
  ]);
  return { stop: () => stop(udp, tcp, sockets) };
}

async function stop(
  udp: ReturnType<typeof createSocket>,
  tcp: ReturnType<typeof createServer>,
  sockets: Set<Socket>,
): Promise<void> {
  const closed = [
    new Promise<void>((resolve) => udp.close(() => resolve())),
    new Promise<void>((resolve) => tcp.close(() => resolve())),
  ];
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
}

/** Each message has its length before it (RFC 1035 section 4.2.2). */
function serveStream(socket: Socket, served: Served): void {
  let pending = Buffer.alloc(0);
  socket.setTimeout(10_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const reply = replyTo(pending.subarray(2, end), served, 'tcp');
      pending = pending.subarray(end);
      if (reply === undefined) return void socket.destroy();
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      socket.write(Buffer.concat([length, reply]));
    }
  });
}

/** Undefined for what is no query. */
function replyTo(bytes: Uint8Array, { zones, role }: Served, transport: 'udp' | 'tcp'): Uint8Array | undefined {
  try {
    const query = decodeMessage(bytes);
    const reply = answer(query, zones, role);
    const encoded = encodeMessage(reply);
    const room = Math.max(plainUdpBytes, query.edns?.udpBytes ?? 0);
    return transport === 'udp' && encoded.length > room ? encodeMessage(truncated(reply)) : encoded;
  } catch {
    return undefined;
  }
}

function truncated(reply: Message): Message {
  return { ...reply, flags: { ...reply.flags, truncated: true }, answers: [], authorities: [] };
}
