import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { recordsAt } from '../../../catalogue/dig.ts';
import { inconclusive, type Location, notApplicable, type Outcome, type Verdict } from '../../../catalogue/outcome.ts';
import type { KnownName, NamesEvidence } from '../../../evidence/names/schema.ts';
import type { HstsEvidence } from '../../derive/http/hsts.ts';

/** Evidence of names, of which the name below which they lie is known. */
export interface FoundNames extends NamesEvidence {
  base: string;
  registrableDomain: string;
  startedAtMs: number;
}

type NamedEvidence = Pick<EvidenceByKind, 'names' | 'target'>;
/** Names, and what the site of the domain itself answered. */
export type SiteNames = NamedEvidence & HstsEvidence;

type Facts<E extends NamedEvidence> = Omit<CheckDefinition<keyof E & keyof EvidenceByKind>, 'needs' | 'evaluate'>;

/** What a check of names judges: the verdict, and what was not seen and stands against a pass. */
interface Judging<E> {
  judge: (names: FoundNames, evidence: E) => Verdict;
  open?: (names: FoundNames) => readonly string[];
}

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

function evaluated<E extends NamedEvidence>(
  finding: string,
  { judge, open = unanswered }: Judging<E>,
  evidence: E,
): Outcome {
  const { names, target } = evidence;
  const { base } = names;
  if (base === null) return notApplicable('The target is a www host, below which no names are looked for');
  if (isSilent(names)) return inconclusive('No question about names below the domain was answered');
  const found: FoundNames = {
    ...names,
    base,
    registrableDomain: target.registrableDomain,
    startedAtMs: target.startedAtMs,
  };
  const verdict = judge(found, evidence);
  const [gap] = verdict.outcome === 'pass' ? open(found) : [];
  return combine(finding, [{ ...(gap === undefined ? verdict : inconclusive(gap)), location: nameAt(base) }]);
}

/** Declares a check of the names below the domain; a pass takes an answer for each of them. */
export const namesCheck = ({ judge, open, ...facts }: Facts<NamedEvidence> & Judging<NamedEvidence>): Check =>
  defineCheck({
    ...facts,
    needs: ['names', 'target'],
    evaluate: (evidence) => evaluated(facts.finding, { judge, ...(open && { open }) }, evidence),
  });

type CertifiedNames = NamedEvidence & Pick<EvidenceByKind, 'certificates'>;

/** The same, for checks that compare records of names with what CAA says of them. */
export const certifiedNamesCheck = ({
  judge,
  open,
  ...facts
}: Facts<CertifiedNames> & Judging<CertifiedNames>): Check =>
  defineCheck({
    ...facts,
    needs: ['names', 'target', 'certificates'],
    evaluate: (evidence) => evaluated(facts.finding, { judge, ...(open && { open }) }, evidence),
  });

/** The same, for checks that compare names with what the site of the domain answers. */
export const siteNamesCheck = ({ judge, open, ...facts }: Facts<SiteNames> & Judging<SiteNames>): Check =>
  defineCheck({
    ...facts,
    needs: ['names', 'target', 'http', 'endpoints', 'certificates'],
    evaluate: (evidence) => evaluated(facts.finding, { judge, ...(open && { open }) }, evidence),
  });
