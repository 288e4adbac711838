import { isAtOrBelow } from '../dns/name.ts';
import { registeredDomainOf, registrableDomainOf } from '../domain/name.ts';

/** What a name leads to, as DNS says. */
export interface NameAnswer {
  name: string;
  status: 'exists' | 'no-address' | 'missing' | 'unknown';
  aliases: readonly string[];
  addresses: readonly string[];
  /** Ranges of special purpose in which addresses lie; absent: none. */
  ranges?: readonly string[];
  /** Data of its MX records; absent: unknown. */
  mail?: readonly string[];
}

/** What a random name below a zone gets. */
export interface RandomNameAnswer extends NameAnswer {
  zone: string;
}

/** The name that stands for all names that a wildcard makes (RFC 4592 section 2.1.1). */
export const wildcardName = (zone: string): string => `*.${zone}`;

/** True for a name that stands for all names below a zone. */
export const isWildcardName = (name: string): boolean => name.startsWith('*.');

/**
 * Where the aliases of a name lead, for every name of the zone alike: `*` stands for the labels of the name, where a target
 * begins with them, as those of DNAME records do (RFC 6672 section 2.2).
 */
export function aliasPatterns({ name, aliases }: Pick<NameAnswer, 'name' | 'aliases'>, zone: string): string[] {
  if (!isAtOrBelow(name, zone) || name === zone) return [...aliases];
  const own = name.slice(0, -zone.length);
  return aliases.map((alias) =>
    alias.startsWith(own) && alias !== name ? wildcardName(alias.slice(own.length)) : alias,
  );
}

const hasSome = ({ status, aliases }: NameAnswer): boolean => status === 'exists' || aliases.length > 0;

/** The random names below each zone whose names exist though nobody created them. */
export function wildcardZones<R extends RandomNameAnswer>(randoms: readonly R[]): ReadonlyMap<string, R[]> {
  const byZone = Map.groupBy(randoms, ({ zone }) => zone);
  return new Map([...byZone].filter(([, all]) => all.some(hasSome)));
}

const overlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

const within = (some: readonly string[] = [], others: readonly string[] = []): boolean =>
  some.every((one) => others.includes(one));

/** True where an answer has, beside its aliases, nothing to judge that the random one lacks: inner addresses, mail hosts. */
const addsNothing = (answer: NameAnswer, random: NameAnswer): boolean =>
  within(answer.ranges, random.ranges) && within(answer.mail, random.mail);

/** True where two names lead to the same end: an address, nothing, or something unknown. */
function endsSame(answer: NameAnswer, random: NameAnswer): boolean {
  if (answer.addresses.length > 0 || random.addresses.length > 0)
    return overlap(answer.addresses, random.addresses) && addsNothing(answer, random);
  if (answer.aliases.length > 0) return answer.status === random.status;
  return answer.status === 'no-address' && random.status === 'no-address' && addsNothing(answer, random);
}

/** True where two answers are the same, as far as they can be: the aliases up to one that is not made of the name, else the end. */
function isSame(answer: NameAnswer, random: RandomNameAnswer): boolean {
  const [own, other] = [aliasPatterns(answer, random.zone), aliasPatterns(random, random.zone)];
  for (const [at, alias] of own.entries()) {
    if (alias !== other[at]) return false;
    // What follows is the answer to one question.
    if (!isWildcardName(alias)) return true;
  }
  // A DNAME record makes an alias of every name, also of those that the tree it leads to does not have.
  if (own.length > 0 && answer.status === 'missing') return true;
  return own.length === other.length && endsSame(answer, random);
}

/** The answers of random names below one zone that have any, each once. */
export function wildcardAnswers<R extends RandomNameAnswer>(randoms: readonly R[]): R[] {
  const made = randoms
    .filter(hasSome)
    .toSorted((a, b) => Number(a.status === 'unknown') - Number(b.status === 'unknown'));
  return made.filter((one, at) => !made.slice(0, at).some((before) => isSame(one, before)));
}

const besideOf = <R extends RandomNameAnswer>({ name }: Pick<NameAnswer, 'name'>, randoms: readonly R[]): R[] =>
  randoms.filter(({ zone }) => name !== zone && isAtOrBelow(name, zone));

/** True where a name has the answer that any name beside it gets. */
export const isWildcardAnswer = (answer: NameAnswer, randoms: readonly RandomNameAnswer[]): boolean =>
  besideOf(answer, randoms).some((random) => isSame(answer, random));

const domainsOf = ({ aliases }: NameAnswer): string[] => aliases.map((alias) => registrableDomainOf(alias) ?? alias);
/** The service that each alias leads to, whatever the customer. */
const servicesOf = ({ aliases }: NameAnswer): string[] => aliases.map((alias) => registeredDomainOf(alias) ?? alias);

/**
 * True where random names get differing answers of one kind, and this one may be another of them: it leads to what exists, in
 * the same domains, and has nothing else to judge. Only for guessed names. shared: aliases of several names that were
 * tried. A weighted wildcard gives each of its hosts to many names, while a real name has a host of its own: a shared host may be
 * another customer's of the same service.
 */
export function isWildcardKind(
  answer: NameAnswer,
  randoms: readonly RandomNameAnswer[],
  shared: ReadonlySet<string> = new Set(),
): boolean {
  const beside = wildcardAnswers(besideOf(answer, randoms));
  if (beside.length < 2 || answer.status !== 'exists') return false;
  const alike = beside.filter(({ aliases }) => aliases.length > 0 === answer.aliases.length > 0);
  if (!alike.some((random) => addsNothing(answer, random))) return false;
  const [first] = answer.aliases;
  const ownersOf = first !== undefined && shared.has(first) ? servicesOf : domainsOf;
  return within(ownersOf(answer), alike.flatMap(ownersOf));
}

/** True where the answers for random names beside a name are unknown. */
export function isWildcardUnknown(name: string, randoms: readonly RandomNameAnswer[]): boolean {
  const beside = besideOf({ name }, randoms);
  return beside.length > 0 && beside.every(({ status }) => status === 'unknown');
}
