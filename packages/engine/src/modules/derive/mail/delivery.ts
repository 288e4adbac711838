import { doorOf } from '@perimeter/protocols/smtp/door';
import { inconclusive, notApplicable, type Plain, openBy, whyBy, lookupWhy } from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { MailAddress, MailHost } from '../../../evidence/mail-transport/host.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import type { SmtpSession } from '../../../evidence/mail-transport/session.ts';

/** The evidence that checks of mail transport read. */
export type TransportEvidence = Pick<EvidenceByKind, 'mailTransport' | 'target'>;

/** The observed sessions with one host. */
export const sessionsOf = ({ addresses }: MailHost): { address: string; session: SmtpSession }[] =>
  addresses.flatMap(({ address, session }) => (session.known ? [{ address, session: session.value }] : []));

/** True where the greeting accepts mail. */
export const isOpen = ({ greeting }: SmtpSession): boolean => doorOf(greeting) === 'open';

/** True where the host declares that it accepts no mail (RFC 7504). */
export const takesNone = ({ greeting }: SmtpSession): boolean => doorOf(greeting) === 'no-mail';

/** The result of STARTTLS at one address. */
export type StartTlsOutcome = Extract<SmtpSession['startTls'], { known: true }>['value'];

/** True where STARTTLS is refused for the moment: 454, TLS not available due to temporary reason (RFC 3207 section 4). */
export const isForNow = (startTls: StartTlsOutcome): boolean =>
  startTls.outcome === 'refused' && doorOf(startTls.reply) === 'rate-limited';

const anyOpen = ({ hosts }: MailTransportEvidence): boolean =>
  hosts.some((host) => sessionsOf(host).some(({ session }) => isOpen(session)));

/** Why the domain has no mail servers to judge; null where it has. The address of a domain without MX counts if it accepts mail. */
export function withoutServers(transport: MailTransportEvidence): Plain | null {
  const { source, failure } = transport.mx;
  if (source === 'unknown')
    return inconclusive(failure === undefined ? whyBy('implicit-lookup-failed') : lookupWhy('MX', failure));
  if (source === 'null') return notApplicable('The domain takes no mail (null MX)');
  if (source === 'mx' || (source === 'implicit' && anyOpen(transport))) return null;
  return notApplicable('The domain has no MX record');
}

/** True where the address was skipped on purpose, or is unreachable from this machine: nothing follows about the server. */
export const isUnvisited = ({ allowed, session }: MailAddress): boolean =>
  !allowed || (!session.known && (session.failure.reason === 'not-tested' || session.failure.reason === 'unreachable'));

/** The address of a host without another that there was no route to: what stands there is unknown, unlike beside a visited address. */
export const unreachedAt = ({ addresses }: MailHost): MailAddress | undefined =>
  addresses.every(isUnvisited)
    ? addresses.find(({ allowed, session }) => allowed && !session.known && session.failure.reason === 'unreachable')
    : undefined;

/** Why this machine can reach no mail server; null where it may. */
export const blockedEgress = ({ egress: { port25 } }: MailTransportEvidence): Plain | null =>
  port25 === 'blocked'
    ? openBy('port-25-blocked-here')
    : port25 === 'intercepted'
      ? openBy('port-25-intercepted-here')
      : null;
