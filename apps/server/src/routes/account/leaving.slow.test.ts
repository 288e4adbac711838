import { accountExport } from '@perimeter/contract/account/export';
import { problem } from '@perimeter/contract/problem';
import { report } from '@perimeter/contract/report';
import { auditState } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
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

test('the export holds what the account holds, reports byte for byte, no secret and nothing of others', async () => {
  const [holder, other] = [
    await anotherAccount(service, 'a@example.com'),
    await anotherAccount(service, 'b@example.com'),
  ];
  const { key } = await makeKey(holder);
  const mine = [await completedAudit(holder, 'one.net'), await completedAudit(holder, 'two.net')];
  const theirs = await completedAudit(other, 'three.net');
  const answer = await holder.send('GET', '/api/account/export');
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
  for (const { id, report: exported } of file.audits) {
    const served = await holder.send('GET', `/api/audit/${id}/report`);
    assert.deepEqual(exported, served.json());
    assert.ok(answer.body.includes(served.body), 'byte for byte');
  }
  assert.deepEqual([file.keys.length, file.sessions.length, file.credits.length], [1, 1, 2]);
  for (const secret of [key, holder.cookie(), theirs, 'three.net', '$argon2id$'])
    assert.ok(!answer.body.includes(secret));
  assert.equal((await browser(service).send('GET', '/api/account/export')).statusCode, 401);
});

test('deleting an account takes its reports along, cancels what runs and leaves those who share it unharmed', async () => {
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
  assert.equal((await leave(holder)).statusCode, 204);
  assert.equal(codeOf(await get(nobody, `/api/audit/${done}/report`)), 'report_expired');
  assert.equal(auditState.parse((await get(nobody, `/api/audit/${running}`)).json()).failure?.code, 'cancelled');
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

test('a deletion that was interrupted is finished later, and nobody logs in meanwhile', async () => {
  const holder = await anotherAccount(service, 'crash@example.com');
  const id = await idOf('crash@example.com');
  const done = await completedAudit(holder, 'crash.net');
  await beginErasure(db, id);
  const login = { email: 'crash@example.com', password };
  assert.equal((await browser(service).send('POST', '/api/session', login)).statusCode, 401);
  const queue = { enqueue: async () => assert.fail('nothing waits') };
  await resumeErasures({ db, queue });
  assert.equal(codeOf(await get(nobody, `/api/audit/${done}/report`)), 'report_expired');
  assert.equal((await db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length, 0);
});
