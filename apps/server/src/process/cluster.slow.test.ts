import { type AuditState, hasEnded } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ServiceProcess } from '../testing/child.ts';
import { clusterForTests, start } from '../testing/processes/cluster.ts';
import { until } from '../testing/processes/poll-audit.ts';
import { systemPostgresMissing } from '../testing/processes/system-postgres.ts';

// The tests go through one life of a cluster: two workers end, the database falls, one API is killed, another is stopped.
const cluster = clusterForTests({ PERIMETER_RATE_LIMITS: 'on', PERIMETER_TRUST_PROXY: '1' });
const skip = systemPostgresMissing;
const hourMs = 3_600_000;

const workers: ServiceProcess[] = [];
after(async () => Promise.all(workers.map(async (worker) => worker.end('SIGKILL'))));

async function worker(phaseMs: number): Promise<ServiceProcess> {
  const one = await cluster.worker(phaseMs);
  workers.push(one);
  return one;
}

async function startedAndRunning(n: number, domain: string): Promise<string> {
  const id = await start(cluster.urlOf(n), domain);
  await until(cluster.urlOf(n), id, ({ status }) => status === 'in_progress');
  return id;
}

test(
  'a stopping worker returns its audits at once, and those of a killed one are taken over, long before their jobs expire',
  { skip },
  async () => {
    const killed = await worker(hourMs);
    const taken = [await startedAndRunning(0, 'taken-over-0.net'), await startedAndRunning(1, 'taken-over-1.net')];
    // A worker runs two at once, so the next audit is another worker's.
    const stopping = await worker(hourMs);
    const handedOver = await startedAndRunning(0, 'handed-over.net');
    // If it waited for the end of its hour-long phase, its deadline would end it with another exit code.
    assert.equal(await stopping.end('SIGTERM'), 0);
    await worker(50);
    assert.equal((await until(cluster.urlOf(1), handedOver, hasEnded)).status, 'completed');
    await killed.end('SIGKILL');
    // Missed heartbeats show the death; without them the jobs would expire after half an hour, longer than the test may
    // take.
    for (const [n, id] of taken.entries())
      assert.equal((await until(cluster.urlOf(n), id, hasEnded)).status, 'completed');
  },
);

test('while the database is away requests get 503 problems, and afterwards audits continue', { skip }, async () => {
  const before = await start(cluster.urlOf(0), 'before-the-fall.net');
  await cluster.server().kill();
  const answer = await fetch(`${cluster.urlOf(0)}/api/audit/${before.replace(/.$/, '0')}x`);
  assert.equal(answer.status, 404, 'what is no id needs no database');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ domain: 'during-the-fall.net' });
  const refused = await fetch(`${cluster.urlOf(0)}/api/audit/start`, { method: 'POST', headers, body });
  assert.equal(problem.parse(await refused.json()).code, 'service_unavailable');
  assert.equal((await fetch(`${cluster.urlOf(0)}/ready`)).status, 503);
  assert.equal((await fetch(`${cluster.urlOf(0)}/health`)).status, 200);
  await cluster.server().start();
  while ((await fetch(`${cluster.urlOf(1)}/ready`)).status !== 200) await sleep(100);
  const later = await start(cluster.urlOf(1), 'after-the-fall.net');
  for (const id of [before, later]) {
    for (let state: AuditState | null = null; state?.status !== 'completed'; await sleep(100)) {
      state = await until(cluster.urlOf(0), id, hasEnded).catch(() => null);
      assert.notEqual(state?.status, 'failed');
    }
  }
});

test(
  'two API processes, one of them killed, together enforce the poll limit, and their headers state it correctly',
  { skip },
  async () => {
    const id = await start(cluster.urlOf(0), 'limited.net');
    const poll = async (n: number, address: string): Promise<{ status: number; remaining: number }> => {
      const answer = await fetch(`${cluster.urlOf(n)}/api/audit/${id}`, { headers: { 'x-forwarded-for': address } });
      await answer.arrayBuffer();
      return { status: answer.status, remaining: Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]) };
    };
    for (let n = 1; n <= 130; n += 1) {
      const { status, remaining } = await poll(n, '198.18.0.1');
      assert.deepEqual([status, remaining], [n <= 120 ? 200 : 429, Math.max(0, 120 - n)]);
    }
    const flood = await Promise.all(Array.from({ length: 180 }, async (_, n) => poll(n % 3, '198.18.0.2')));
    assert.equal(flood.filter(({ status }) => status === 200).length, 120);
    for (let n = 0; n < 60; n += 1) await poll(0, '198.18.0.3');
    await cluster.killApi(0);
    let admitted = 60;
    while ((await poll(1, '198.18.0.3')).status === 200) admitted += 1;
    assert.ok(admitted <= 120 && admitted >= 90, `${admitted} admitted`);
  },
);

test('a stopping API answers every request that it received, and no audit is lost', { skip }, async () => {
  const api = await startProcess(cluster.env({ PERIMETER_ROLE: 'api' }));
  const ids: string[] = [];
  const client = async (c: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      // A refused connection means that the API has stopped; any answer must be a success.
      const id = await start(api.url, `drained-${c}-${n}.net`).catch((error: unknown) => error);
      if (id instanceof assert.AssertionError) throw id;
      if (typeof id !== 'string') return;
      ids.push(id);
    }
  };
  const clients = Promise.all([0, 1, 2, 3].map(client));
  while (ids.length === 0) await sleep(20);
  // A stop that misses its deadline has another exit code.
  assert.equal(await api.end('SIGTERM'), 0);
  await clients;
  assert.ok(ids.length > 0);
  for (const [n, id] of ids.entries()) {
    // Each from an address of its own, because this API counts polls.
    const headers = { 'x-forwarded-for': `198.18.1.${n % 256}` };
    assert.equal((await fetch(`${cluster.urlOf(1)}/api/audit/${id}`, { headers })).status, 200);
  }
});
