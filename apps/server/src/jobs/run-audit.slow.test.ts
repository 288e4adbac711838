import { auditStarted, auditState } from '@perimeter/contract/audit';
import { report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, Service } from '../process/parts.ts';
import { startService } from '../process/service.ts';
import { heldEngine } from '../testing/held-engine.ts';
import { testSettings } from '../testing/service.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

/** An engine whose reports start at the time of the call, as those of the real engine do. */
const dated = ({ phasesOf, runAudit }: Engine): Engine => ({
  phasesOf,
  runAudit: async (request, options) => {
    const startedAt = Date.now();
    const result = await runAudit(request, options);
    return result.ok ? { ...result, report: { ...result.report, startedAt, completedAt: Date.now() } } : result;
  },
});

async function reportOf({ http }: Service, id: string) {
  for (;;) {
    const { status } = auditState.parse((await http.inject(`/api/audit/${id}`)).json());
    if (status === 'completed') return report.parse((await http.inject(`/api/audit/${id}/report`)).json());
    assert.notEqual(status, 'failed');
    await sleep(20);
  }
}

test('a report starts when its start request was answered, also if the run was interrupted and repeated', async (t) => {
  const dataDir = await temporaryDirectory();
  const engine = heldEngine();
  const first = await startService(testSettings(dataDir), dated(engine.engine));
  const answer = await first.http.inject({ method: 'POST', url: '/api/audit/start', payload: { domain: 'held.net' } });
  const { id, startedAt } = auditStarted.parse(answer.json());
  while (engine.ran.length === 0) await sleep(10);
  await first.stop();
  // The second run is an hour later.
  mock.timers.enable({ apis: ['Date'], now: startedAt + 3_600_000 });
  t.after(() => mock.timers.reset());
  engine.release('held.net');
  const second = await startService(testSettings(dataDir), dated(engine.engine));
  t.after(second.stop);
  const { startedAt: told, completedAt } = await reportOf(second, id);
  assert.equal(engine.ran.length, 2);
  assert.deepEqual([told, completedAt], [startedAt, startedAt + 3_600_000]);
});
