import { hostOfName, type NameSighting } from '@perimeter/protocols/names/inventory';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { aliasPatterns, isWildcardName, wildcardAnswers, wildcardName } from '@perimeter/protocols/names/wildcard';
import type { KnownName, RandomAnswer } from '../../evidence/names/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { randomNames } from './random-labels.ts';
import { resolveName, resolveWhole, withRanges } from './resolve.ts';

/** Zones of wildcard names such as `*.dev.example.com` in certificates and other evidence. */
export function starredZones(base: string, sightings: readonly NameSighting[]): string[] {
  const zones = sightings.flatMap(({ name }) => (isWildcardName(name) ? (hostOfName(name) ?? []) : []));
  return [...new Set(zones)].filter((zone) => zone !== base && isAtOrBelow(zone, base)).toSorted();
}

async function askRandom(context: ProbeContext, zone: string, name: string): Promise<RandomAnswer> {
  const resolved = await resolveWhole(context, name);
  const addresses = withRanges(context, resolved.addresses).map(({ address }) => address);
  return { zone, name, ...resolved, addresses };
}

/** Answers of random names below zones: more of them where answers rotate, so that most are seen. */
export async function askRandoms(context: ProbeContext, zones: readonly string[]): Promise<RandomAnswer[]> {
  const ask = async (some: readonly string[], uses: 'always' | 'more'): Promise<RandomAnswer[]> =>
    Promise.all(
      some.flatMap((zone) =>
        randomNames(context.target, zone, uses).map(async (name) => askRandom(context, zone, name)),
      ),
    );
  const first = await ask(zones, 'always');
  const weighted = zones.filter((zone) => wildcardAnswers(first.filter((one) => one.zone === zone)).length > 1);
  return [...first, ...(await ask(weighted, 'more'))];
}

/** A random name that represents a wildcard: preferably one with an alias or an address. */
export const standIn = (randoms: readonly RandomAnswer[], zone: string): RandomAnswer | undefined => {
  const own = randoms.filter((one) => one.zone === zone);
  return own.find(({ aliases }) => aliases.length > 0) ?? own.find(({ status }) => status === 'exists') ?? own[0];
};

const nameOf = (zone: string, facts: Pick<KnownName, 'status' | 'aliases' | 'addresses' | 'unseen'>): KnownName => ({
  name: wildcardName(zone),
  sources: ['wildcard'],
  wildcard: false,
  ...facts,
});

/** What a DNAME tree makes of its names; null: the target tree exists, and its names may. */
async function ofTree(context: ProbeContext, tree: string, random: RandomAnswer): Promise<KnownName['status'] | null> {
  const { status } = await resolveName(context, tree);
  if (status === 'missing' || status === 'unknown') return status;
  return random.status === 'unknown' ? 'unknown' : null;
}

/** A wildcard with addresses or an alias; none where a DNAME record leads to an existing tree. */
async function ofAnswer(context: ProbeContext, random: RandomAnswer): Promise<KnownName[]> {
  const { zone, unseen } = random;
  const aliases = aliasPatterns(random, zone);
  const addresses = withRanges(context, random.addresses);
  const last = aliases.at(-1);
  const isTree = last !== undefined && isWildcardName(last) && random.status !== 'exists';
  const status = isTree ? await ofTree(context, last.slice(2), random) : random.status;
  return status === null ? [] : [nameOf(zone, { status, aliases, addresses, ...(unseen && { unseen }) })];
}

/** A wildcard with MX records only: names without an address. */
async function ofMail({ resolver, signal }: ProbeContext, random?: RandomAnswer): Promise<KnownName[]> {
  if (random?.status !== 'no-address') return [];
  const { records } = await resolver.query(random.name, 'MX', { signal });
  return records.length === 0 ? [] : [nameOf(random.zone, { status: 'no-address', aliases: [], addresses: [] })];
}

const isSound = ({ status, addresses }: KnownName): boolean =>
  status === 'exists' && addresses.every(({ blockedBy }) => blockedBy === undefined);

/** The wildcard of a zone; if its answers differ, each that may be faulty. */
async function wildcardsIn(context: ProbeContext, randoms: readonly RandomAnswer[]): Promise<KnownName[]> {
  const answers = wildcardAnswers(randoms);
  if (answers.length === 0)
    return ofMail(
      context,
      randoms.find(({ status }) => status === 'no-address'),
    );
  const [plain, ...others] = answers.filter(({ aliases }) => aliases.length === 0);
  const addresses = [plain, ...others].flatMap((one) => one?.addresses ?? []);
  const pool = plain === undefined ? [] : [{ ...plain, addresses: [...new Set(addresses)] }];
  const aliased = answers.filter(({ aliases }) => aliases.length > 0);
  const found = await Promise.all([...aliased, ...pool].map(async (one) => ofAnswer(context, one)));
  const faulty = found.flat().filter((one) => !isSound(one));
  return faulty.length > 0 ? faulty : found.flat().slice(0, 1);
}

/** The wildcards of the queried zones as names of the inventory. */
export async function wildcardsOf(context: ProbeContext, randoms: readonly RandomAnswer[]): Promise<KnownName[]> {
  const byZone = Map.groupBy(randoms, ({ zone }) => zone);
  return (await Promise.all([...byZone.values()].map(async (own) => wildcardsIn(context, own)))).flat();
}
