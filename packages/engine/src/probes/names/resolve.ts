import type { SightedName } from '@perimeter/protocols/names/inventory';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { lookupFailed } from '../../evidence/dns/lookup.ts';
import type { KnownName } from '../../evidence/names/schema.ts';
import { canonicalAddress } from '../../net/guard/guard.ts';
import type { ProbeContext } from '../probe.ts';

/** What DNS has under a name. */
export type Resolved = Pick<KnownName, 'status' | 'aliases'> & { addresses: string[] };

const maxAddresses = 8;

const addressesIn = ({ records }: DnsAnswer): string[] =>
  records.flatMap(({ type, data }) => (type === 'A' || type === 'AAAA' ? (canonicalAddress(data) ?? []) : []));

function statusOf(answers: readonly DnsAnswer[]): KnownName['status'] {
  if (answers.some((answer) => addressesIn(answer).length > 0)) return 'exists';
  if (answers.some(({ status }) => status === 'nxdomain')) return 'missing';
  return answers.some(lookupFailed) ? 'unknown' : 'no-address';
}

/** Asks for the addresses of a name: AAAA where it has no A. */
export async function resolveName({ resolver, signal }: ProbeContext, name: string): Promise<Resolved> {
  const a = await resolver.query(name, 'A', { signal });
  const answers = a.status === 'nodata' ? [a, await resolver.query(name, 'AAAA', { signal })] : [a];
  return {
    status: statusOf(answers),
    aliases: a.cnames,
    addresses: answers.flatMap(addressesIn).slice(0, maxAddresses),
  };
}

/** Addresses, with the range of those that are not for the public. */
export const withRanges = ({ guard }: ProbeContext, addresses: readonly string[]): KnownName['addresses'] =>
  addresses.map((address) => {
    const verdict = guard.check(address);
    return verdict.allowed ? { address } : { address, blockedBy: verdict.blockedBy };
  });

/** A name with what DNS says of it, and which of its addresses are not for the public. */
export async function knownNameOf(context: ProbeContext, { name, sources }: SightedName): Promise<KnownName> {
  const { addresses, ...resolved } = await resolveName(context, name);
  return {
    name,
    sources,
    ...resolved,
    wildcard: false,
    addresses: withRanges(context, addresses),
  };
}
