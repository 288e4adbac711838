import { type BatchDetails, batch, batchDetails, checkedBatch } from '@perimeter/contract/batch';
import { planTerms } from '@perimeter/contract/account/plan';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addOptOut } from '../../repositories/audits/opt-outs.ts';
import { setDisabled } from '../../repositories/accounts/accounts.ts';
import { period } from '../../repositories/limits/credits.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { type Caller, meteredService } from '../../testing/metered-service.ts';

const env = { PERIMETER_CONCURRENCY: '4', PERIMETER_SHARE_SECONDS: '0' };
const free = await meteredService(deterministicEngine(1), env);
const limited = await meteredService(deterministicEngine(1), { ...env, PERIMETER_RATE_LIMITS: 'on' });

type Service = typeof free;
const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const send = async (
  service: Service,
  caller: Caller,
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  service.http.inject({
    method: 'POST',
    url,
    headers: { ...caller.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const namesOf = (count: number, of: string): string[] => Array.from({ length: count }, (_none, n) => `${of}-${n}.net`);

async function made(service: Service, caller: Caller, domains: readonly string[]): Promise<string> {
  const answer = await send(service, caller, '/api/batches', { domains });
  assert.equal(answer.statusCode, 201, answer.body);
  return batch.parse(answer.json()).id;
}

const read = async (service: Service, caller: Caller, id: string): Promise<BatchDetails> =>
  batchDetails.parse((await service.get(caller, `/api/batches/${id}`)).json());

/** Waits until a batch meets a condition, for half a minute at most. */
async function until(
  service: Service,
  caller: Caller,
  id: string,
  is: (one: BatchDetails) => boolean,
): Promise<BatchDetails> {
  for (let n = 0; n < 300; n += 1) {
    const now = await read(service, caller, id);
    if (is(now)) return now;
    await sleep(100);
  }
  throw new Error(`Not in time: ${JSON.stringify(await read(service, caller, id))}`);
}

/** Leaves an account a number of credits. */
async function leaveCredits({ db }: Service, { accountId }: Caller, left: number): Promise<void> {
  const used = planTerms.free.creditsAMonth - left;
  const entry = () => ({
    owner: `account:${accountId}`,
    period,
    audit_id: crypto.randomUUID(),
    amount: 1 as const,
    reason: 'started' as const,
  });
  await db
    .insertInto('credit_entries')
    .values(Array.from({ length: used }, entry))
    .execute();
}

test('the check reads a list line by line and starts nothing', async () => {
  const caller = await free.account();
  await free.ended(caller, await free.start(caller, { domain: 'today.net' }));
  await addOptOut(free.db, 'out.net', 'asked by mail');
  const text = [
    'Name;Domain',
    'Example;example-one.net',
    '',
    '"two.net","a note"',
    'https://user:hunter2@three.net/path',
    'TWO.net.',
    'bücher.net',
    'not a domain',
    '192.0.2.1',
    'www.out.net',
    'today.net',
    '# a comment',
    '\u202Eevil',
  ].join('\r\n');
  const checked = checkedBatch.parse((await send(free, caller, '/api/batches/check', { text })).json());
  assert.deepEqual(
    checked.lines.map(({ line, domain, verdict }) => [line, domain, verdict]),
    [
      [2, 'example-one.net', 'valid'],
      [4, 'two.net', 'valid'],
      [5, 'three.net', 'valid'],
      [6, 'two.net', 'duplicate'],
      [7, 'xn--bcher-kva.net', 'valid'],
      [8, null, 'refused'],
      [9, null, 'refused'],
      [10, 'www.out.net', 'refused'],
      [11, 'today.net', 'audited_today'],
      [13, null, 'refused'],
    ],
  );
  assert.deepEqual(
    checked.lines.slice(3, 6).map(({ listedAs }) => listedAs),
    ['two.net', 'bücher.net (xn--bcher-kva.net)', null],
  );
  assert.doesNotMatch(
    JSON.stringify(checked),
    /hunter2|\u202E/,
    'neither a password nor what disguises text comes back',
  );
  assert.deepEqual([checked.credits.cost, checked.credits.remaining, checked.startsAMinute], [4, 49, 10]);
  const many = namesOf(1_200, 'many').join('\n');
  const bounded = checkedBatch.parse((await send(free, caller, '/api/batches/check', { text: many })).json());
  assert.deepEqual([bounded.credits.cost, bounded.lines.length, bounded.linesLeftOut], [1_000, 1_000, 200]);
});

test('every domain of a batch is audited once at one credit; a refused one does not stop the batch', async () => {
  const caller = await free.account();
  await addOptOut(free.db, 'refused-5.net', 'asked by mail');
  const domains = [...namesOf(12, 'whole'), 'refused-5.net'];
  const done = await until(free, caller, await made(free, caller, domains), ({ ended }) => ended === 12);
  assert.deepEqual([done.status, done.total, done.started, done.refused, done.waiting], ['done', 13, 12, 1, 0]);
  assert.equal(done.items.find(({ domain }) => domain === 'refused-5.net')?.reason, 'domain_opted_out');
  assert.deepEqual(
    done.items.map(({ domain }) => domain),
    domains,
  );
  const file = await free.get(caller, `/api/batches/${done.id}/results.csv`);
  assert.deepEqual(
    [file.statusCode, file.headers['content-type'], file.headers['content-disposition']],
    [200, 'text/csv; charset=utf-8', `attachment; filename="perimeter-${done.id}.csv"`],
  );
  const lines = file.body.split('\r\n');
  assert.match(
    lines[0] ?? '',
    /^\ufeff"domain","outcome","reason","score","score_without_limits","grade","provisional","critical_findings",/u,
  );
  assert.deepEqual([lines.length, lines.at(-1)], [15, '']);
  assert.match(
    lines[1] ?? '',
    /^"whole-0\.net","completed","","100","100","A\+","no","0","0","0","0","0","0","0","0","20/u,
  );
  assert.match(lines[13] ?? '', /^"refused-5\.net","refused","domain_opted_out","","","","","",/u);
  assert.equal(codeOf(await free.get(await free.account(), `/api/batches/${done.id}/results.csv`)), 'batch_not_found');
  const started = await free.db.selectFrom('audits').select('id').where('account_id', '=', caller.accountId).execute();
  assert.equal(started.length, 12);
});

test('a batch pauses when credits run out, and continues from there when resumed', async () => {
  const caller = await free.account();
  await leaveCredits(free, caller, 3);
  const id = await made(free, caller, namesOf(5, 'poor'));
  const paused = await until(free, caller, id, ({ status }) => status === 'paused');
  assert.deepEqual([paused.pausedBecause, paused.started, paused.waiting], ['credits_exhausted', 3, 2]);
  assert.equal((await send(free, caller, `/api/batches/${id}/resume`)).statusCode, 200);
  await until(free, caller, id, ({ status }) => status === 'paused');
  await free.db.updateTable('accounts').set({ plan: 'pro' }).where('id', '=', String(caller.accountId)).execute();
  await send(free, caller, `/api/batches/${id}/resume`);
  const done = await until(free, caller, id, ({ status }) => status === 'done');
  assert.deepEqual([done.started, done.refused], [5, 0]);
  assert.equal(codeOf(await send(free, caller, `/api/batches/${id}/resume`)), 'batch_not_paused');
});

test('starts of a batch stay within the rate limit, and leave some of it for other starts', async () => {
  const caller = await limited.account();
  const id = await made(limited, caller, namesOf(12, 'paced'));
  await until(limited, caller, id, ({ started }) => started >= 8);
  // Batches take turns in the order of their creation; the first one has had two more turns already.
  for (const name of ['second.net', 'third.net']) {
    const other = await limited.account();
    await until(limited, other, await made(limited, other, [name]), ({ started }) => started === 1);
  }
  const now = await read(limited, caller, id);
  assert.deepEqual([now.status, now.started, now.waiting], ['running', 8, 4]);
  assert.equal((await limited.post(caller, { domain: 'by-hand.net' })).statusCode, 202);
  const cancelled = batch.parse(
    (await limited.http.inject({ method: 'DELETE', url: `/api/batches/${id}`, headers: caller.headers })).json(),
  );
  assert.deepEqual([cancelled.status, cancelled.started, cancelled.waiting], ['cancelled', 8, 4]);
});

test('concurrent requests with one key get the same batch; another body is refused', async () => {
  const caller = await free.account();
  const key = { 'idempotency-key': 'upload-1' };
  const body = { domains: ['same.net', 'SAME.net.', 'other.net'] };
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => send(free, caller, '/api/batches', body, key)),
  );
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [201]);
  assert.equal(new Set(answers.map((answer) => batch.parse(answer.json()).id)).size, 1);
  assert.equal(batch.parse(answers[0]?.json()).total, 2, 'a repeated domain counts once');
  assert.equal(
    codeOf(await send(free, caller, '/api/batches', { domains: ['third.net'] }, key)),
    'idempotency_mismatch',
  );
});

test('mistakes are reported with pointers, and the number of batches is limited', async () => {
  const caller = await limited.account();
  const wrong = problem.parse(
    (await send(limited, caller, '/api/batches', { domains: ['a.net', 'localhost'] })).json(),
  );
  assert.deepEqual([wrong.code, wrong.errors?.map(({ pointer }) => pointer)], ['invalid_domain', ['/domains/1']]);
  assert.equal(
    codeOf(await send(limited, caller, '/api/batches', { domains: namesOf(1_001, 'x') })),
    'invalid_request',
  );
  for (let n = 0; n < 5; n += 1) await made(limited, caller, namesOf(11, `bounded-${n}`));
  assert.equal(codeOf(await send(limited, caller, '/api/batches', { domains: ['sixth.net'] })), 'too_many_batches');
});

test("a disabled account's batch starts nothing, and other accounts cannot read it", async () => {
  const [caller, other] = [await limited.account(), await limited.account()];
  const id = await made(limited, caller, namesOf(20, 'shut'));
  for (const path of [
    `/api/batches/${id}`,
    '/api/batches/batch_00000000-0000-4000-8000-000000000000',
    '/api/batches/x',
  ])
    assert.equal(codeOf(await limited.get(other, path)), 'batch_not_found');
  assert.deepEqual((await limited.get(other, '/api/batches')).json(), { batches: [] });
  const row = await limited.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', String(caller.accountId))
    .executeTakeFirstOrThrow();
  await setDisabled(limited.db, row.email, true);
  for (const deadlineMs = performance.now() + 60_000; performance.now() < deadlineMs;) {
    const { status } = await limited.db
      .selectFrom('batches')
      .select('status')
      .where('id', '=', id.slice(6))
      .executeTakeFirstOrThrow();
    if (status === 'paused') return;
    await sleep(100);
  }
  assert.fail('paused in time');
});
