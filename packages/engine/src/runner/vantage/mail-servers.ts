import { once } from 'node:events';
import type { PortState } from '@perimeter/contract/score';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import type { AuditContext } from '../../probes/probe.ts';

/** Careful servers let strangers wait before they greet. */
const greetingMs = 15_000;

/** Port 25 from here, by the operator's setting: as it says, or by the control host that it names; unknown without one. */
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
