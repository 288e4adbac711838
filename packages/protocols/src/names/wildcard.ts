import { isAtOrBelow } from '../dns/name.ts';

/** What a name leads to, as DNS says. */
export interface NameAnswer {
  name: string;
  status: 'exists' | 'no-address' | 'missing' | 'unknown';
  aliases: readonly string[];
  addresses: readonly string[];
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
 * Where an alias leads, for every name of the zone alike: `*` stands for the labels of the name, where the target begins with
 * them, as that of a DNAME record does (RFC 6672 section 2.2). Null: the name is no alias.
 */
export function aliasPattern({ name, aliases: [first] }: NameAnswer, zone: string): string | null {
  if (first === undefined || !isAtOrBelow(name, zone) || name === zone) return first ?? null;
  const own = name.slice(0, -zone.length);
  return first.startsWith(own) && first !== name ? wildcardName(first.slice(own.length)) : first;
}

const hasSome = ({ status, aliases }: NameAnswer): boolean => status === 'exists' || aliases.length > 0;

/** The random names below each zone whose names exist though nobody created them. */
export function wildcardZones<R extends RandomNameAnswer>(randoms: readonly R[]): ReadonlyMap<string, R[]> {
  const byZone = Map.groupBy(randoms, ({ zone }) => zone);
  return new Map([...byZone].filter(([, all]) => all.some(hasSome)));
}

const overlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

/** True where two answers are the same, as far as they can be: the pattern of the alias, an address, or nothing at all. */
function isSame(answer: NameAnswer, random: RandomNameAnswer): boolean {
  const [own, other] = [aliasPattern(answer, random.zone), aliasPattern(random, random.zone)];
  if (own !== null || other !== null) return own === other;
  if (answer.addresses.length > 0 || random.addresses.length > 0) return overlap(answer.addresses, random.addresses);
  return answer.status === 'no-address' && random.status === 'no-address';
}

/** True where random names get answers of one kind that differ: nobody can tell a name of their kind from them. */
const varies = (randoms: readonly RandomNameAnswer[]): boolean => {
  const [first, ...others] = randoms.filter(hasSome);
  return first !== undefined && others.some((one) => !isSame(one, first));
};

const isAlias = ({ aliases }: NameAnswer): boolean => aliases.length > 0;

/** True where a name has the answer that any name beside it gets, or one that may be made as theirs are. */
export function isWildcardAnswer(answer: NameAnswer, randoms: readonly RandomNameAnswer[]): boolean {
  const beside = randoms.filter(({ zone }) => answer.name !== zone && isAtOrBelow(answer.name, zone));
  if (beside.some((random) => isSame(answer, random))) return true;
  return varies(beside) && beside.some((random) => hasSome(random) && isAlias(random) === isAlias(answer));
}
