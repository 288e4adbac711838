import { auditStarted, auditState, type AuditState } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ServiceProcess } from '../testing/child.ts';
import { startSystemPostgres, systemPostgresMissing, type SystemPostgres } from '../testing/system-postgres.ts';

/** Heartbeats show within seconds that a worker is gone; without them its audits would wait half an hour, until they expire. */
const takeOverWithinMs = 300_000;
/** A process that waited for the audit that it runs would take the hour of its phase. */
const stopWithinMs = 120_000;

async function start(url: string, domain: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `cluster-${domain}` };
  for (;;) {
    const answer = await fetch(`${url}/api/audit/start`, { method: 'POST', headers, body: JSON.stringify({ domain }) });
    const body: unknown = await answer.json();
    if (answer.status === 202) return auditStarted.parse(body).id;
    // A machine that has too much to do puts callers off.
    assert.equal(problem.parse(body).code, 'service_unavailable');
    await sleep(1_000);
  }
}

async function until(url: string, id: string, arrived: (state: AuditState) => boolean): Promise<AuditState> {
  for (let headers = {}; ;) {
    const answer = await fetch(`${url}/api/audit/${id}`, { headers });
    const state = answer.status === 304 ? null : auditState.parse(await answer.json());
    if (state !== null && arrived(state)) return state;
    headers = { prefer: 'wait=20', 'if-none-match': answer.headers.get('etag') ?? '' };
  }
}

const hasEnded = ({ status }: AuditState): boolean => status === 'completed' || status === 'failed';

describe('several processes on one PostgreSQL server', { skip: systemPostgresMissing }, () => {
  let system: SystemPostgres;
  let apis: ServiceProcess[] = [];
  const env = (more: Record<string, string> = {}) => ({
    DATABASE_URL: system.url,
    PERIMETER_LOG_LEVEL: 'silent',
    ...more,
  });
  const worker = async (phaseMs: number): Promise<ServiceProcess> =>
    startProcess(env({ PERIMETER_ROLE: 'worker', TEST_PHASE_MS: String(phaseMs), PERIMETER_CONCURRENCY: '2' }));
  const urlOf = (n: number): string => apis[n % apis.length]?.url ?? '';

  before(async () => {
    if (systemPostgresMissing !== false) return;
    system = await startSystemPostgres();
    apis = await Promise.all([0, 1].map(async () => startProcess(env({ PERIMETER_ROLE: 'api' }))));
  });
  after(async () => {
    if (systemPostgresMissing !== false) return;
    await Promise.all(apis.map(async (api) => api.end('SIGKILL')));
    await system.stop();
  });

  test('of three workers one is killed, and every audit completes, long before it would expire', async (t) => {
    const workers = await Promise.all([0, 1, 2].map(async () => worker(150)));
    t.after(async () => Promise.all(workers.map(async (process) => process.end('SIGKILL'))));
    const ids = await Promise.all(Array.from({ length: 18 }, async (_, n) => start(urlOf(n), `cluster-${n}.net`)));
    await Promise.race(ids.map(async (id, n) => until(urlOf(n), id, ({ phasesCompleted }) => phasesCompleted > 0)));
    await workers[0]?.end('SIGKILL');
    const killedMs = performance.now();
    const ends = await Promise.all(ids.map(async (id, n) => until(urlOf(n + 1), id, hasEnded)));
    assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['completed']));
    assert.ok(performance.now() - killedMs < takeOverWithinMs);
  });

  test('a worker that stops hands its audits over at once', async (t) => {
    const slow = await worker(3_600_000);
    const id = await start(urlOf(0), 'handed-over.net');
    await until(urlOf(0), id, ({ status }) => status === 'in_progress');
    const stopped = performance.now();
    assert.equal(await slow.end('SIGTERM'), 0);
    assert.ok(performance.now() - stopped < stopWithinMs);
    const quick = await worker(10);
    t.after(async () => quick.end('SIGKILL'));
    assert.equal((await until(urlOf(1), id, hasEnded)).status, 'completed');
  });

  test('an API that stops answers every request it received, and keeps all audits', async () => {
    const api = await startProcess(env({ PERIMETER_ROLE: 'api' }));
    const ids: string[] = [];
    const client = async (c: number): Promise<void> => {
      for (let n = 0; ; n += 1) {
        // Refused connections are the end; any answer has to be a good one.
        const id = await start(api.url, `drained-${c}-${n}.net`).catch((error: unknown) => error);
        if (id instanceof assert.AssertionError) throw id;
        if (typeof id !== 'string') return;
        ids.push(id);
      }
    };
    const clients = Promise.all([0, 1, 2, 3].map(client));
    while (ids.length === 0) await sleep(20);
    const stopped = performance.now();
    assert.equal(await api.end('SIGTERM'), 0);
    assert.ok(performance.now() - stopped < stopWithinMs);
    await clients;
    assert.ok(ids.length > 0);
    for (const id of ids) assert.equal((await fetch(`${urlOf(0)}/api/audit/${id}`)).status, 200);
  });

  test('polls over two API processes, one of them killed and replaced, never exceed the limit, and the headers state it correctly', async (t) => {
    const limited = async (): Promise<ServiceProcess> =>
      startProcess(env({ PERIMETER_ROLE: 'api', PERIMETER_RATE_LIMITS: 'on', PERIMETER_TRUST_PROXY: '1' }));
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
  });

  test('while the database is gone answers are 503 problems, and afterwards audits go on', async (t) => {
    const quick = await worker(50);
    t.after(async () => quick.end('SIGKILL'));
    const before = await start(urlOf(0), 'before-the-fall.net');
    await system.kill();
    const answer = await fetch(`${urlOf(0)}/api/audit/${before.replace(/.$/, '0')}x`);
    assert.equal(answer.status, 404, 'what is no id needs no database');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ domain: 'during-the-fall.net' });
    const refused = await fetch(`${urlOf(0)}/api/audit/start`, { method: 'POST', headers, body });
    assert.equal(problem.parse(await refused.json()).code, 'service_unavailable');
    assert.equal((await fetch(`${urlOf(0)}/ready`)).status, 503);
    assert.equal((await fetch(`${urlOf(0)}/health`)).status, 200);
    await system.start();
    while ((await fetch(`${urlOf(1)}/ready`)).status !== 200) await sleep(100);
    const later = await start(urlOf(1), 'after-the-fall.net');
    for (const id of [before, later]) {
      for (let state: AuditState | null = null; state?.status !== 'completed'; await sleep(100)) {
        state = await until(urlOf(0), id, hasEnded).catch(() => null);
        assert.notEqual(state?.status, 'failed');
      }
    }
  });
});
