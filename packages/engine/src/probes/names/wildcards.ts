import { hostOfName, type NameSighting } from '@perimeter/protocols/names/inventory';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { aliasPatterns, isWildcardName, wildcardAnswers, wildcardName } from '@perimeter/protocols/names/wildcard';
import type { KnownName, RandomAnswer } from '../../evidence/names/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { randomNames } from './random-labels.ts';
import { resolveName, resolveWhole, withRanges } from './resolve.ts';

/** The zones of names such as `*.dev.example.com`, which certificates and others hold: there may be a wildcard. */
export function starredZones(base: string, sightings: readonly NameSighting[]): string[] {
  const zones = sightings.flatMap(({ name }) => (isWildcardName(name) ? (hostOfName(name) ?? []) : []));
  return [...new Set(zones)].filter((zone) => zone !== base && isAtOrBelow(zone, base)).toSorted();
}

async function askRandom(context: ProbeContext, zone: string, name: string): Promise<RandomAnswer> {
  const resolved = await resolveWhole(context, name);
  const addresses = withRanges(context, resolved.addresses).map(({ address }) => address);
  return { zone, name, ...resolved, addresses };
}

/** What random names below zones get: more of them where answers are given by weight, so that most of those are seen. */
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

/** A random name that stands for a wildcard: one that is an alias or has an address, else any. */
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

/** What names get whose aliases DNAME records alone make: all that the tree has or has not; null: the tree exists, and so may they. */
async function ofTree(context: ProbeContext, tree: string, random: RandomAnswer): Promise<KnownName['status'] | null> {
  const { status } = await resolveName(context, tree);
  if (status === 'missing' || status === 'unknown') return status;
  return random.status === 'unknown' ? 'unknown' : null;
}

/** A wildcard of addresses or of an alias; none where a DNAME record leads to a tree that has names of its own. */
async function ofAnswer(context: ProbeContext, random: RandomAnswer): Promise<KnownName[]> {
  const { zone, unseen } = random;
  const aliases = aliasPatterns(random, zone);
  const addresses = withRanges(context, random.addresses);
  const last = aliases.at(-1);
  const isTree = last !== undefined && isWildcardName(last) && random.status !== 'exists';
  const status = isTree ? await ofTree(context, last.slice(2), random) : random.status;
  return status === null ? [] : [nameOf(zone, { status, aliases, addresses, ...(unseen && { unseen }) })];
}

/** A wildcard of mail hosts alone: names without an address, which have MX records all the same. */
async function ofMail({ resolver, signal }: ProbeContext, random?: RandomAnswer): Promise<KnownName[]> {
  if (random?.status !== 'no-address') return [];
  const { records } = await resolver.query(random.name, 'MX', { signal });
  return records.length === 0 ? [] : [nameOf(random.zone, { status: 'no-address', aliases: [], addresses: [] })];
}

const isSound = ({ status, addresses }: KnownName): boolean =>
  status === 'exists' && addresses.every(({ blockedBy }) => blockedBy === undefined);

/** The wildcard of a zone; where its answers differ, each that may have a fault. */
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

/** The wildcards of the zones that were asked, as names of the inventory. */
export async function wildcardsOf(context: ProbeContext, randoms: readonly RandomAnswer[]): Promise<KnownName[]> {
  const byZone = Map.groupBy(randoms, ({ zone }) => zone);
  return (await Promise.all([...byZone.values()].map(async (own) => wildcardsIn(context, own)))).flat();
}
