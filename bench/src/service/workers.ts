// Audits per minute with one, two and three workers; then one of three is killed: node workers.ts [AUDITS]
import { hasEnded } from '@perimeter/contract/audit';
import { startProcess, type ServiceProcess } from '@perimeter/server/testing/child';
import { startSystemPostgres, systemPostgresMissing } from '@perimeter/server/testing/processes/system-postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdownTable } from '../table.ts';
import { startAudit, stateOf } from './audits.ts';

const [auditCount = 48] = process.argv.slice(2).map(Number);
if (systemPostgresMissing !== false) throw new Error(systemPostgresMissing);

const system = await startSystemPostgres();
const env = { DATABASE_URL: system.url, TEST_PHASE_MS: '250', PERIMETER_CONCURRENCY: '2' };
const apis = await Promise.all([0, 1].map(async () => startProcess({ ...env, PERIMETER_ROLE: 'api' })));
const urlOf = (n: number): string => apis[n % apis.length]?.url ?? '';
const rows: string[][] = [];

/** Runs audits through both APIs: seconds, and number completed. */
async function runAll(label: string, during: () => Promise<void>): Promise<{ seconds: number; completed: number }> {
  const ids = await Promise.all(
    Array.from({ length: auditCount }, async (_, n) => startAudit(urlOf(n), `${label}-${n}.net`, {})),
  );
  const startMs = performance.now();
  const watched = ids.map(async (id, n) => {
    for (;;) {
      const state = await stateOf(urlOf(n + 1), id, {}, 20);
      if (hasEnded(state)) return state.status;
    }
  });
  await during();
  const ends = await Promise.all(watched);
  return {
    seconds: (performance.now() - startMs) / 1_000,
    completed: ends.filter((end) => end === 'completed').length,
  };
}

const workers: ServiceProcess[] = [];
for (const label of ['one', 'two', 'three']) {
  workers.push(await startProcess({ ...env, PERIMETER_ROLE: 'worker' }));
  const { seconds, completed } = await runAll(label, async () => undefined);
  rows.push([label, `${completed} of ${auditCount}`, seconds.toFixed(1), ((60 * auditCount) / seconds).toFixed(0)]);
}
const { seconds, completed } = await runAll('killed', async () => {
  await sleep(1_000);
  await workers[0]?.end('SIGKILL');
});
rows.push([
  'three, one killed after 1 s',
  `${completed} of ${auditCount}`,
  seconds.toFixed(1),
  ((60 * auditCount) / seconds).toFixed(0),
]);
await Promise.all([...workers, ...apis].map(async (process) => process.end('SIGTERM')));
await system.stop();

console.log('\n## Two APIs and up to three workers of two audits each, audits of one second\n');
console.log(markdownTable(['workers', 'completed', 's', 'audits a minute'], rows));
