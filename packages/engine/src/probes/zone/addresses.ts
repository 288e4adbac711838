import { seen, type Observed, unobserved, netFailed } from '../../evidence/observed.ts';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { canonicalAddress } from '../../net/guard/guard.ts';
import type { ProbeContext } from '../probe.ts';

/** The addresses of a name server's name, from the resolver. */
export interface ResolvedName {
  name: string;
  ipv4: Observed<string[]>;
  ipv6: Observed<string[]>;
  isAlias: Observed<boolean>;
  aliases: string[];
}

function addressesIn({ status, records, failure }: DnsAnswer): Observed<string[]> {
  if (status === 'servfail' || status === 'refused' || status === 'failed')
    return unobserved(failure ?? netFailed('malformed', 'resolver-status', status));
  const addresses = records.flatMap(({ data }) => canonicalAddress(data) ?? []);
  return seen([...new Set(addresses)].toSorted());
}

/** Queries both families. */
export async function resolveName({ resolver, signal }: ProbeContext, name: string): Promise<ResolvedName> {
  const [a, aaaa] = await Promise.all([
    resolver.query(name, 'A', { signal }),
    resolver.query(name, 'AAAA', { signal }),
  ]);
  const ipv4 = addressesIn(a);
  const aliases = a.cnames.length > 0 ? a.cnames : aaaa.cnames;
  return {
    name,
    ipv4,
    ipv6: addressesIn(aaaa),
    isAlias: ipv4.known || aliases.length > 0 ? seen(aliases.length > 0) : unobserved(ipv4.failure),
    aliases,
  };
}
