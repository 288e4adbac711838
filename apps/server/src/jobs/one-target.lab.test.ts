// Two processes of one service that audit one lab address, measured by a packet capture.
import { standardLimits, type BudgetLimits } from '@perimeter/engine/net/budgets/budget';
import { datagramLimits } from '@perimeter/engine/net/datagram';
import { insideLab } from '@perimeter/lab/harness';
import { captured, type SentConnection } from '@perimeter/lab/testing/capture';
import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { test } from 'node:test';
import { hasEnded } from '@perimeter/contract/audit';
import { type ServiceProcess, startProcess } from '../testing/child.ts';
import { start } from '../testing/processes/cluster.ts';
import { until } from '../testing/processes/poll-audit.ts';
import { startSystemPostgres, systemPostgresMissing } from '../testing/processes/system-postgres.ts';

const skip = insideLab ? systemPostgresMissing : 'needs the lab: npm run lab -- node --test FILE';

/**
 * Four audits are more than one process may run at once. Each opens so many connections that two processes, each with a budget of
 * its own, would open twice what is allowed in the first second.
 */
const audits = 4;
const each = 24;

/** Tolerance: a busy machine sends packets later than they were allowed. */
const lateMs = 400;

const allowedInASecond = ({ burst, perSecond }: BudgetLimits): number => burst + perSecond * (1 + lateMs / 1_000);

const mostInASecond = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));

const mostOpen = (connections: readonly SentConnection[]): number =>
  Math.max(
    ...connections.map(
      ({ startedAtMs: at }) => connections.filter((one) => one.startedAtMs <= at && one.endedAtMs > at).length,
    ),
  );

test(
  'two processes with four audits send to one address no more than one audit may, by packet capture',
  { skip },
  async (t) => {
    const { address } = await lookup('good.lab', 4);
    const system = await startSystemPostgres();
    t.after(async () => system.stop());
    const target = { TEST_ENGINE: 'connecting', TEST_TARGET_ADDRESS: address, TEST_EACH: String(each) };
    const env = { ...target, DATABASE_URL: system.url, PERIMETER_CONCURRENCY: '2', PERIMETER_LOG_LEVEL: 'info' };
    const processes: ServiceProcess[] = [];
    t.after(async () => Promise.all(processes.map(async (process) => process.end('SIGKILL'))));
    for (let n = 0; n < 2; n += 1) processes.push(await startProcess(env));
    const urlOf = (n: number): string => processes[n % 2]?.url ?? '';
    const { connections, datagrams } = await captured([address], async () => {
      const domains = Array.from({ length: audits }, (_, n) => `captured-${n}.net`);
      const ids = await Promise.all(domains.map(async (domain, n) => start(urlOf(n), domain)));
      const ends = await Promise.all(ids.map(async (id, n) => until(urlOf(n), id, hasEnded)));
      assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['completed']));
    });
    // Check that both processes took part.
    for (const { logged } of processes) assert.match(logged(), /Audit started/);
    assert.equal(connections.length, audits * each);
    assert.equal(datagrams.length, (audits * each) / 2);
    const open = mostOpen(connections);
    assert.ok(open <= standardLimits.maxOpen, `${open} open`);
    const opened = mostInASecond(connections.map(({ startedAtMs }) => startedAtMs));
    assert.ok(opened <= allowedInASecond(standardLimits), `${opened} connections a second`);
    const asked = mostInASecond(datagrams.map(({ atMs }) => atMs));
    assert.ok(asked <= allowedInASecond(datagramLimits), `${asked} datagrams a second`);
  },
);
