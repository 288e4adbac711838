import { inconclusive, notApplicable, type Outcome, proof } from '../../../catalogue/outcome.ts';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import { type Caa, caaGap, type CaaGroup, caaGroups, caaCommand, recordLines } from '../certificates/caa-records.ts';
import type { Subject } from '../../../catalogue/check-of.ts';

/** The records in zone-file form, and the command that shows them. */
export const caaProof = (caa: Caa, ...digOptions: readonly string[]): string =>
  proof(recordLines(caa), caaCommand(caa.foundAt ?? caa.host, ...digOptions));

/** Not applicable, unless unseen records may exist. */
function unlessUnseen(all: readonly Caa[], otherwise: Outcome): Outcome {
  const [gap] = all.flatMap((one) => caaGap(one) ?? []);
  return gap === undefined ? otherwise : inconclusive(gap);
}

/** The CAA record sets that were found, and all queried names; the reason where there are none. */
export function foundCaa({
  caa,
}: CertificatesEvidence): Outcome | { groups: readonly CaaGroup[]; all: readonly Caa[] } {
  if (!caa.known) return inconclusive(caa.failure);
  const groups = caaGroups(caa.value);
  if (groups.length > 0) return { groups, all: caa.value };
  return unlessUnseen(caa.value, notApplicable('There are no CAA records (separate check)'));
}

/** Every set of CAA records; one finding for each name where records are. digOptions: options of dig that show a fault. */
export const caaRecords = (...digOptions: readonly string[]): Subject<'certificates', Caa> => ({
  needs: ['certificates'],
  select: ({ certificates }) => {
    const found = foundCaa(certificates);
    if ('outcome' in found) return found;
    const { groups, all } = found;
    return {
      places: groups.map(({ caa, hosts: [host = caa.host] }) => ({
        of: caa,
        location: { host },
        subject: caa.foundAt ?? '',
      })),
      settle: (outcome) => (outcome.outcome === 'not-applicable' ? unlessUnseen(all, outcome) : outcome),
    };
  },
  quote: (caa) => caaProof(caa, ...digOptions),
});
