import { isAtOrBelow } from '../dns/name.ts';

/** Where a name was seen. */
export const nameSources = [
  'target',
  'san',
  'cname',
  'ns',
  'mx',
  'spf',
  'dmarc',
  'srv',
  'csp',
  'page',
  'list',
  'nsec',
  'wildcard',
] as const;
export type NameSource = (typeof nameSources)[number];

/** A name as it was seen somewhere. */
export interface NameSighting {
  name: string;
  source: NameSource;
}

/** A name with all places where it was seen. */
export interface SightedName {
  name: string;
  sources: NameSource[];
}

/** Letters of host names (RFC 952, RFC 1123): names with underscores hold records of services, no hosts. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/;
const longestName = 253;

/** The host of a name: in lower case, of a wildcard the name above it; null where there is none. */
export function hostOfName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, '').replace(/^\*\./, '');
  return name.length <= longestName && hostName.test(name) ? name : null;
}

/**
 * The names at or below a domain, each once, with where it was seen; first the domain, then those that most places name
 * first, at most so many.
 */
export function inventoryOf(domain: string, sightings: readonly NameSighting[], most: number): SightedName[] {
  const byName = new Map<string, Set<NameSource>>([[domain, new Set(['target'])]]);
  for (const { name: text, source } of sightings) {
    const name = hostOfName(text);
    if (name === null || !isAtOrBelow(name, domain)) continue;
    byName.set(name, (byName.get(name) ?? new Set()).add(source));
  }
  const rankOf = (sources: ReadonlySet<NameSource>): number =>
    Math.min(...[...sources].map((source) => nameSources.indexOf(source)));
  return [...byName]
    .toSorted(([a, of], [b, other]) => rankOf(of) - rankOf(other) || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name, sources]) => ({ name, sources: nameSources.filter((source) => sources.has(source)) }));
}
