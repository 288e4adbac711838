import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { inconclusive, notApplicable, type Outcome, proof, type Verdict } from '../../../catalogue/outcome.ts';
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

/** Declares a check that asks every set of CAA records the same question; one finding for each name where records are. */
export const caaCheck = ({
  judge,
  ...facts
}: Omit<CheckDefinition<'certificates'>, 'needs' | 'evaluate'> & { judge: (caa: Caa) => Verdict }): Check =>
  defineCheck({
    ...facts,
    needs: ['certificates'],
    evaluate: ({ certificates }) =>
      judgeCaa(certificates, (groups, all) => {
        const judged = groups.map(({ caa, hosts: [host = caa.host] }) => ({
          location: { host },
          subject: caa.foundAt ?? '',
          ...judge(caa),
        }));
        const outcome = combine(facts.finding, judged);
        return outcome.outcome === 'not-applicable' ? unlessUnseen(all, outcome) : outcome;
      }),
  });
