// one-target.lab.test.ts shows the same by capture with two workers; this file counts at the target, with a whole cluster.
import { datagramLimits } from '@perimeter/engine/net/datagram';
import { standardLimits, type BudgetLimits } from '@perimeter/engine/net/budgets/budget';
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { takeFreePair } from '@perimeter/protocols/testing/free-port';
import { hasEnded } from '@perimeter/contract/audit';
import { startProcess } from '../testing/child.ts';
import { clusterForTests, start } from '../testing/processes/cluster.ts';
import { until } from '../testing/processes/poll-audit.ts';
import { systemPostgresMissing } from '../testing/processes/system-postgres.ts';

const cluster = clusterForTests();

/** Tolerance: a busy machine accepts connections later than they arrived. */
const lateMs = 400;

/**
 * The most arrivals within any second, and the most that one audit may cause: its burst, plus its rate for a second and
 * for the tolerance.
 */
function mostInASecond(times: readonly number[], { burst, perSecond }: BudgetLimits) {
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
  return { most, allowed: burst + perSecond * (1 + lateMs / 1_000) };
}

/** A target that records open connections, and the arrival times of connections and datagrams. */
async function openTarget() {
  const connections: number[] = [];
  const datagrams: number[] = [];
  let open = 0;
  let mostOpen = 0;
  const server = createServer((socket) => {
    connections.push(performance.now());
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    socket.on('error', () => {});
    socket.on('close', () => (open -= 1));
    socket.resume();
  });
  const { port, datagrams: names } = await takeFreePair(server);
  names.on('message', (question, from) => {
    datagrams.push(performance.now());
    names.send(question, from.port, from.address);
  });
  return {
    port,
    connections,
    datagrams,
    mostOpen: () => mostOpen,
    close: () => {
      server.close();
      names.close();
    },
  };
}

test(
  'two workers with eight audits send to one address no more than one audit may',
  { skip: systemPostgresMissing },
  async (t) => {
    const target = await openTarget();
    t.after(target.close);
    const worker = async () =>
      startProcess(
        cluster.env({
          PERIMETER_ROLE: 'worker',
          PERIMETER_CONCURRENCY: '4',
          TEST_ENGINE: 'connecting',
          TEST_EACH: '60',
          TEST_TARGET_PORT: String(target.port),
        }),
      );
    const workers = await Promise.all([worker(), worker()]);
    t.after(async () => Promise.all(workers.map(async (process) => process.end('SIGKILL'))));
    const domains = Array.from({ length: 8 }, (_, n) => `one-target-${n}.net`);
    const ids = await Promise.all(domains.map(async (domain, n) => start(cluster.urlOf(n), domain)));
    const ends = await Promise.all(ids.map(async (id, n) => until(cluster.urlOf(n), id, hasEnded)));
    assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['completed']));
    assert.equal(target.connections.length, 8 * 60);
    assert.equal(target.datagrams.length, 8 * 30);
    // A connection that the client closed stays open here until the machine processes it.
    assert.ok(target.mostOpen() <= standardLimits.maxOpen + 2, `${target.mostOpen()} open`);
    const came = mostInASecond(target.connections, standardLimits);
    assert.ok(came.most <= came.allowed, JSON.stringify(came));
    const asked = mostInASecond(target.datagrams, datagramLimits);
    assert.ok(asked.most <= asked.allowed, JSON.stringify(asked));
  },
);
