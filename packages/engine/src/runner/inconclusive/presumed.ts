import { type Cause, causes } from '../../evidence/causes.data.ts';
import { modules } from '../../modules/registry.ts';
import { scoreVector } from '../../scoring/cvss.ts';
import type { Instance } from '../../scoring/penalty.ts';
import { policy } from '../../scoring/policy.data.ts';

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

/** True where the host kept back what a check asks for; null: the check is judged. */
export const isHidden = (cause: Cause | null): boolean => cause !== null && !('hidBy' in causes[cause]);

/** What a check counts as whose answer the host did not give: the missing protection. Null where it is judged, or where the host hid nothing. */
export const presumedOf = (id: string, cause: Cause | null): Instance | null =>
  isHidden(cause) ? (failures.get(id) ?? null) : null;
