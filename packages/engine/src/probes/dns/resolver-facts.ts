import type { DnsEvidence } from '../../evidence/dns/schema.ts';
import { netFailed, type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { Validated } from '../../net/dnssec/validator/validator.ts';
import type { ProbeContext } from '../probe.ts';

type ResolverFacts = NonNullable<DnsEvidence['resolver']>;

function isAware({ proof: [keys] }: Validated): Observed<boolean> {
  if (keys === undefined) return unobserved(netFailed('cancelled', 'not-asked'));
  if (keys.security === 'secure') return seen(true);
  return keys.reason === 'stripped' ? seen(false) : unobserved(netFailed('malformed', 'resolver-status', keys.reason));
}

/** How the resolver handles DNSSEC; only here it is queried without CD. */
export async function resolverFacts(
  { resolver, signal, validator }: ProbeContext,
  anchorZone: string,
): Promise<ResolverFacts> {
  const [anchored, checked] = await Promise.all([
    validator.validate(anchorZone, 'SOA'),
    resolver.query(anchorZone, 'SOA', { signal, checkingDisabled: false }),
  ]);
  const { failure, authenticated } = checked;
  return {
    dnssecAware: isAware(anchored),
    validates: failure === undefined ? seen(authenticated) : unobserved(failure),
  };
}
