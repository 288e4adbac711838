import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { exposedServices } from '../../modules/exposed_services/module.ts';
import { deepAudit } from '../testing/deep-audit.ts';

const kinds = new Set(exposedServices.checks.flatMap(({ needs }) => needs));
const audits = new Map<string, Promise<AuditEvidence>>();
const audited = (host: string): Promise<AuditEvidence> => {
  const audit = audits.get(host) ?? deepAudit(host, kinds);
  audits.set(host, audit);
  return audit;
};

labTest('a tarpit, a silent host and other services at known ports have no finding', async () => {
  for (const host of ['tarpit.lab', 'silent.lab', 'impostor.lab', 'neutral.lab']) {
    const evidence = await audited(host);
    for (const check of exposedServices.checks.filter(({ cvss, id }) => cvss !== undefined && id.startsWith('svc-'))) {
      const outcome = check.evaluate(evidence);
      assert.deepEqual(draftsOf(outcome), [], `${check.id} on ${host}`);
      // The ports of silent.lab are filtered: its 443 answers before and after the sweep.
      if (host === 'tarpit.lab') assert.notEqual(outcome.outcome, 'pass', `${check.id} on ${host}`);
    }
  }
});

labTest('whatever services send, the audit ends and every check answers', async () => {
  const hosts = ['hostile-ports-1.lab', 'hostile-ports-2.lab', 'hostile-ports-3.lab', 'hostile-ports-4.lab'];
  const all = await Promise.all(hosts.map(audited));
  for (const evidence of all) {
    assert.ok((evidence.ports?.open.length ?? 0) > 0);
    for (const { heard, sent } of evidence.ports?.open ?? []) assert.ok(heard.length <= 512 && sent.length <= 512);
    for (const check of exposedServices.checks) assert.ok(check.evaluate(evidence).reason.length > 0);
  }
});
