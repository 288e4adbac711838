import { recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, type Location, notApplicable, openBy, type Why, whyBy } from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { KnownName, NamesEvidence } from '../../../evidence/names/schema.ts';
import { narrow, onePlace, type Subject } from '../../../catalogue/check-of.ts';

/** Evidence of names whose base name is known. */
export interface FoundNames extends NamesEvidence {
  base: string;
  registrableDomain: string;
  startedAtMs: number;
}

type NamedKind = 'names' | 'target';
/** Names, and the HTTP answers of the domain's own site. */
export type SiteNames = Pick<EvidenceByKind, NamedKind | 'http' | 'endpoints' | 'certificates'>;

/** Counts of items that the audit skipped because of its limits. */
export const left = (
  count: number,
  code: 'names-unasked' | 'names-left' | 'common-names-unanswered' | 'references-unasked' | 'hosts-left',
): Why[] => (count === 0 ? [] : [whyBy(code, { count })]);

const openNames = ({ inventory }: NamesEvidence): KnownName[] =>
  inventory.filter(({ status, unseen }) => status === 'unknown' || unseen !== undefined);

/** Counts of names missing from the inventory, because a query failed or was not sent. */
export function unnamed(names: NamesEvidence): Why[] {
  const { listed, notKept } = names;
  // With an unknown wildcard, names of the list are dropped together with it.
  const dropped = listed.unanswered - openNames(names).filter(({ sources }) => sources.includes('list')).length;
  return [...left(Math.max(0, dropped), 'common-names-unanswered'), ...left(notKept, 'names-left')];
}

/** Names with queries that failed or were not sent. */
export const unanswered = (names: NamesEvidence): Why[] => [
  ...openNames(names).map(({ name, status, unseen = [] }) =>
    status === 'unknown'
      ? whyBy('name-unanswered', { name })
      : whyBy('name-half-unanswered', { name, types: unseen.join(' and ') }),
  ),
  ...unnamed(names),
];

const isSilent = ({ listed, inventory }: NamesEvidence): boolean =>
  listed.asked > 0 && listed.unanswered === listed.asked && inventory.every(({ status }) => status === 'unknown');

/** Location of a name's records; a wildcard's records take the location of their zone. */
export const nameAt = (name: string, type = 'A'): Location => recordsAt(name.replace(/^\*\./, ''), type, name);

/** Selects the gaps in the evidence of names. */
type OpenNames = (names: FoundNames) => readonly Why[];

/** The names below the domain; a pass needs an answer for each. open: gaps that prevent a pass. */
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

/** The names below the domain with their CAA records. */
export const certifiedNames = (open: OpenNames = unanswered) =>
  narrow(namesBelow(open), (of) => ({ of }), { needs: ['certificates'] });

/** The names below the domain with the answers of the domain's own site. */
export const siteNames = (open: OpenNames = unanswered) =>
  narrow(namesBelow(open), (of) => ({ of }), { needs: ['http', 'endpoints', 'certificates'] });
