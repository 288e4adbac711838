import type { X509Certificate } from 'node:crypto';
import { type Observed, seen, unobserved, netFailed } from '../../evidence/observed.ts';
import { connectTls } from '../../net/tls-stream/connect-tls.ts';
import { type Dialer, type DialTarget, firstConnectTimeoutMs } from '../../net/dialer.ts';

/** Most certificates read of a chain. */
const maxLength = 8;
const handshakeTimeoutMs = 5_000;

/** A chain as a server sent it, leaf first, as DER. */
function chainOf(leaf: X509Certificate | undefined): Uint8Array[] {
  const chain: Uint8Array[] = [];
  for (let one = leaf; one !== undefined && chain.length < maxLength; one = one.issuerCertificate)
    chain.push(new Uint8Array(one.raw));
  return chain;
}

/** One TLS handshake of an ordinary client; returns the certificates that the server sent, trusted or not. */
export async function peerChain(
  dialer: Dialer,
  target: DialTarget & { host: string },
  auditSignal: AbortSignal,
): Promise<Observed<Uint8Array[]>> {
  const signal = AbortSignal.any([auditSignal, AbortSignal.timeout(firstConnectTimeoutMs + handshakeTimeoutMs)]);
  const dialed = await dialer.connect(target, { signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return unobserved(dialed.failure);
  const { promise, resolve } = Promise.withResolvers<Observed<Uint8Array[]>>();
  const socket = connectTls({ socket: dialed.socket, servername: target.host }, target.host);
  const fail = (): void => resolve(unobserved(netFailed('tls', 'closed-in-handshake')));
  socket.once('secureConnect', () => resolve(seen(chainOf(socket.getPeerX509Certificate()))));
  socket.once('error', fail).once('close', fail);
  signal.addEventListener('abort', fail, { once: true });
  const found = await promise;
  socket.destroy();
  dialed.socket.destroy();
  return found;
}
