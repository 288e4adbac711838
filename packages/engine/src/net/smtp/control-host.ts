import { createDialer, firstConnectTimeoutMs, type Dialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import type { NetSettings } from '../settings.ts';
import type { EgressMemory } from './egress.ts';

/** Connects to the operator's control host, if there is one and an hour has passed; sends nothing. */
export async function tryControlOver(
  dialer: Dialer,
  { smtpEgress }: Pick<NetSettings, 'smtpEgress'>,
  egress: EgressMemory,
  signal: AbortSignal,
): Promise<void> {
  if (typeof smtpEgress !== 'object' || !egress.isControlDue()) return;
  const dialed = await dialer.connect({ ...smtpEgress, host: undefined }, { signal, timeoutMs: firstConnectTimeoutMs });
  if (dialed.ok) dialed.socket.destroy();
  else if (dialed.failure.reason === 'blocked' || dialed.failure.reason === 'cancelled') return;
  egress.learnControl(dialed.ok);
}

/** The same at the start of a process. */
export async function tryControlHost(settings: NetSettings, egress: EgressMemory): Promise<void> {
  const { signal } = new AbortController();
  const guard = createGuard({ allowNetworks: settings.allowNetworks });
  const dialer = createDialer({ guard, dialMap: settings.dialMap, signal });
  await tryControlOver(dialer, settings, egress, signal);
}
