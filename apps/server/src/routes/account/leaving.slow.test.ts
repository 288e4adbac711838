import { accountDeletion, accountDetails } from '@perimeter/contract/account/account';
import { accountExport } from '@perimeter/contract/account/export';
import { problem } from '@perimeter/contract/problem';
import { report } from '@perimeter/contract/report';
import { auditState } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'node:test';
import { resumeErasures } from '../../jobs/erase-account.ts';
import { fromAuditId } from '../../audits/audit-id.ts';
import { beginErasure } from '../../repositories/accounts/erasure.ts';
import { findAccountByEmail } from '../../repositories/accounts/accounts.ts';
import { completedAudit } from '../../testing/completed-audit.ts';
import { heldEngine } from '../../testing/held-engine.ts';
import { meteredService, nobody } from '../../testing/metered-service.ts';
import { anotherAccount, type Browser, browser, firstAccount, makeKey, password } from '../../testing/people.ts';

const { engine, ran, release } = heldEngine();
const service = await meteredService(engine, { PERIMETER_SIGNUP: 'unconfirmed', PERIMETER_CONCURRENCY: '4' });
const { db, account, get, start, until, ended } = service;
await firstAccount(service);

const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const idOf = async (email: string): Promise<string> => (await findAccountByEmail(db, email))?.id ?? '';
const leave = async (holder: Browser) => holder.send('DELETE', '/api/account', { currentPassword: password });
const logIn = async (email: string) => {
  const holder = browser(service);
  return { holder, answer: await holder.send('POST', '/api/session', { email, password }) };
};
const weekMs = 7 * 86_400_000;
/** Moves an account's deletion date, as if the time had passed. */
const passed = async (id: string, ms: number) =>
  sql`update accounts set leaves_at = leaves_at - make_interval(secs => ${ms / 1_000}) where id = ${id}`.execute(db);
const noQueue = { enqueue: async () => assert.fail('nothing waits') };

test("the export contains the account's data and byte-identical reports, but no secret and nothing of other accounts", async () => {
  const [holder, other] = [
    await anotherAccount(service, 'a@example.com'),
    await anotherAccount(service, 'b@example.com'),
  ];
  const { key } = await makeKey(holder);
  const mine = [await completedAudit(holder, 'one.net'), await completedAudit(holder, 'two.net')];
  const theirs = await completedAudit(other, 'three.net');
  const link = await holder.send('POST', `/api/audit/${mine[0]}/shares`, { answers: true });
  const sent = await service.http.inject({
    method: 'POST',
    url: new URL(link.json<{ url: string }>().url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'text=Moved&name=Jane',
  });
  assert.equal(sent.statusCode, 303);
  const answer = await holder.send('GET', '/api/account/export?format=json');
  assert.equal(answer.statusCode, 200, answer.body);
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="perimeter-account-\d{4}-\d\d-\d\d\.json"$/,
  );
  const file = accountExport.parse(answer.json());
  assert.equal(file.account.email, 'a@example.com');
  assert.deepEqual(
    file.audits.map(({ id }) => id),
    mine,
  );
  assert.deepEqual(
    file.answers.map(({ auditId, kind, text, name }) => ({ auditId, kind, text, name })),
    [{ auditId: mine[0], kind: 'new_measurement', text: 'Moved', name: 'Jane' }],
  );
  for (const { id, report: exported } of file.audits) {
    const served = await holder.send('GET', `/api/audit/${id}/report`);
    assert.deepEqual(exported, served.json());
    assert.ok(answer.body.includes(served.body), 'byte for byte');
  }
  assert.deepEqual([file.keys.length, file.sessions.length, file.credits.length], [1, 1, 2]);
  assert.deepEqual(
    file.members.map(({ email, role }) => [email, role]),
    [['a@example.com', 'admin']],
  );
  assert.deepEqual(
    file.teamLog.map(({ action }) => action),
    ['share_made', 'audit_started', 'audit_started', 'key_created'],
  );
  for (const secret of [key, holder.cookie(), theirs, 'three.net', '$argon2id$'])
    assert.ok(!answer.body.includes(secret));
  assert.equal((await browser(service).send('GET', '/api/account/export?format=json')).statusCode, 401);
});

test('deleting an account deletes its reports and cancels its running audits; audits that share them complete', async () => {
  const holder = await anotherAccount(service, 'leaves@example.com');
  const accountId = await idOf('leaves@example.com');
  const { key } = await makeKey(holder);
  const done = await completedAudit(holder, 'done.net');
  const shared = await account();
  const copy = await start(shared, { domain: 'done.net' });
  await ended(shared, copy);
  const running = await start(
    { accountId, headers: { authorization: `Bearer ${key}` } },
    { domain: 'held-leaving.net' },
  );
  await until(nobody, running, ({ status }) => status === 'in_progress');
  const waiting = await start(shared, { domain: 'held-leaving.net' });
  assert.equal((await leave(holder)).statusCode, 202);
  assert.equal(auditState.parse((await get(nobody, `/api/audit/${running}`)).json()).failure?.code, 'cancelled');
  assert.equal((await get(nobody, `/api/audit/${done}/report`)).statusCode, 200, 'kept for a week');
  await passed(accountId, weekMs);
  await resumeErasures({ db, queue: noQueue });
  assert.equal(codeOf(await get(nobody, `/api/audit/${done}/report`)), 'report_expired');
  assert.equal(report.parse((await get(shared, `/api/audit/${copy}/report`)).json()).id, copy);
  release('held-leaving.net');
  assert.equal((await ended(shared, waiting)).status, 'completed', 'measured by who waited');
  assert.equal(ran.filter((domain) => domain === 'held-leaving.net').length, 2);
  for (const table of ['audit_reports', 'audit_evidence'] as const) {
    const left = await db.selectFrom(table).select('audit_id').where('audit_id', '=', fromAuditId(done)).execute();
    assert.deepEqual(left, [], table);
  }
  assert.equal((await db.selectFrom('accounts').select('id').where('id', '=', accountId).execute()).length, 0);
  assert.equal((await db.selectFrom('api_keys').select('id').where('account_id', '=', accountId).execute()).length, 0);
  const ledger = await db
    .selectFrom('credit_entries')
    .select('amount')
    .where('owner', '=', `account:${accountId}`)
    .execute();
  assert.deepEqual(ledger.map(({ amount }) => amount).toSorted(), [-1, 1, 1], 'the ledger stays, under a number');
  assert.equal((await holder.send('GET', '/api/account')).statusCode, 401);
  assert.equal((await get({ accountId, headers: { authorization: `Bearer ${key}` } }, '/api/account')).statusCode, 401);
  assert.equal((await anotherAccount(service, 'leaves@example.com')).cookie() === '', false, 'the address is free');
});

