import type { MailHost } from '../../evidence/mail-transport/host.ts';
import { type NetFailure, unobserved } from '../../evidence/observed.ts';
import type { EgressState, MailContact } from '../../net/smtp/egress.ts';

/** What a failed connection shows about port 25; null: nothing, because it was not tried or ended locally. */
export function contactOf(failure: NetFailure, family: 4 | 6): MailContact | null {
  if (failure.reason === 'timeout') return 'silent';
  if (failure.reason === 'refused' || failure.reason === 'reset') return 'refused';
  if (failure.reason !== 'unreachable') return null;
  const code = failure.values?.[1];
  // A machine without IPv6 has no route for any port.
  return family === 6 && code !== 'EPERM' && code !== 'EACCES' ? null : 'local';
}

/** If the network blocks outgoing port 25, time-outs are no evidence about the servers. */
export const withoutSilence = (host: MailHost, egress: EgressState): MailHost => {
  if (egress.port25 !== 'blocked') return host;
  const addresses = host.addresses.map((at) => {
    const { session } = at;
    const isSilent =
      !session.known && (session.failure.reason === 'timeout' || session.failure.reason === 'unreachable');
    return isSilent ? { ...at, session: unobserved({ reason: 'unreachable', gap: 'port-25-blocked' }) } : at;
  });
  return { ...host, addresses };
};
