import type { Reach, Vantage } from '@perimeter/contract/score';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import type { NetFailureReason } from '../../evidence/observed.ts';

/** Failures that prove nothing about the path to an address: no packet may have been sent, or none came back. */
const silent: ReadonlySet<NetFailureReason> = new Set(['timeout', 'blocked', 'budget', 'cancelled', 'rate-limited']);

/** Whether addresses of a family are reachable, by their connection failures; null: it succeeded. */
export function reachOf(failures: readonly (NetFailureReason | null)[]): Reach {
  const telling = failures.filter((reason) => reason === null || !silent.has(reason));
  if (telling.some((reason) => reason !== 'unreachable')) return 'yes';
  return telling.length > 0 ? 'no' : 'unknown';
}

/** From the connections of the TLS inventory and of HTTP. */
function familyReach({ tls, http }: AuditEvidence, family: 4 | 6): Reach {
  const isOf = (address: string): boolean => address.includes(':') === (family === 6);
  return reachOf([
    ...(tls?.endpoints ?? []).flatMap(({ address, unreachable }) =>
      isOf(address) ? [unreachable?.reason ?? null] : [],
    ),
    ...(http?.exchanges ?? []).flatMap(({ address, result }) =>
      address !== null && isOf(address) ? [result.ok ? null : result.failure.reason] : [],
    ),
  ]);
}

function resolverReach(answers: readonly DnsAnswer[], transport: DnsAnswer['transport']): Reach {
  const over = answers.filter((answer) => answer.transport === transport);
  if (over.some(({ status }) => status !== 'failed')) return 'yes';
  return over.length > 0 && transport === 'udp' ? 'no' : 'unknown';
}

function tlsOf(certificates: AuditEvidence['certificates']): Pick<Vantage, 'tls' | 'tlsIssuer'> {
  const interception = certificates?.interception ?? null;
  if (interception !== null) return { tls: 'intercepted', tlsIssuer: interception.issuer };
  const isPublic = certificates?.chains.some(({ verdict }) => verdict.anchor === 'public') ?? false;
  return { tls: isPublic ? 'untouched' : 'unknown', tlsIssuer: null };
}

/** What an audit's machine could see, from its evidence alone. */
export function vantageOf(evidence: AuditEvidence): Vantage {
  const { dns, certificates, zone, mailTransport } = evidence;
  const skew = certificates?.clockSkew;
  return {
    ipv4: familyReach(evidence, 4),
    ipv6: familyReach(evidence, 6),
    resolverUdp: resolverReach(dns?.answers ?? [], 'udp'),
    resolverTcp: resolverReach(dns?.answers ?? [], 'tcp'),
    port53: zone?.direct ?? 'unknown',
    port25: mailTransport?.egress.port25 ?? 'unknown',
    clockOffsetSeconds: skew?.known ? Math.round(skew.value) : null,
    ...tlsOf(certificates),
  };
}
