import assert from 'node:assert/strict';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { exposedServices } from '../../../modules/exposed_services/module.ts';

const judgedServices = exposedServices.checks.filter(({ cvss, id }) => cvss !== undefined && id.startsWith('svc-'));

/** No service is found. */
export function assertHarmless(host: string, evidence: AuditEvidence): void {
  for (const check of judgedServices)
    assert.deepEqual(draftsOf(check.evaluate(evidence)), [], `${check.id} on ${host}`);
}

/** No service is found, and none is known to be absent. */
export function assertTarpit(evidence: AuditEvidence): void {
  assertHarmless('tarpit.lab', evidence);
  for (const check of judgedServices) assert.notEqual(check.evaluate(evidence).outcome, 'pass', check.id);
}
