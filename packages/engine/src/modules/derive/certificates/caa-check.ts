import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import {
  fail,
  inconclusive,
  informational,
  notApplicable,
  type Outcome,
  pass,
  proof,
  type Verdict,
} from '../../../catalogue/outcome.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import { type Caa, caaGap, type CaaGroup, caaGroups, digLine, recordLines } from './caa-records.ts';

/** The records as a zone file has them, and the command that shows them. */
export const caaProof = (caa: Caa, ...digOptions: readonly string[]): string =>
  proof(recordLines(caa), digLine(caa.foundAt ?? caa.host, ...digOptions));

/** Not applicable, unless records may be there that were not seen. */
function unlessUnseen(all: readonly Caa[], otherwise: Outcome): Outcome {
  const [gap] = all.flatMap((one) => caaGap(one) ?? []);
  return gap === undefined ? otherwise : inconclusive(gap);
}

/** Judges the sets of CAA records that were found; says why where there is none. all: also the names without records. */
export function judgeCaa(
  { caa }: CertificatesEvidence,
  judge: (groups: readonly CaaGroup[], all: readonly Caa[]) => Outcome,
): Outcome {
  if (!caa.known) return inconclusive(detailOf(caa.failure));
  const groups = caaGroups(caa.value);
  if (groups.length > 0) return judge(groups, caa.value);
  return unlessUnseen(caa.value, notApplicable('There are no CAA records (separate check)'));
}

interface CaaCheck extends Omit<CheckDefinition<'certificates'>, 'needs' | 'evaluate'> {
  /** Words alone are a fault, or a fact where the check only informs, with the records as proof; null: nothing is wrong. */
  judge: (caa: Caa) => Verdict | string | null;
  /** Options of dig that show it. */
  digOptions?: readonly string[];
}

/** Declares a check that asks every set of CAA records the same question; one finding for each name where records are. */
export const caaCheck = ({ judge, digOptions = [], ...facts }: CaaCheck): Check => {
  const state = facts.weakness === undefined ? informational : fail;
  const verdictOn = (caa: Caa): Verdict => {
    const said = judge(caa) ?? pass(facts.title);
    return typeof said === 'string' ? state({ description: said, evidence: caaProof(caa, ...digOptions) }) : said;
  };
  return defineCheck({
    ...facts,
    needs: ['certificates'],
    evaluate: ({ certificates }) =>
      judgeCaa(certificates, (groups, all) => {
        const judged = groups.map(({ caa, hosts: [host = caa.host] }) => ({
          location: { host },
          subject: caa.foundAt ?? '',
          ...verdictOn(caa),
        }));
        const outcome = combine(facts.finding, judged);
        return outcome.outcome === 'not-applicable' ? unlessUnseen(all, outcome) : outcome;
      }),
  });
};
