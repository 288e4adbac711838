import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { exposedServices } from '../../modules/exposed_services/module.ts';
import { sharedAuditsBy } from '../testing/audited-once.ts';

const kinds = new Set(exposedServices.checks.flatMap(({ needs }) => needs));
const { of: audited } = sharedAuditsBy('network', kinds);

const harmless = ['tarpit.lab', 'silent.lab', 'impostor.lab', 'neutral.lab'];
const hostile = ['hostile-ports-1.lab', 'hostile-ports-2.lab', 'hostile-ports-3.lab', 'hostile-ports-4.lab'];

labTest('a tarpit, a silent host and other services at known ports have no finding', async () => {
  // Together: they wait for ports that stay silent.
  await Promise.all([...harmless, ...hostile].map(audited));
  for (const host of harmless) {
    const evidence = await audited(host);
    for (const check of exposedServices.checks.filter(({ cvss, id }) => cvss !== undefined && id.startsWith('svc-'))) {
      const outcome = check.evaluate(evidence);
      assert.deepEqual(draftsOf(outcome), [], `${check.id} on ${host}`);
      // The ports of silent.lab are filtered: its port 443 answers before and after the sweep.
      if (host === 'tarpit.lab') assert.notEqual(outcome.outcome, 'pass', `${check.id} on ${host}`);
    }
  }
});

labTest('whatever services send, the audit ends and every check answers', async () => {
  for (const evidence of await Promise.all(hostile.map(audited))) {
    assert.ok((evidence.ports?.open.length ?? 0) > 0);
    for (const { heard, sent } of evidence.ports?.open ?? []) assert.ok(heard.length <= 512 && sent.length <= 512);
    for (const check of exposedServices.checks) assert.ok(check.evaluate(evidence).reason.length > 0);
  }
});
