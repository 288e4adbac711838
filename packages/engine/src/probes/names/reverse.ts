import { lookupFailed } from '../../evidence/dns/lookup.ts';
import type { KnownName } from '../../evidence/names/schema.ts';
import { netFailed, seen, unobserved } from '../../evidence/observed.ts';
import type { ProbeContext } from '../probe.ts';

const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;

/** Adds the reverse name of the first address to names with an address of their own. */
export async function withReverseNames(
  { resolver, signal }: ProbeContext,
  inventory: readonly KnownName[],
  most: number,
): Promise<KnownName[]> {
  const first = ({ addresses: [one] }: KnownName): string | null =>
    one !== undefined && one.blockedBy === undefined && ipv4.test(one.address) ? one.address : null;
  const own = inventory.filter(({ aliases, wildcard }) => aliases.length === 0 && !wildcard);
  const asked = new Set([...new Set(own.flatMap((one) => first(one) ?? []))].slice(0, most));
  const add = async (one: KnownName): Promise<KnownName> => {
    const address = own.includes(one) ? first(one) : null;
    if (address === null || !asked.has(address)) return one;
    const answer = await resolver.query(`${address.split('.').toReversed().join('.')}.in-addr.arpa`, 'PTR', { signal });
    if (lookupFailed(answer))
      return {
        ...one,
        reverse: unobserved(answer.failure ?? netFailed('malformed', 'resolver-status', answer.status)),
      };
    const name =
      answer.records
        .find(({ type }) => type === 'PTR')
        ?.data.toLowerCase()
        .replace(/\.$/, '') ?? null;
    return { ...one, reverse: seen(name) };
  };
  return Promise.all(inventory.map(add));
}
