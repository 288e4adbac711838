import type { ProbeContext } from '../probe.ts';
import { startDeadline } from '../../net/deadline.ts';
import { secure } from '../../net/tls-stream/secure.ts';

const totalMs = 4_000;
const maxNames = 20;

/** DNS names in a host's certificate at an address; empty where unreadable. */
export async function leafNames({ dialer, signal }: ProbeContext, host: string, address: string): Promise<string[]> {
  using deadline = startDeadline(signal, { name: 'tls-handshake()', timeoutMs: totalMs });
  const dialed = await dialer.connect({ address, port: 443, host }, { signal: deadline.signal, timeoutMs: totalMs });
  if (!dialed.ok) return [];
  const secured = await secure(dialed.socket, host, deadline.signal);
  if (!secured.ok) {
    dialed.socket.destroy();
    return [];
  }
  try {
    const names = secured.socket.getPeerX509Certificate()?.subjectAltName ?? '';
    return [...names.matchAll(/DNS:([A-Za-z0-9.*_-]{1,253})(?:,|$)/g)].map(([, name = '']) => name).slice(0, maxNames);
  } catch {
    return [];
  } finally {
    secured.socket.destroy();
  }
}
