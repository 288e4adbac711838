import { listedNames } from '@perimeter/protocols/names/common-names.data';
import {
  inventoryOf,
  isWildcardAnswer,
  type NameSighting,
  type SightedName,
} from '@perimeter/protocols/names/inventory';
import type { KnownName, NamesEvidence, RandomAnswer } from '../../evidence/names/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';
import { nameCaps } from './caps.data.ts';
import { randomNames } from './random-labels.ts';
import { knownNameOf, resolveName } from './resolve.ts';

/** The name below which names are looked for; null: a www host has none of its own. */
export const baseOf = ({ domain }: Pick<TargetEvidence, 'domain'>): string | null =>
  domain.startsWith('www.') ? null : domain;

/** The names of the list below a domain. */
export const listedBelow = (base: string, scanMode: TargetEvidence['scanMode']): string[] =>
  listedNames[scanMode].map((label) => `${label}.${base}`);

/** What random names below the domain get. */
export const askRandoms = async (context: ProbeContext, zone: string): Promise<RandomAnswer[]> =>
  Promise.all(
    randomNames(context.target, zone).map(async (name) => ({ zone, name, ...(await resolveName(context, name)) })),
  );

type Inventory = Pick<NamesEvidence, 'inventory' | 'listed' | 'notKept' | 'randoms'>;

/** True for a name that nothing of the domain names: it was only tried. */
const isTried = ({ sources }: SightedName): boolean =>
  sources.every((source) => source === 'list' || source === 'target');

/** Names that something names, and of those that were tried the ones that exist, or may: what a wildcard answers is no name of its own. */
const isNews = (known: KnownName, base: string): boolean =>
  known.name === base ||
  !isTried(known) ||
  (!known.wildcard && (known.status !== 'missing' || known.aliases.length > 0));

/** The names below the domain: those that evidence names, and those of the list that DNS knows. */
export async function takeInventory(
  context: ProbeContext,
  base: string,
  sightings: readonly NameSighting[],
): Promise<Inventory> {
  const caps = nameCaps[context.target.scanMode];
  const listed = listedBelow(base, context.target.scanMode);
  const own = webHostsOf(context.target).map((name): NameSighting => ({ name, source: 'target' }));
  const inList = listed.map((name): NameSighting => ({ name, source: 'list' }));
  const names = inventoryOf(base, [...own, ...sightings, ...inList], Number.POSITIVE_INFINITY);
  const asked = names.slice(0, caps.inventory + listed.length);
  const [randoms, known] = await Promise.all([
    askRandoms(context, base),
    Promise.all(asked.map(async (one) => knownNameOf(context, one))),
  ]);
  const wildcards = randoms.filter(({ status, aliases }) => status === 'exists' || aliases.length > 0);
  const marked = known.map((one): KnownName => {
    const addresses = one.addresses.map(({ address }) => address);
    return { ...one, wildcard: one.name !== base && isWildcardAnswer({ ...one, addresses }, wildcards) };
  });
  const news = marked.filter((one) => isNews(one, base));
  const unanswered = marked.filter(({ name, status }) => listed.includes(name) && status === 'unknown').length;
  return {
    inventory: news,
    notKept: names.length - asked.length,
    listed: { asked: listed.length, unanswered },
    randoms,
  };
}
