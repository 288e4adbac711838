import { once } from 'node:events';
import type { PortState } from '@perimeter/contract/score';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import type { AuditContext } from '../../probes/probe.ts';

/** Some servers delay their greeting to strangers. */
const greetingMs = 15_000;

/** The state of port 25 by the operator's setting, or its control host; unknown without one. */
export async function port25({ settings, dialer, signal }: AuditContext): Promise<PortState> {
  const { smtpEgress } = settings;
  if (smtpEgress === 'auto') return 'unknown';
  if (typeof smtpEgress === 'string') return smtpEgress;
  const dialed = await dialer.connect({ ...smtpEgress, host: undefined }, { signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return dialed.failure.reason === 'blocked' ? 'unknown' : 'blocked';
  const { socket } = dialed;
  const greeted = await once(socket, 'data', { signal: AbortSignal.any([signal, AbortSignal.timeout(greetingMs)]) })
    .then(([data]) => String(data).startsWith('220'))
    .catch(() => false);
  socket.end('QUIT\r\n').destroySoon();
  return greeted ? 'open' : 'unknown';
}
