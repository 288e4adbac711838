import type { SightedName } from '@perimeter/protocols/names/inventory';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { lookupFailed } from '../../evidence/dns/lookup.ts';
import type { KnownName } from '../../evidence/names/schema.ts';
import { refusedBy } from '../../evidence/refused-address.ts';
import { canonicalAddress } from '../../net/guard/guard.ts';
import type { ProbeContext } from '../probe.ts';

/** DNS data of a name. */
export type Resolved = Pick<KnownName, 'status' | 'aliases'> & { addresses: string[] };

const maxAddresses = 8;

const addressesIn = ({ records }: DnsAnswer): string[] =>
  records.flatMap(({ type, data }) => (type === 'A' || type === 'AAAA' ? (canonicalAddress(data) ?? []) : []));

function statusOf(answers: readonly DnsAnswer[]): KnownName['status'] {
  if (answers.some((answer) => addressesIn(answer).length > 0)) return 'exists';
  if (answers.some(({ status }) => status === 'nxdomain')) return 'missing';
  return answers.some(lookupFailed) ? 'unknown' : 'no-address';
}

const answersOf = async ({ resolver, signal }: ProbeContext, name: string, both: boolean): Promise<DnsAnswer[]> => {
  const a = await resolver.query(name, 'A', { signal });
  const isAsked = a.status === 'nodata' || (both && a.status === 'answer');
  return isAsked ? [a, await resolver.query(name, 'AAAA', { signal })] : [a];
};

const resolvedOf = (answers: readonly DnsAnswer[]): Resolved => ({
  status: statusOf(answers),
  aliases: answers[0]?.cnames ?? [],
  addresses: answers.flatMap(addressesIn),
});

/** Queries whether a name has addresses: A, then AAAA. */
export const resolveName = async (context: ProbeContext, name: string): Promise<Resolved> =>
  resolvedOf(await answersOf(context, name, false));

/** Queries all addresses of a name; unseen: types without an answer, if another had one. */
export async function resolveWhole(context: ProbeContext, name: string): Promise<Resolved & Pick<KnownName, 'unseen'>> {
  const answers = await answersOf(context, name, true);
  const resolved = resolvedOf(answers);
  const failed = resolved.status === 'exists' ? answers.filter(lookupFailed).map(({ type }) => type) : [];
  return { ...resolved, ...(failed.length > 0 && { unseen: failed }) };
}

/** Addresses with their special-purpose range, up to a limit. */
export function withRanges({ guard }: ProbeContext, addresses: readonly string[]): KnownName['addresses'] {
  const all = addresses.map((address) => ({ address, ...refusedBy(guard.check(address)) }));
  const inside = all.filter((one) => 'blockedBy' in one).slice(0, maxAddresses);
  const outside = all.filter((one) => !('blockedBy' in one)).slice(0, maxAddresses - inside.length);
  return all.filter((one) => inside.includes(one) || outside.includes(one));
}

/** The special-purpose ranges of addresses. */
export const rangesOf = (addresses: KnownName['addresses']): string[] =>
  addresses.flatMap(({ blockedBy }) => blockedBy ?? []);

/** A name with its DNS data and the special-purpose ranges of its addresses. */
export async function knownNameOf(context: ProbeContext, { name, sources }: SightedName): Promise<KnownName> {
  const { addresses, ...resolved } = await resolveWhole(context, name);
  return {
    name,
    sources,
    ...resolved,
    wildcard: false,
    addresses: withRanges(context, addresses),
  };
}
