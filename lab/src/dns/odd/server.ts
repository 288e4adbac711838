import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { encodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { ipv6Of, oddServers } from '../../hosts/addresses.ts';
import type { Sent } from './behaviours.ts';
import type { OddServer } from './outside.ts';
import { createResponder } from './responder.ts';

const dnsPort = 53;

const bytesOf = (sent: Message | Uint8Array): Uint8Array => (sent instanceof Uint8Array ? sent : encodeMessage(sent));

/** Truncates replies that do not fit a datagram, as a sound server does. */
function datagramOf(sent: Message | Uint8Array): Uint8Array {
  const bytes = bytesOf(sent);
  return bytes.length <= 4_096 || sent instanceof Uint8Array
    ? bytes
    : encodeMessage({ ...sent, flags: { ...sent.flags, truncated: true }, answers: [], authorities: [] });
}

function serveStream(socket: Socket, respond: (bytes: Uint8Array) => Sent): void {
  let pending = Buffer.alloc(0);
  socket.setTimeout(10_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const sent = respond(pending.subarray(2, end));
      pending = pending.subarray(end);
      if (sent === null) continue;
      const bytes = bytesOf(sent);
      socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]));
    }
  });
}

/** Serves DNS at an address, by UDP and TCP. */
export async function serveAt(
  host: string,
  respond: (bytes: Uint8Array, transport: 'udp' | 'tcp') => Sent,
): Promise<void> {
  const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  udp.on('message', (bytes, peer) => {
    const sent = respond(bytes, 'udp');
    if (sent !== null) udp.send(datagramOf(sent), peer.port, peer.address);
  });
  const tcp = createServer((socket) => serveStream(socket, (bytes) => respond(bytes, 'tcp')));
  udp.bind(dnsPort, host);
  tcp.listen(dnsPort, host);
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
}

/** Runs all of them at their addresses. */
export const startOddServers = async (): Promise<unknown> =>
  Promise.all(
    Object.entries(oddServers).flatMap(([name, address]) =>
      isOddServer(name) ? [address, ipv6Of(address)].map(async (host) => serveAt(host, createResponder(name))) : [],
    ),
  );

const isOddServer = (name: string): name is OddServer => Object.hasOwn(oddServers, name);