test('for a week an account scheduled for deletion can be read, exported and kept, but not used', async () => {
  const email = 'stays@example.com';
  const holder = await anotherAccount(service, email);
  const id = await idOf(email);
  const { key } = await makeKey(holder);
  const byKey = { accountId: id, headers: { authorization: `Bearer ${key}` } };
  // The refusal of a key is cached for some seconds, so use another key.
  const later = { accountId: id, headers: { authorization: `Bearer ${(await makeKey(holder)).key}` } };
  const done = await completedAudit(holder, 'stays.net');
  assert.equal((await get(byKey, '/api/account')).statusCode, 200);
  const shared = await holder.send('POST', `/api/audit/${done}/shares`, {});
  const link = new URL(String(shared.json<{ url: string }>().url)).pathname;
  const asked = await leave(holder);
  const { deletesAt } = accountDeletion.parse(asked.json());
  assert.ok(Math.abs(deletesAt - Date.now() - weekMs) < 60_000);
  assert.equal((await holder.send('GET', '/api/account')).statusCode, 401, 'logged out');
  assert.equal((await get(byKey, '/api/account')).statusCode, 401, 'the key sleeps');
  assert.equal((await get(nobody, link)).statusCode, 404, 'the link sleeps');

  await passed(id, weekMs - 60_000);
  await resumeErasures({ db, queue: noQueue });
  const { holder: back, answer } = await logIn(email);
  assert.equal(answer.statusCode, 200, answer.body);
  const details = accountDetails.parse((await back.send('GET', '/api/account')).json());
  assert.ok(Math.abs((details.deletesAt ?? 0) - Date.now() - 60_000) < 30_000);
  const exported = await back.send('GET', '/api/account/export?format=json');
  assert.deepEqual(
    accountExport.parse(exported.json()).audits.map((audit) => audit.id),
    [done],
  );
  assert.match((await back.send('GET', '/audits')).body, /Your account is to be deleted/u);
  for (const [method, path, body] of [
    ['POST', '/api/audit/start', { domain: 'more.net' }],
    ['POST', '/api/keys', { name: 'more' }],
    ['PATCH', '/api/account/settings', { privateByDefault: true }],
    ['DELETE', '/api/account', { currentPassword: password }],
  ] as const)
    assert.equal(codeOf(await back.send(method, path, body)), 'account_leaving', path);

  const kept = await back.send('POST', '/api/account/keep');
  assert.equal(accountDetails.parse(kept.json()).deletesAt, null, kept.body);
  assert.equal((await get(later, '/api/account')).statusCode, 200, 'keys wake');
  assert.equal((await get(nobody, link)).statusCode, 200, 'the link wakes');
  assert.equal((await back.send('POST', '/api/keys', { name: 'more' })).statusCode, 201);
  await resumeErasures({ db, queue: noQueue });
  assert.equal((await back.send('GET', '/api/account')).statusCode, 200);
  const events = await db.selectFrom('security_events').select('kind').where('account_id', '=', id).execute();
  for (const kind of ['deletion_requested', 'account_kept']) assert.ok(events.some((one) => one.kind === kind));
});

test('after the week nobody can log in or keep the account, even before it is removed', async () => {
  const email = 'late@example.com';
  const holder = await anotherAccount(service, email);
  const id = await idOf(email);
  await leave(holder);
  const { holder: back } = await logIn(email);
  await passed(id, weekMs);
  assert.equal((await back.send('POST', '/api/account/keep')).statusCode, 401);
  assert.equal((await logIn(email)).answer.statusCode, 401);
  await resumeErasures({ db, queue: noQueue });
  assert.equal((await db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length, 0);
});

test('an interrupted deletion is completed later, and nobody can log in meanwhile', async () => {
  const holder = await anotherAccount(service, 'crash@example.com');
  const id = await idOf('crash@example.com');
  const done = await completedAudit(holder, 'crash.net');
  await beginErasure(db, id);
  const login = { email: 'crash@example.com', password };
  assert.equal((await browser(service).send('POST', '/api/session', login)).statusCode, 401);
  await resumeErasures({ db, queue: noQueue });
  assert.equal(codeOf(await get(nobody, `/api/audit/${done}/report`)), 'report_expired');
  assert.equal((await db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length, 0);
});
