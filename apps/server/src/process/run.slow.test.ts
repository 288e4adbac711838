import { auditState, type AuditState } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { startEmbedded } from '../database/embedded/start.ts';
import { runToEnd, startProcess, type ServiceProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { databasePid, start, stateOf } from '../testing/processes/embedded-service.ts';
import { hasEnded, until } from '../testing/processes/poll-audit.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

/** A poll that the service has received, answered when the audit changes or the service stops. */
async function receivedPoll({ url }: ServiceProcess, id: string): Promise<{ answer: Promise<AuditState> }> {
  const headers = { prefer: 'wait=25', expect: '100-continue' };
  const poll = request(`${url}/api/audit/${id}`, { headers }).end();
  const answer = once(poll, 'response').then(async ([response]) => auditState.parse(await json(response)));
  await once(poll, 'continue');
  return { answer };
}

// Each test has its own data directory and mostly waits.
describe('the service as a process', { concurrency: 3 }, () => {
  test('audits of a killed process are run again by the next one, with no progress lost', async (t) => {
    const env = { PERIMETER_DATA_DIR: await preparedDirectory(), PERIMETER_CONCURRENCY: '2', TEST_PHASE_MS: '300' };
    const first = await startProcess(env);
    const started = await Promise.all([1, 2, 3, 4].map(async (n) => start(first, `killed-${n}.net`)));
    const running = await Promise.race(
      started.map(async ({ id }) => until(first.url, id, (state) => state.phasesCompleted >= 2)),
    );
    await first.end('SIGKILL');

    const second = await startProcess(env);
    t.after(async () => second.end('SIGTERM'));
    const seen = await stateOf(second, running.id);
    assert.ok(seen.percentComplete >= running.percentComplete && seen.phasesCompleted >= running.phasesCompleted);
    // They are equal if the audit had ended before the kill.
    assert.ok(seen.elapsedMs >= running.elapsedMs, 'the audit keeps its start');
    for (const { id } of started) assert.equal((await until(second.url, id, hasEnded)).status, 'completed');
  });

  test('SIGTERM answers waiting requests, returns audits to the queue and exits with 0', async (t) => {
    const env = { PERIMETER_DATA_DIR: await preparedDirectory(), TEST_PHASE_MS: '60000' };
    const first = await startProcess({ ...env, PERIMETER_LOG_LEVEL: 'info' });
    const { id } = await start(first, 'stopped.net');
    await until(first.url, id, (state) => state.status === 'in_progress');
    const polls = [await receivedPoll(first, id), await receivedPoll(first, id)];
    // These requests arrive before the poll, and use the same caches.
    await stateOf(first, id);
    const closed = new Promise((resolve) => first.child.once('close', resolve));
    assert.equal(await first.end('SIGTERM'), 0);
    await closed;
    assert.match(first.logged(), /"msg":"Stopping"\}\n[^]*"msg":"Stopped"\}\n$/);
    for (const { answer } of polls) assert.equal((await answer).status, 'in_progress');

    const second = await startProcess({ ...env, TEST_PHASE_MS: '10' });
    t.after(async () => second.end('SIGTERM'));
    assert.equal((await until(second.url, id, hasEnded)).status, 'completed');
  });

  test('while the database is away starts get 503, and afterwards the service continues', async (t) => {
    const dataDir = await preparedDirectory();
    const service = await startProcess({
      PERIMETER_DATA_DIR: dataDir,
      TEST_PHASE_MS: '200',
      PERIMETER_LOG_LEVEL: 'silent',
    });
    t.after(async () => service.end('SIGTERM'));
    const before = await start(service, 'before.net');
    process.kill(await databasePid(dataDir), 'SIGKILL');
    for (;;) {
      const body = JSON.stringify({ domain: 'after.net' });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/api/audit/start`, { method: 'POST', headers, body });
      if (answer.status === 202) break;
      assert.equal(problem.parse(await answer.json()).code, 'service_unavailable');
      await sleep(20);
    }
    for (let state: AuditState | null = null; state?.status !== 'completed'; await sleep(50)) {
      state = await stateOf(service, before.id, 1).catch(() => null);
      assert.notEqual(state?.status, 'failed');
    }
  });

  test('another worker takes over the audits of a killed one', async (t) => {
    const server = await startEmbedded(await temporaryDirectory());
    t.after(server.stop);
    const { host, user, database } = server.connection;
    const env = { DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${database}` };
    // Both migrate an empty database at the same time.
    const [api, slow] = await Promise.all([
      startProcess({ ...env, PERIMETER_ROLE: 'api' }),
      startProcess({ ...env, PERIMETER_ROLE: 'worker', TEST_PHASE_MS: '60000' }),
    ]);
    t.after(async () => api.end('SIGTERM'));
    const { id } = await start(api, 'taken-over.net');
    await until(api.url, id, (state) => state.status === 'in_progress');
    const quick = await startProcess({ ...env, PERIMETER_ROLE: 'worker', TEST_PHASE_MS: '10' });
    t.after(async () => quick.end('SIGTERM'));
    await slow.end('SIGKILL');
    assert.equal((await until(api.url, id, hasEnded)).status, 'completed');
  });

  test('wrong settings end the process with a message that names each of them', async () => {
    const { code, stderr } = await runToEnd({ PORT: 'x', PERIMETER_CONCURRENCY: '-1' });
    assert.equal(code, 2);
    assert.match(stderr, /PORT must be an integer/);
    assert.match(stderr, /PERIMETER_CONCURRENCY must be an integer/);
  });

  test('a start refused for its CA file exits, although Node.js still reads that file in a thread', async () => {
    const file = path.join(await temporaryDirectory(), 'authorities.pem');
    const whole = `${rootCertificates.join('\n')}\n`;
    await writeFile(file, `${whole.repeat(20)}-----BEGIN CERTIFICATE-----\nMIIB\n`);
    const starts = Array.from({ length: 4 }, async () => runToEnd({ NODE_EXTRA_CA_CERTS: file }));
    for (const { code, stderr } of await Promise.all(starts)) {
      assert.equal(code, 2);
      assert.match(stderr, /NODE_EXTRA_CA_CERTS: .* holds a certificate that cannot be read/);
    }
  });

  test('a setting that names a wrong file ends the process like any other wrong setting', async () => {
    const folder = await temporaryDirectory();
    const [absent, wrong] = [path.join(folder, 'absent.pem'), path.join(folder, 'wrong.pem')];
    await writeFile(wrong, 'no certificate and no key');
    const rows = [
      { PERIMETER_SIGNING_CERTIFICATE: absent, PERIMETER_SIGNING_KEY: absent },
      { PERIMETER_SIGNING_CERTIFICATE: wrong, PERIMETER_SIGNING_KEY: wrong },
      { PERIMETER_SIGNING_PKCS12: wrong, PERIMETER_SIGNING_PASSPHRASE: 'hunter2' },
      { PERIMETER_TSA_URL: 'https://stamps.example', PERIMETER_TSA_CA: wrong },
    ];
    for (const env of rows) {
      const { code, stderr } = await runToEnd({ PERIMETER_DATA_DIR: await temporaryDirectory(), ...env });
      const [, named = ''] = /Perimeter cannot start: (PERIMETER_[A-Z0-9_]+): /.exec(stderr) ?? [];
      assert.deepEqual([code, Object.keys(env).includes(named)], [2, true], stderr);
      assert.ok(!stderr.includes('    at ') && !stderr.includes('hunter2'), stderr);
    }
  });

  test('an occupied port and a missing database are reported without a stack trace', async (t) => {
    const first = await startProcess({ PERIMETER_DATA_DIR: await preparedDirectory() });
    t.after(async () => first.end('SIGTERM'));
    const taken = await runToEnd({ PERIMETER_DATA_DIR: await temporaryDirectory(), PORT: new URL(first.url).port });
    const absent = await runToEnd({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none' });
    assert.match(taken.stderr, /: another program uses port \d+\. Stop that program, or set HOST or PORT to another\n/);
    assert.match(absent.stderr, /: The database could not be opened: connection refused\n/);
    for (const { code, stderr } of [taken, absent]) {
      assert.equal(code, 1);
      assert.match(stderr, /Perimeter cannot start: /);
      assert.ok(!stderr.includes('    at ') && !stderr.includes('hunter2'));
    }
  });
});
