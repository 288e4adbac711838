import { accountDetails } from '@perimeter/contract/account/account';
import { auditList, auditStarted } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { browser, firstAccount, makeKey } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';

const service = await serviceForTests(deterministicEngine(1));
const holder = await firstAccount(service);

const start = async (body: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const answer = await holder.send('POST', '/api/audit/start', body, headers);
  assert.equal(answer.statusCode, 202, answer.body);
  return auditStarted.parse(answer.json()).id;
};
const isPrivate = async (id: string): Promise<boolean | undefined> =>
  auditList.parse((await holder.send('GET', '/api/audits')).json()).audits.find((audit) => audit.id === id)?.private;
const set = async (privateByDefault: unknown) => holder.send('PATCH', '/api/account/settings', { privateByDefault });
const byForm = async (fields: Record<string, string>): Promise<string> => {
  const answer = await service.http.inject({
    method: 'POST',
    url: '/audits',
    headers: {
      host: 'perimeter.test',
      cookie: `__Host-perimeter=${holder.cookie()}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(fields).toString(),
  });
  assert.equal(answer.statusCode, 303, answer.body);
  return String(answer.headers.location).slice('/audits/'.length);
};

test('audits are public by default until the account changes that, and a start can override the default', async () => {
  assert.equal(accountDetails.parse((await holder.send('GET', '/api/account')).json()).privateByDefault, false);
  assert.equal(await isPrivate(await start({ domain: 'before.net' })), false);
  const before = await start({ domain: 'again.net' }, { 'idempotency-key': 'one' });
  assert.equal(accountDetails.parse((await set(true)).json()).privateByDefault, true);
  assert.equal(accountDetails.parse((await holder.send('GET', '/api/account')).json()).privateByDefault, true);
  const id = await start({ domain: 'after.net' });
  assert.equal(await isPrivate(id), true);
  assert.equal((await browser(service).send('GET', `/api/audit/${id}`)).statusCode, 404);
  assert.equal(await isPrivate(await start({ domain: 'open.net', private: false })), false);
  assert.equal(await start({ domain: 'again.net' }, { 'idempotency-key': 'one' }), before, 'a retry is the same start');
});

test('the form shows the setting, and its checkbox takes precedence', async () => {
  assert.match((await holder.send('GET', '/')).body, /name="private"[^>]*checked/);
  assert.equal(await isPrivate(await byForm({ domain: 'form-no.net', private: 'no' })), false);
  assert.equal(await isPrivate(await byForm({ domain: 'form-left-out.net' })), true);
  await set(false);
  assert.doesNotMatch((await holder.send('GET', '/')).body, /name="private"[^>]*checked/);
  assert.equal(await isPrivate(await byForm({ domain: 'form-yes.net', private: 'yes' })), true);
});

test('only a session can change the setting, and only for its own account', async () => {
  const { key } = await makeKey(holder);
  const headers = { authorization: `Bearer ${key}` };
  const body = { privateByDefault: true };
  assert.equal((await browser(service).send('PATCH', '/api/account/settings', body, headers)).statusCode, 403);
  assert.equal((await browser(service).send('PATCH', '/api/account/settings', body)).statusCode, 401);
  assert.equal((await set('yes')).statusCode, 400);
  const foreign = { origin: 'https://evil.test' };
  assert.equal((await holder.send('PATCH', '/api/account/settings', body, foreign)).statusCode, 403);
});

test('anonymous callers cannot start private audits', async () => {
  const answer = await browser(service).send('POST', '/api/audit/start', { domain: 'nobody.net' });
  assert.equal(answer.statusCode, 202);
  assert.equal(
    (await browser(service).send('GET', `/api/audit/${auditStarted.parse(answer.json()).id}`)).statusCode,
    200,
  );
});
