import { recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, type Location, notApplicable, openBy } from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { KnownName, NamesEvidence } from '../../../evidence/names/schema.ts';
import { narrow, onePlace, type Subject } from '../../../catalogue/check-of.ts';

/** Evidence of names, of which the name below which they lie is known. */
export interface FoundNames extends NamesEvidence {
  base: string;
  registrableDomain: string;
  startedAtMs: number;
}

type NamedKind = 'names' | 'target';
/** Names, and what the site of the domain itself answered. */
export type SiteNames = Pick<EvidenceByKind, NamedKind | 'http' | 'endpoints' | 'certificates'>;

/** What an audit left out, because there is more than it asks for. */
export const left = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);

const openNames = ({ inventory }: NamesEvidence): KnownName[] =>
  inventory.filter(({ status, unseen }) => status === 'unknown' || unseen !== undefined);

/** How many names the inventory lacks, because DNS had no answer for them, or was not asked. */
export function unnamed(names: NamesEvidence): string[] {
  const { listed, notKept } = names;
  // Where nobody knows what a wildcard is, names of the list are dropped with it.
  const dropped = listed.unanswered - openNames(names).filter(({ sources }) => sources.includes('list')).length;
  return [
    ...left(Math.max(0, dropped), 'common names had no usable answer from DNS'),
    ...left(notKept, 'further names were not looked up'),
  ];
}

/** Names for which DNS had no answer, or was not asked. */
export const unanswered = (names: NamesEvidence): string[] => [
  ...openNames(names).map(
    ({ name, status, unseen = [] }) =>
      `${name}: no usable answer from DNS${status === 'unknown' ? '' : ` about ${unseen.join(' and ')}`}`,
  ),
  ...unnamed(names),
];

const isSilent = ({ listed, inventory }: NamesEvidence): boolean =>
  listed.asked > 0 && listed.unanswered === listed.asked && inventory.every(({ status }) => status === 'unknown');

/** The place of a name's records; those of a wildcard are about the zone that it stands in. */
export const nameAt = (name: string, type = 'A'): Location => recordsAt(name.replace(/^\*\./, ''), type, name);

/** What of the names was not seen. */
type OpenNames = (names: FoundNames) => readonly string[];

/** The names below the domain; a pass takes an answer for each of them. open: what was not seen and stands against a pass. */
export const namesBelow = (open: OpenNames = unanswered): Subject<NamedKind, FoundNames> => ({
  needs: ['names', 'target'],
  select: ({ names, target: { registrableDomain, startedAtMs } }) => {
    const { base } = names;
    if (base === null) return notApplicable('The target is a www host, below which no names are looked for');
    if (isSilent(names)) return openBy('names-unanswered');
    return onePlace({ ...names, base, registrableDomain, startedAtMs }, nameAt(base));
  },
  weigh: (verdict, names) => {
    const [gap] = verdict.outcome === 'pass' ? open(names) : [];
    return gap === undefined ? verdict : inconclusive(gap);
  },
});

/** The names below the domain, and what CAA says of them. */
export const certifiedNames = (open: OpenNames = unanswered) =>
  narrow(namesBelow(open), (of) => ({ of }), { needs: ['certificates'] });

/** The names below the domain, and what the site of the domain answers. */
export const siteNames = (open: OpenNames = unanswered) =>
  narrow(namesBelow(open), (of) => ({ of }), { needs: ['http', 'endpoints', 'certificates'] });
