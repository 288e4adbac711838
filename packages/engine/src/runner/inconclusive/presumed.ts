import type { CheckResult } from '@perimeter/contract/report';
import { modules } from '../../modules/registry.ts';
import { scoreVector } from '../../scoring/cvss.ts';
import type { Instance } from '../../scoring/penalty.ts';
import { policy } from '../../scoring/policy.data.ts';
import { causeRowOf } from './next-steps.ts';

/** A confirmed failure of each required protection, with the vector of its check. */
const failures: ReadonlyMap<string, Instance> = new Map(
  modules.flatMap(({ checks }) =>
    checks.flatMap(({ id, cvss }) =>
      cvss === undefined || !policy.owed.includes(id)
        ? []
        : [[id, { cvss: scoreVector(cvss).score, confidence: 'confirmed' }] as const],
    ),
  ),
);

/** True where the host kept back what a check asks for. */
export const isHidden = ({ outcome, reason }: Pick<CheckResult, 'outcome' | 'reason'>): boolean =>
  outcome === 'inconclusive' && (causeRowOf(reason)?.hidBy ?? 'host') === 'host';

/** What a check counts as whose answer the host did not give: the missing protection. Null where it is judged, or where the host hid nothing. */
export const presumedOf = (check: Pick<CheckResult, 'id' | 'outcome' | 'reason'>): Instance | null =>
  isHidden(check) ? (failures.get(check.id) ?? null) : null;
