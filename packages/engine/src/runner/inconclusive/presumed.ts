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

/** The failure that counts for a check whose answer the host hid: the missing protection. Null where it was judged, or where the host hid nothing. */
export const presumedOf = ({ id, outcome, reason }: Pick<CheckResult, 'id' | 'outcome' | 'reason'>): Instance | null =>
  outcome === 'inconclusive' && (causeRowOf(reason)?.hidBy ?? 'host') === 'host' ? (failures.get(id) ?? null) : null;
