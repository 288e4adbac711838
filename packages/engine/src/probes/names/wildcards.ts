import { hostOfName, type NameSighting } from '@perimeter/protocols/names/inventory';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { aliasPattern, isWildcardName, wildcardName, wildcardZones } from '@perimeter/protocols/names/wildcard';
import type { KnownName, RandomAnswer } from '../../evidence/names/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { randomNames } from './random-labels.ts';
import { resolveName, withRanges } from './resolve.ts';

/** The zones of names such as `*.dev.example.com`, which certificates and others hold: there may be a wildcard. */
export function starredZones(base: string, sightings: readonly NameSighting[], most: number): string[] {
  const zones = sightings.flatMap(({ name }) => (isWildcardName(name) ? (hostOfName(name) ?? []) : []));
  return [...new Set(zones)]
    .filter((zone) => zone !== base && isAtOrBelow(zone, base))
    .toSorted()
    .slice(0, most);
}

/** What random names below zones get. */
export const askRandoms = async (context: ProbeContext, zones: readonly string[]): Promise<RandomAnswer[]> =>
  Promise.all(
    zones.flatMap((zone) =>
      randomNames(context.target, zone).map(async (name) => ({ zone, name, ...(await resolveName(context, name)) })),
    ),
  );

/** A random name that stands for a wildcard: one that is an alias or has an address, else any. */
export const standIn = (randoms: readonly RandomAnswer[], zone: string): RandomAnswer | undefined => {
  const own = randoms.filter((one) => one.zone === zone);
  return own.find(({ aliases }) => aliases.length > 0) ?? own.find(({ status }) => status === 'exists') ?? own[0];
};

const nameOf = (zone: string, facts: Pick<KnownName, 'status' | 'aliases' | 'addresses'>): KnownName => ({
  name: wildcardName(zone),
  sources: ['wildcard'],
  wildcard: false,
  ...facts,
});

/** A wildcard of addresses or of an alias; none where a DNAME record leads to a tree that has names of its own. */
async function ofAddresses(context: ProbeContext, zone: string, random: RandomAnswer): Promise<KnownName[]> {
  const addresses = withRanges(context, random.addresses);
  const pattern = aliasPattern(random, zone);
  if (pattern === null || !isWildcardName(pattern) || random.status === 'exists')
    return [nameOf(zone, { status: random.status, aliases: random.aliases, addresses })];
  const { status } = await resolveName(context, pattern.slice(2));
  return status === 'missing' ? [nameOf(zone, { status, aliases: [pattern], addresses: [] })] : [];
}

/** A wildcard of mail hosts alone: names without an address, which have MX records all the same. */
async function ofMail({ resolver, signal }: ProbeContext, zone: string, random: RandomAnswer): Promise<KnownName[]> {
  if (random.status !== 'no-address') return [];
  const { records } = await resolver.query(random.name, 'MX', { signal });
  return records.length === 0 ? [] : [nameOf(zone, { status: 'no-address', aliases: [], addresses: [] })];
}

/** The wildcards of the zones that were asked, each as one name of the inventory. */
export async function wildcardsOf(context: ProbeContext, randoms: readonly RandomAnswer[]): Promise<KnownName[]> {
  const wild = wildcardZones(randoms);
  const zones = [...new Set(randoms.map(({ zone }) => zone))];
  const found = zones.map(async (zone) => {
    const random = standIn(randoms, zone);
    if (random === undefined) return [];
    return wild.has(zone) ? ofAddresses(context, zone, random) : ofMail(context, zone, random);
  });
  return (await Promise.all(found)).flat();
}
