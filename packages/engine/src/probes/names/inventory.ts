import { listedNames } from '@perimeter/protocols/names/common-names.data';
import { inventoryOf, type NameSighting, type SightedName } from '@perimeter/protocols/names/inventory';
import { isWildcardAnswer, type NameAnswer, wildcardZones } from '@perimeter/protocols/names/wildcard';
import type { KnownName, NamesEvidence, RandomAnswer } from '../../evidence/names/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';
import { nameCaps } from './caps.data.ts';
import { knownNameOf } from './resolve.ts';
import { askRandoms, starredZones, wildcardsOf } from './wildcards.ts';

/** The name below which names are looked for; null: a www host has none of its own. */
export const baseOf = ({ domain }: Pick<TargetEvidence, 'domain'>): string | null =>
  domain.startsWith('www.') ? null : domain;

/** The names of the list below a domain. */
export const listedBelow = (base: string, scanMode: TargetEvidence['scanMode']): string[] =>
  listedNames[scanMode].map((label) => `${label}.${base}`);

type Inventory = Pick<NamesEvidence, 'inventory' | 'listed' | 'notKept' | 'randoms'>;

/** True for a name that nothing of the domain names: it was only tried. */
const isTried = ({ sources }: SightedName): boolean =>
  sources.every((source) => source === 'list' || source === 'target');

/** What stands beside the names of a domain: random names, and the wildcards that answer them. */
interface Beside {
  base: string;
  randoms: readonly RandomAnswer[];
  wildcards: readonly KnownName[];
}

const answerOf = ({ name, status, aliases, addresses }: KnownName): NameAnswer => ({
  name,
  status,
  aliases,
  addresses: addresses.map(({ address }) => address),
});

/**
 * Names that something names, and of those that were tried the ones that exist, or may: what a wildcard answers is no name of
 * its own, and what has no answer beside one is nobody's.
 */
function isNews(known: KnownName, { base, randoms, wildcards }: Beside): boolean {
  if (known.name === base || !isTried(known)) return true;
  if (isWildcardAnswer(answerOf(known), randoms)) return false;
  if (known.status === 'unknown') return wildcards.length === 0;
  return known.status !== 'missing' || known.aliases.length > 0;
}

/** A name that is made by a wildcard, marked as such. */
function marked(known: KnownName, { base, randoms, wildcards }: Beside): KnownName {
  const wild = [...wildcardZones(randoms).keys(), ...wildcards.map(({ name }) => name.slice(2))];
  const beside = randoms.filter(({ zone }) => wild.includes(zone));
  return { ...known, wildcard: known.name !== base && isWildcardAnswer(answerOf(known), beside) };
}

/** The names below the domain: those that evidence names, those of the list that DNS knows, and wildcards. */
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
    askRandoms(context, [base, ...starredZones(base, sightings, caps.starredZones)]),
    Promise.all(asked.map(async (one) => knownNameOf(context, one))),
  ]);
  const wildcards = await wildcardsOf(context, randoms);
  const beside = { base, randoms, wildcards };
  const news = known.filter((one) => isNews(one, beside)).map((one) => marked(one, beside));
  const unanswered = known.filter(({ name, status }) => listed.includes(name) && status === 'unknown').length;
  return {
    inventory: [...news, ...wildcards],
    notKept: names.length - asked.length,
    listed: { asked: listed.length, unanswered },
    randoms,
  };
}
