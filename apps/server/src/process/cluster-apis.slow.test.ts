import type { AuditState } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ServiceProcess } from '../testing/child.ts';
import { clusterForTests, start } from '../testing/processes/cluster.ts';
import { hasEnded, until } from '../testing/processes/poll-audit.ts';
import { systemPostgresMissing } from '../testing/processes/system-postgres.ts';

const cluster = clusterForTests();
const skip = systemPostgresMissing;

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
  for (const id of ids) assert.equal((await fetch(`${cluster.urlOf(0)}/api/audit/${id}`)).status, 200);
});

test(
  'two API processes, one of them killed and replaced, together enforce the poll limit, and their headers state it correctly',
  { skip },
  async (t) => {
    const limited = async (): Promise<ServiceProcess> =>
      startProcess(cluster.env({ PERIMETER_ROLE: 'api', PERIMETER_RATE_LIMITS: 'on', PERIMETER_TRUST_PROXY: '1' }));
    const [one, two] = await Promise.all([limited(), limited()]);
    t.after(async () => Promise.all([one, two].map(async (api) => api.end('SIGKILL'))));
    const id = await start(one.url, 'limited.net');
    const poll = async (api: ServiceProcess, address: string): Promise<{ status: number; remaining: number }> => {
      const answer = await fetch(`${api.url}/api/audit/${id}`, { headers: { 'x-forwarded-for': address } });
      await answer.arrayBuffer();
      return { status: answer.status, remaining: Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]) };
    };
    for (let n = 1; n <= 130; n += 1) {
      const { status, remaining } = await poll(n % 2 === 0 ? one : two, '198.18.0.1');
      assert.deepEqual([status, remaining], [n <= 120 ? 200 : 429, Math.max(0, 120 - n)]);
    }
    const flood = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => poll(n % 3 === 0 ? one : two, '198.18.0.2')),
    );
    assert.equal(flood.filter(({ status }) => status === 200).length, 120);
    for (let n = 0; n < 60; n += 1) await poll(one, '198.18.0.3');
    await one.end('SIGKILL');
    let admitted = 60;
    while ((await poll(two, '198.18.0.3')).status === 200) admitted += 1;
    assert.ok(admitted <= 120 && admitted >= 90, `${admitted} admitted`);
  },
);

test('while the database is away requests get 503 problems, and afterwards audits continue', { skip }, async (t) => {
  const quick = await cluster.worker(50);
  t.after(async () => quick.end('SIGKILL'));
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
