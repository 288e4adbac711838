import type { EvidenceByKind, EvidenceKind } from '../../../evidence/evidence.ts';
import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, type Location, notApplicable, type Verdict } from '../../../catalogue/outcome.ts';
import type { KnownName, NamesEvidence } from '../../../evidence/names/schema.ts';

/** Evidence of names, of which the name below which they lie is known. */
export interface FoundNames extends NamesEvidence {
  base: string;
  registrableDomain: string;
  startedAtMs: number;
}

type NamedKind = 'names' | 'target';
/** Names, and what the site of the domain itself answered. */
export type SiteNames = Pick<EvidenceByKind, NamedKind | 'http' | 'endpoints' | 'certificates'>;

/** What a check of names judges: the verdict, and what was not seen and stands against a pass. */
type NamesCheck<N extends EvidenceKind> = Omit<CheckDefinition<N>, 'needs' | 'evaluate'> & {
  judge: (names: FoundNames, evidence: Pick<EvidenceByKind, N | NamedKind>) => Verdict;
  open?: (names: FoundNames) => readonly string[];
};

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

const checksOf =
  <const N extends EvidenceKind>(...more: readonly N[]) =>
  ({ judge, open = unanswered, ...facts }: NamesCheck<N | NamedKind>): Check =>
    defineCheck<N | NamedKind>({
      ...facts,
      needs: ['names', 'target', ...more],
      evaluate: (evidence) => {
        const { names, target } = evidence;
        const { base } = names;
        if (base === null) return notApplicable('The target is a www host, below which no names are looked for');
        if (isSilent(names)) return inconclusive('No question about names below the domain was answered');
        const { registrableDomain, startedAtMs } = target;
        const found: FoundNames = { ...names, base, registrableDomain, startedAtMs };
        const verdict = judge(found, evidence);
        const [gap] = verdict.outcome === 'pass' ? open(found) : [];
        return combine(facts.finding, [
          { ...(gap === undefined ? verdict : inconclusive(gap)), location: nameAt(base) },
        ]);
      },
    });

/** Declares a check of the names below the domain; a pass takes an answer for each of them. */
export const namesCheck = checksOf<never>();

/** The same, for checks that compare records of names with what CAA says of them. */
export const certifiedNamesCheck = checksOf('certificates');

/** The same, for checks that compare names with what the site of the domain answers. */
export const siteNamesCheck = checksOf('http', 'endpoints', 'certificates');
