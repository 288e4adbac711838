import type { Socket } from 'node:net';
import { decodeMessage, encodeMessage, type Message } from '@perimeter/protocols/dns/message';
import { listenTcp, listenUdp, onOnePort, type Listening, type ListenAt } from '../machine/listen.ts';
import { answer, type Role } from './own-answer.ts';
import { loadZone, type LoadedZone } from './own-zones.ts';
import type { Zone } from './zone.ts';

/** The UDP limit without EDNS, in bytes (RFC 1035 section 4.2.1). */
const plainUdpBytes = 512;

/** A server's zones and role. */
interface Served {
  readonly zones: readonly LoadedZone[];
  readonly role: Role;
}

/** Serves the zones over UDP and TCP on one address and port. */
export function startOwnDns(
  group: Listening,
  zones: readonly Zone[],
  { role = 'resolver', ...at }: ListenAt & { role?: Role },
): Promise<number> {
  const served = { zones: zones.map(loadZone), role };
  return onOnePort(
    at,
    (place) => listenUdp(group, place, (bytes) => replyTo(bytes, served, 'udp') ?? null),
    (place) => listenTcp(group, place, (socket) => serveStream(socket, served)),
  );
}

/** Each message is preceded by its length (RFC 1035 section 4.2.2). */
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

/** Undefined if the bytes are not a query. */
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
