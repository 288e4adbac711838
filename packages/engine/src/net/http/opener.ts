import type { HttpClient } from './exchanged.ts';
import { hostOf, type HttpRequest, portOf } from './request.ts';
import { startDeadline } from '../deadline.ts';
import { secure } from '../tls-stream/secure.ts';
import type { Open } from './session/connection.ts';

/** One request and how it is sent. */
export interface Sending {
  client: HttpClient;
  request: HttpRequest;
  protocols: readonly string[];
}

/** The connection key: an origin at one address with one set of protocols. */
export const connectionPlace = ({ request: { url, address }, protocols }: Sending) => ({
  key: [url.origin, address, ...protocols].join(' '),
  target: { address, port: portOf(url), host: hostOf(url) },
});

/** Opens a connection, TLS included, within the exchange's time. */
export function opener(sending: Sending): Open {
  const { client, request, protocols } = sending;
  const { limits, signal, first } = client;
  const { target } = connectionPlace(sending);
  return async () => {
    const dialing = { signal, timeoutMs: limits.connectMs, ...(first === true && { first }) };
    const dialed = await client.dialer.connect(target, dialing);
    if (!dialed.ok) return { ok: false, failure: dialed.failure, connected: false, tls: null };
    const { socket } = dialed;
    if (request.url.protocol !== 'https:') return { ok: true, connection: { stream: socket, socket, tls: null } };
    using handshake = startDeadline(signal, { name: 'tls-handshake()', timeoutMs: limits.tlsMs });
    const secured = await secure(socket, target.host, handshake.signal, protocols);
    if (secured.ok) return { ok: true, connection: { stream: secured.socket, socket, tls: secured.tls } };
    socket.destroy();
    return { ok: false, failure: secured.failure, connected: true, tls: null };
  };
}
