import { auditState, type AuditState, hasEnded } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { runToEnd, startProcess, type ServiceProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { databasePid, start, stateOf } from '../testing/processes/embedded-service.ts';
import { until } from '../testing/processes/poll-audit.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

/** A poll that the service has received, answered when the audit changes or the service stops. */
async function receivedPoll({ url }: ServiceProcess, id: string): Promise<{ answer: Promise<AuditState> }> {
  const headers = { prefer: 'wait=25', expect: '100-continue' };
  const poll = request(`${url}/api/audit/${id}`, { headers }).end();
  const answer = once(poll, 'response').then(async ([response]) => auditState.parse(await json(response)));
  await once(poll, 'continue');
  return { answer };
}

// The first tests go through one life of a data directory: it is stopped, killed, and loses its database.
describe('the service as a process', () => {
  let dataDir = '';
  let current: ServiceProcess;
  const next = async (phaseMs: number, more: Record<string, string> = {}): Promise<void> => {
    const env = { PERIMETER_DATA_DIR: dataDir, PERIMETER_CONCURRENCY: '2', TEST_PHASE_MS: String(phaseMs), ...more };
    current = await startProcess(env);
  };
  before(async () => {
    dataDir = await preparedDirectory();
  });
  after(async () => current.end('SIGTERM'));

  test('SIGTERM answers waiting requests, returns audits to the queue and exits with 0', async () => {
    await next(60_000, { PERIMETER_LOG_LEVEL: 'info' });
    const first = current;
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

    await next(300);
    assert.equal((await until(current.url, id, hasEnded)).status, 'completed');
  });

  test('audits of a killed process are run again by the next one, with no progress lost', async () => {
    const started = await Promise.all([1, 2, 3, 4].map(async (n) => start(current, `killed-${n}.net`)));
    const running = await Promise.race(
      started.map(async ({ id }) => until(current.url, id, (state) => state.phasesCompleted >= 2)),
    );
    await current.end('SIGKILL');

    await next(200, { PERIMETER_LOG_LEVEL: 'silent' });
    const seen = await stateOf(current, running.id);
    assert.ok(seen.percentComplete >= running.percentComplete && seen.phasesCompleted >= running.phasesCompleted);
    // They are equal if the audit had ended before the kill.
    assert.ok(seen.elapsedMs >= running.elapsedMs, 'the audit keeps its start');
    for (const { id } of started) assert.equal((await until(current.url, id, hasEnded)).status, 'completed');
  });

  test('while the database is away starts get 503, and afterwards the service continues', async () => {
    const before = await start(current, 'before.net');
    process.kill(await databasePid(dataDir), 'SIGKILL');
    for (;;) {
      const body = JSON.stringify({ domain: 'after.net' });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${current.url}/api/audit/start`, { method: 'POST', headers, body });
      if (answer.status === 202) break;
      assert.equal(problem.parse(await answer.json()).code, 'service_unavailable');
      await sleep(50);
    }
    for (let state: AuditState | null = null; state?.status !== 'completed'; await sleep(50)) {
      state = await stateOf(current, before.id, 1).catch(() => null);
      assert.notEqual(state?.status, 'failed');
    }
  });

  test('an occupied port and a missing database are reported without a stack trace', async () => {
    const [taken, absent] = await Promise.all([
      runToEnd({ PERIMETER_DATA_DIR: await preparedDirectory(), PORT: new URL(current.url).port }),
      runToEnd({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none' }),
    ]);
    assert.match(taken.stderr, /: another program uses port \d+\. Stop that program, or set HOST or PORT to another\n/);
    assert.match(absent.stderr, /: The database could not be opened: connection refused\n/);
    for (const { code, stderr } of [taken, absent]) {
      assert.equal(code, 1);
      assert.match(stderr, /Perimeter cannot start: /);
      assert.ok(!stderr.includes('    at ') && !stderr.includes('hunter2'));
    }
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
    const { code, stderr } = await runToEnd({ NODE_EXTRA_CA_CERTS: file });
    assert.equal(code, 2);
    assert.match(stderr, /NODE_EXTRA_CA_CERTS: .* holds a certificate that cannot be read/);
  });

  // What each of these settings refuses is in own-signer.slow.test.ts and authority.slow.test.ts.
  test('a setting that names a wrong file ends the process like any other wrong setting', async () => {
    const wrong = path.join(await temporaryDirectory(), 'wrong.pem');
    await writeFile(wrong, 'no certificate and no key');
    const env = { PERIMETER_SIGNING_PKCS12: wrong, PERIMETER_SIGNING_PASSPHRASE: 'hunter2' };
    const { code, stderr } = await runToEnd({ PERIMETER_DATA_DIR: await preparedDirectory(), ...env });
    assert.equal(code, 2);
    assert.match(stderr, /^Perimeter cannot start: PERIMETER_SIGNING_PKCS12: /);
    assert.ok(!stderr.includes('    at ') && !stderr.includes('hunter2'), stderr);
  });
});
