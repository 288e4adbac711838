import { administeredAccount } from '@perimeter/contract/account/account';
import { auditStarted, auditState } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAdmin } from '../../admin/run.ts';
import { believedMs } from '../../credentials/load-credentials.ts';
import { startService } from '../../process/service.ts';
import { heldEngine } from '../../testing/held-engine.ts';
import { anotherAccount, browser, firstAccount, makeKey, password } from '../../testing/people.ts';
import { testSettings, lazily } from '../../testing/service.ts';
import { startSystemPostgres, systemPostgresMissing } from '../../testing/processes/system-postgres.ts';

const skip = { skip: systemPostgresMissing };
const system = systemPostgresMissing === false ? await startSystemPostgres() : null;
const env = { DATABASE_URL: system?.url ?? 'postgres://nobody@localhost/none', PERIMETER_SECRET: 'x'.repeat(32) };
const engine = heldEngine();
const boot = async () =>
  startService(testSettings('', { ...env, PERIMETER_SIGNUP: 'unconfirmed' }), engine.engine, lazily);
const services = system === null ? [] : [await boot(), await boot()];
after(async () => {
  for (const { stop } of services) await stop();
  await system?.stop();
});
const [one, two] = services;

const email = 'holder@example.com';
const admin = async (command: string, address = email): Promise<{ code: number; told: string }> => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const code = await runAdmin([command, address], { env, print, complain: print, readInput: async () => '' });
  return { code, told: lines.join('\n') };
};

test('a disabled account is refused at once by every process, and works again once enabled', skip, async (t) => {
  assert.ok(one !== undefined && two !== undefined);
  const administrator = await firstAccount(one);
  const holder = await anotherAccount(one, email);
  const { key } = await makeKey(holder);
  // With a frozen clock no cached credential expires: another process can learn of a change only by a notification.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  t.after(() => mock.timers.reset());
  const asKey = (service: typeof one) =>
    service.http.inject({ url: '/api/account', headers: { authorization: `Bearer ${key}` } });
  const elsewhere = browser(two, '127.0.0.1', holder.cookie());
  for (const service of [one, two]) assert.equal((await asKey(service)).statusCode, 200);
  assert.equal((await elsewhere.send('GET', '/api/account')).statusCode, 200);
  const running = auditStarted.parse(
    (await holder.send('POST', '/api/audit/start', { domain: 'held.audited.net' })).json(),
  );
  while (!engine.ran.includes('held.audited.net')) await sleep(10);

  const disabled = await administrator.send('POST', '/api/accounts/disable', { email });
  assert.equal(typeof administeredAccount.parse(disabled.json()).disabledAt, 'number');
  assert.equal((await asKey(one)).statusCode, 401);
  while ((await asKey(two)).statusCode !== 401) await sleep(10);
  assert.equal((await elsewhere.send('GET', '/api/account')).statusCode, 401);
  const again = browser(two, '192.0.2.9');
  assert.equal((await again.send('POST', '/api/session', { email, password })).statusCode, 401);

  engine.release('held.audited.net');
  const stateOf = async () => auditState.parse((await one.http.inject(`/api/audit/${running.id}`)).json());
  while (!['completed', 'failed'].includes((await stateOf()).status)) await sleep(10);
  assert.equal((await stateOf()).status, 'completed', 'what was under way went on');

  const enabled = await administrator.send('POST', '/api/accounts/enable', { email });
  assert.equal(administeredAccount.parse(enabled.json()).disabledAt, null);
  // Results about unknown credentials expire after five seconds.
  mock.timers.tick(believedMs);
  for (const service of [one, two]) while ((await asKey(service)).statusCode !== 200) await sleep(50);
  assert.equal((await elsewhere.send('GET', '/api/account')).statusCode, 401, 'its sessions have ended');
  assert.equal((await again.send('POST', '/api/session', { email, password })).statusCode, 200);
});

test('the same by the command on the host, and administrators cannot disable themselves by mistake', skip, async () => {
  assert.ok(one !== undefined && two !== undefined);
  const holder = browser(two, '192.0.2.10');
  assert.equal((await holder.send('POST', '/api/session', { email, password })).statusCode, 200);
  assert.deepEqual((await admin('disable-account')).code, 0);
  while ((await holder.send('GET', '/api/account')).statusCode !== 401) await sleep(10);
  assert.match((await admin('enable-account')).told, /is enabled/);
  assert.deepEqual(await admin('disable-account', 'nobody@example.com'), {
    code: 1,
    told: 'Account nobody@example.com not found',
  });
  const administrator = browser(one, '192.0.2.11');
  await administrator.send('POST', '/api/session', { email: 'first@example.com', password });
  const own = await administrator.send('POST', '/api/accounts/disable', { email: 'first@example.com' });
  assert.equal(problem.parse(own.json()).code, 'invalid_request');
  const none = await administrator.send('POST', '/api/accounts/disable', { email: 'nobody@example.com' });
  assert.equal(problem.parse(none.json()).code, 'account_not_found');
});
