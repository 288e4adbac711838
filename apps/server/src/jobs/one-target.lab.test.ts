// Two worker processes that audit one lab address, measured by a packet capture.
import { standardLimits, type BudgetLimits } from '@perimeter/engine/net/budgets/budget';
import { datagramLimits } from '@perimeter/engine/net/datagram';
import { insideLab } from '@perimeter/lab/harness';
import { captured, type SentConnection } from '@perimeter/lab/testing/capture';
import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import path from 'node:path';
import { test } from 'node:test';
import { startProcess } from '../testing/child.ts';
import { clusterForTests, start } from '../testing/processes/cluster.ts';
import { hasEnded, until } from '../testing/processes/poll-audit.ts';
import { systemPostgresMissing } from '../testing/processes/system-postgres.ts';

const skip = insideLab ? systemPostgresMissing : 'needs the lab: npm run lab -- node --test FILE';
const cluster = clusterForTests();
const main = path.join(import.meta.dirname, '../testing/processes/main-that-connects.ts');

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
  'two workers with eight audits send to one address no more than one audit may, by packet capture',
  { skip },
  async (t) => {
    const { address } = await lookup('good.lab', 4);
    const target = { TEST_TARGET_ADDRESS: address, TEST_TARGET_PORT: '443' };
    const worker = async () =>
      startProcess(
        cluster.env({ ...target, PERIMETER_ROLE: 'worker', PERIMETER_CONCURRENCY: '4', PERIMETER_LOG_LEVEL: 'info' }),
        main,
      );
    const workers = await Promise.all([worker(), worker()]);
    t.after(async () => Promise.all(workers.map(async (process) => process.end('SIGKILL'))));
    const { connections, datagrams } = await captured([address], async () => {
      const domains = Array.from({ length: 8 }, (_, n) => `captured-${n}.net`);
      const ids = await Promise.all(domains.map(async (domain, n) => start(cluster.urlOf(n), domain)));
      const ends = await Promise.all(ids.map(async (id, n) => until(cluster.urlOf(n), id, hasEnded)));
      assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['completed']));
    });
    // Check that both workers took part.
    for (const { logged } of workers) assert.match(logged(), /Audit started/);
    assert.equal(connections.length, 8 * 60);
    assert.equal(datagrams.length, 8 * 30);
    const open = mostOpen(connections);
    assert.ok(open <= standardLimits.maxOpen, `${open} open`);
    const opened = mostInASecond(connections.map(({ startedAtMs }) => startedAtMs));
    assert.ok(opened <= allowedInASecond(standardLimits), `${opened} connections a second`);
    const asked = mostInASecond(datagrams.map(({ atMs }) => atMs));
    assert.ok(asked <= allowedInASecond(datagramLimits), `${asked} datagrams a second`);
  },
);
