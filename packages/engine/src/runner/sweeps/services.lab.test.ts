import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { exposedServices } from '../../modules/exposed_services/module.ts';
import { sharedAuditsBy } from '../testing/audited-once.ts';
import { evidenceOn } from '../testing/deep-audit.ts';
import { assertHarmless, assertTarpit } from './testing/harmless-ports.ts';

const kinds = new Set(exposedServices.checks.flatMap(({ needs }) => needs));
const { of: audited } = sharedAuditsBy('network', kinds);

const harmless = ['silent.lab', 'impostor.lab', 'neutral.lab'];
const hostile = ['hostile-ports-1.lab', 'hostile-ports-2.lab', 'hostile-ports-3.lab', 'hostile-ports-4.lab'];

labTest('a tarpit, a silent host and other services at known ports have no finding', async () => {
  // Together: they wait for ports that stay silent. The tarpit has more of them in deep mode than a test may wait for.
  const [tarpit, ...others] = await Promise.all([
    evidenceOn('tarpit.lab', kinds, { target: { scanMode: 'standard' } }),
    ...[...harmless, ...hostile].map(audited),
  ]);
  assertTarpit(tarpit);
  for (const [at, host] of harmless.entries()) assertHarmless(host, others[at] ?? assert.fail(host));
});

labTest('whatever services send, the audit ends and every check answers', async () => {
  for (const evidence of await Promise.all(hostile.map(audited))) {
    assert.ok((evidence.ports?.open.length ?? 0) > 0);
    for (const { heard, sent } of evidence.ports?.open ?? []) assert.ok(heard.length <= 512 && sent.length <= 512);
    for (const check of exposedServices.checks) assert.ok(check.evaluate(evidence).reason.length > 0);
  }
});
