import { auditStarted } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRelay, type Relay } from '../testing/relay.ts';
import { startProcess, type ServiceProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { startEmbedded, type EmbeddedServer } from './embedded/start.ts';
import { serverProcesses } from '../testing/server-processes.ts';

/** On an idle machine answers take at most 15 seconds. This limit detects answers that never come. */
const neverMs = 120_000;

/** Pages without account data. */
const openPaths = ['/', '/docs', '/setup', '/sample', '/checks', '/sign-in', '/opt-out', '/nowhere'];
const token = 'x'.repeat(43);
const asPage = { headers: { accept: 'text/html', cookie: `perimeter=${token}; __Host-perimeter=${token}` } };

interface Answer {
  status: number;
  body: string;
}

async function ask(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(neverMs) });
  const body = await answer.text();
  return { status: answer.status, body };
}

const start = async (url: string, domain: string): Promise<Answer> =>
  ask(url, '/api/audit/start', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
  });

function assertAnswer(what: string, { status, body }: Answer, statuses: readonly number[]): void {
  assert.ok(statuses.includes(status), `${what} gave ${status}`);
  if (status >= 500) assert.equal(problem.parse(JSON.parse(body)).code, 'service_unavailable');
}

const skip = process.platform === 'linux' ? false : 'the processes of the database are found by /proc';

describe('a database that stops responding', { skip }, () => {
  let server: EmbeddedServer;
  let dataDir: string;
  let relay: Relay;
  let api: ServiceProcess;
  let known: string;

  before(async () => {
    if (skip !== false) return;
    dataDir = await preparedDirectory();
    server = await startEmbedded(dataDir);
    closers.push(server.stop);
    relay = await startRelay({ path: `${server.connection.host}/.s.PGSQL.5432` });
    closers.push(relay.close);
    api = await startProcess({
      DATABASE_URL: `postgres://app@127.0.0.1:${relay.port}/postgres`,
      PERIMETER_ROLE: 'api',
      PERIMETER_LOG_LEVEL: 'silent',
      PERIMETER_RATE_LIMITS: 'on',
    });
    closers.push(async () => api.end('SIGKILL'));
    const started = await start(api.url, 'before.net');
    assert.equal(started.status, 202);
    known = auditStarted.parse(JSON.parse(started.body)).id;
    // As many requests as the pool has connections.
    await Promise.all(Array.from({ length: 30 }, async (_, n) => ask(api.url, `/api/audit/aud_x${n}/report`)));
    // What a first page costs on a busy machine is not what the pages are compared for.
    for (const path of openPaths) await ask(api.url, path, asPage);
  });
  const closers: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const close of closers.toReversed()) await close();
  });

  const askAll = async (n: number): Promise<(readonly [string, Answer])[]> =>
    Promise.all([
      start(api.url, `silent-${n}.net`).then((answer) => ['start', answer] as const),
      ask(api.url, `/api/audit/${known}`).then((answer) => ['poll', answer] as const),
      ask(api.url, `/api/audit/${known}/report`).then((answer) => ['report', answer] as const),
    ]);

  test('requests on silent connections get 503, and the connections are replaced once the database responds', async () => {
    relay.silenceOpen();
    for (const [what, answer] of await askAll(1)) assertAnswer(what, answer, [202, 200, 409, 503]);
    const [[, again] = assert.fail(), [, poll] = assert.fail(), [, report] = assert.fail()] = await askAll(2);
    assert.deepEqual([again.status, poll.status, report.status], [202, 200, 409]);
    assert.equal((await ask(api.url, '/ready')).status, 200);
  });

  test('with a stopped database readiness fails, every request is answered, pages without account data first, and the service recovers', async () => {
    const processes = serverProcesses(dataDir);
    assert.ok(processes.length > 3, `only ${processes.length} processes of the database were found`);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    try {
      const answered: string[] = [];
      const askPage = async (path: string): Promise<Answer> => {
        const answer = await ask(api.url, path, asPage);
        answered.push(path);
        return answer;
      };
      // An account's page waits for the database; pages without account data wait a shorter time, even the first.
      const page = askPage('/audits');
      const visit = async (path: string): Promise<void> =>
        assert.equal((await askPage(path)).status, path === '/nowhere' ? 404 : 200, path);
      // One page, because drawing all takes a busy machine as long as the account's page waits.
      await visit('/');
      assert.ok(!answered.includes('/audits'), answered.join());
      await Promise.all(openPaths.map(visit));
      for (const [what, answer] of await askAll(3)) assertAnswer(what, answer, [200, 503]);
      const { status, body } = await page;
      assert.equal(status, 503);
      assert.match(body, /^<!DOCTYPE html>.*Reload the page in a few seconds/isu);
      assert.equal((await ask(api.url, '/health')).status, 200);
      assert.equal((await ask(api.url, '/ready')).status, 503);
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    for (const deadline = Date.now() + 60_000; (await ask(api.url, '/ready')).status !== 200; await sleep(200)) {
      assert.ok(Date.now() < deadline, 'readiness did not come back');
    }
    const [[, again] = assert.fail(), [, poll] = assert.fail(), [, report] = assert.fail()] = await askAll(4);
    assert.deepEqual([again.status, poll.status, report.status], [202, 200, 409]);
  });
});
