import { listedNames } from '@perimeter/protocols/names/common-names.data';
import { inventoryOf, type NameSighting, type SightedName } from '@perimeter/protocols/names/inventory';
import {
  isWildcardAnswer,
  isWildcardKind,
  isWildcardUnknown,
  type NameAnswer,
  type RandomNameAnswer,
  wildcardZones,
} from '@perimeter/protocols/names/wildcard';
import type { KnownName, NamesEvidence } from '../../evidence/names/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';
import { nameCaps } from './caps.data.ts';
import { mailOf, mailOfRandoms } from './mail.ts';
import { knownNameOf, rangesOf } from './resolve.ts';
import { askRandoms, starredZones, wildcardsOf } from './wildcards.ts';

/** The name below which names are looked up; null for a www host. */
export const baseOf = ({ domain }: Pick<TargetEvidence, 'domain'>): string | null =>
  domain.startsWith('www.') ? null : domain;

/** The host of an MTA-STS policy (RFC 8461 section 3.3): nobody looks at its alias, which outlives its provider. */
export const policyHostOf = (base: string): string => `mta-sts.${base}`;

/** The names of the list below a domain. */
export const listedBelow = (base: string, scanMode: TargetEvidence['scanMode']): string[] =>
  listedNames[scanMode].map((label) => `${label}.${base}`);

type Inventory = Pick<NamesEvidence, 'inventory' | 'listed' | 'notKept' | 'randoms'>;

/** True for a name that was only guessed. */
const isTried = ({ sources }: SightedName): boolean =>
  sources.every((source) => source === 'list' || source === 'target');

/** A name with the form of its answer that is compared with random names. */
interface Compared {
  known: KnownName;
  answer: NameAnswer;
}

/** Random names, and the zones whose wildcards answer them. */
interface Beside {
  base: string;
  randoms: readonly RandomNameAnswer[];
  wild: readonly string[];
  /** Aliases that several guessed names share. */
  shared: ReadonlySet<string>;
}

const answerOf = ({ name, status, aliases, addresses }: KnownName): NameAnswer => ({
  name,
  status,
  aliases,
  addresses: addresses.map(({ address }) => address),
  ranges: rangesOf(addresses),
});

const isMade = (answer: NameAnswer, randoms: readonly RandomNameAnswer[], shared?: ReadonlySet<string>): boolean =>
  isWildcardAnswer(answer, randoms) || isWildcardKind(answer, randoms, shared);

function sharedAliases(known: readonly KnownName[]): ReadonlySet<string> {
  const byAlias = Map.groupBy(known.filter(isTried), ({ aliases: [first = ''] }) => first);
  return new Set([...byAlias].flatMap(([alias, names]) => (names.length > 1 ? [alias] : [])));
}

/** A name with its mail hosts, if nothing else distinguishes it from wildcard names. */
async function compared(
  context: ProbeContext,
  known: KnownName,
  randoms: readonly RandomNameAnswer[],
): Promise<Compared> {
  const answer = answerOf(known);
  // A name with an alias has no other records (RFC 1034 section 3.6.2).
  if (known.aliases.length > 0 || !isMade(answer, randoms)) return { known, answer };
  const mail = await mailOf(context, known.name);
  if (mail !== null) return { known, answer: { ...answer, mail } };
  return { known: { ...known, unseen: [...(known.unseen ?? []), 'MX'] }, answer };
}

/**
 * Names from other evidence, and guessed names that exist or may: a wildcard's answer is not a separate name. Beside a
 * wildcard, a name without an answer may be a separate zone.
 */
function isNews({ known, answer }: Compared, { base, randoms, shared }: Beside): boolean {
  if (known.name === base || !isTried(known)) return true;
  if (isMade(answer, randoms, shared)) return false;
  if (known.status === 'unknown') return !isWildcardUnknown(known.name, randoms);
  return known.status !== 'missing' || known.aliases.length > 0;
}

/** A name that a wildcard creates, marked as such. */
function marked({ known, answer }: Compared, { base, randoms, wild }: Omit<Beside, 'shared'>): KnownName {
  const beside = randoms.filter(({ zone }) => wild.includes(zone));
  return { ...known, wildcard: known.name !== base && isWildcardAnswer(answer, beside) };
}

/** The inventory of names below the domain: names in evidence, guessed names that DNS has, and wildcards. */
export async function takeInventory(
  context: ProbeContext,
  base: string,
  sightings: readonly NameSighting[],
): Promise<Inventory> {
  const caps = nameCaps[context.target.scanMode];
  const listed = listedBelow(base, context.target.scanMode);
  const own = webHostsOf(context.target).map((name): NameSighting => ({ name, source: 'target' }));
  const inList = [policyHostOf(base), ...listed].map((name): NameSighting => ({ name, source: 'list' }));
  const names = inventoryOf(base, [...own, ...sightings, ...inList], Number.POSITIVE_INFINITY);
  const asked = names.slice(0, caps.inventory + inList.length);
  const starred = starredZones(base, sightings);
  const zones = starred.slice(0, caps.starredZones);
  const [randoms, known] = await Promise.all([
    askRandoms(context, [base, ...zones]),
    Promise.all(asked.map(async (one) => knownNameOf(context, one))),
  ]);
  const [wildcards, answers] = await Promise.all([wildcardsOf(context, randoms), mailOfRandoms(context, randoms)]);
  const all = await Promise.all(known.map(async (one) => compared(context, one, answers)));
  const wild = [...wildcardZones(randoms).keys(), ...wildcards.map(({ name }) => name.slice(2))];
  const beside = { base, randoms: answers, wild, shared: sharedAliases(known) };
  const isOpen = ({ status, unseen }: KnownName): boolean => status === 'unknown' || unseen !== undefined;
  return {
    inventory: [...all.filter((one) => isNews(one, beside)).map((one) => marked(one, beside)), ...wildcards],
    notKept: names.length - asked.length + starred.length - zones.length,
    listed: {
      asked: listed.length,
      unanswered: all.filter((one) => listed.includes(one.known.name) && isOpen(one.known)).length,
    },
    randoms,
  };
}
