import { answerList, answersOfAudit, type ShareAnswer } from '@perimeter/contract/answers/answer';
import { newShareLink } from '@perimeter/contract/answers/share';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromAuditId } from '../../audits/audit-id.ts';
import { purge } from '../../repositories/audits/purge.ts';
import { goldenEngine } from '../../testing/golden-engine.ts';
import { type Caller, meteredService, nobody } from '../../testing/metered-service.ts';

const { http, db, account, get, call, start, ended } = await meteredService(goldenEngine(0));
const owner = await account();
const stranger = await account();

async function audited(by = owner): Promise<string> {
  const id = await start(by, { domain: 'bad.lab', private: true });
  await ended(by, id);
  return id;
}

async function link(id: string, body: object = { answers: true }): Promise<{ path: string; shareId: string }> {
  const url = `/api/audit/${id}/shares`;
  const answer = await http.inject({ method: 'POST', url, headers: owner.headers, payload: body });
  assert.equal(answer.statusCode, 201, answer.body);
  const { url: made, share } = newShareLink.parse(answer.json());
  return { path: new URL(made).pathname, shareId: share.id };
}

let addresses = 0;
/** From a separate client address, so that limits per address do not interfere with limits per link. */
async function send(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  addresses += 1;
  const remoteAddress = `10.7.${addresses >> 8}.${addresses & 255}`;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams(form).toString();
  return http.inject({ method: 'POST', url: path, remoteAddress, headers: { ...type, ...headers }, payload });
}
const open = async (path: string) => http.inject({ url: path, headers: { accept: 'text/html' } });
const fixed = { kind: 'fixed', text: 'Renewed this morning' };
const listed = async (id: string) => answersOfAudit.parse((await get(owner, `/api/audit/${id}/answers`)).json());
const codeOf = (answer: { json: () => unknown }) => Reflect.get(Object(answer.json()), 'code');
const only = ([first]: readonly ShareAnswer[]): ShareAnswer => first ?? assert.fail('no answer');

test('an answer is shown with its issue to the link and the account, and nowhere else', async () => {
  const id = await audited();
  const { path, shareId } = await link(id);
  const check = `${path}/checks/cert-expired`;
  assert.match((await open(check)).body, /<form class="form" action="[^"]+#answer" method="post">/);
  const sent = await send(check, { ...fixed, name: 'Jane <of> the web team' });
  assert.equal(sent.statusCode, 303);
  assert.equal(sent.headers.location, `${check}?answered=1#answer`);
  assert.match((await open(`${check}?answered=1`)).body, /Your answer is stored/);
  for (const page of [path, check]) {
    const { body, headers } = await open(page);
    assert.ok(body.includes('Renewed this morning') && body.includes('Jane &lt;of&gt; the web team'), page);
    assert.ok(!body.includes('aud_') && !body.includes(id.slice(4)) && !body.includes('ans_'), page);
    assert.equal(headers['referrer-policy'], 'same-origin');
  }
  const { answers, unseen } = await listed(id);
  assert.equal(unseen, 1);
  assert.deepEqual(
    { ...only(answers), id: '', createdAt: 0 },
    {
      id: '',
      auditId: id,
      domain: 'bad.lab',
      shareId,
      kind: 'fixed',
      checkId: 'cert-expired',
      text: 'Renewed this morning',
      name: 'Jane <of> the web team',
      createdAt: 0,
      seen: false,
      hidden: false,
    },
  );
  const other = await link(id);
  assert.ok(!(await open(other.path)).body.includes('Renewed this morning'), 'another link does not show it');
});

test('the same text sent twice, also concurrently, is one answer', async () => {
  const id = await audited();
  const { path } = await link(id);
  const sent = await Promise.all(Array.from({ length: 8 }, async () => send(`${path}/checks/cert-expired`, fixed)));
  assert.deepEqual(new Set(sent.map(({ statusCode }) => statusCode)), new Set([303]));
  assert.equal((await listed(id)).answers.length, 1);
  await send(`${path}/checks/cert-expired`, { ...fixed, kind: 'not_ours' });
  assert.equal((await listed(id)).answers.length, 2);
});

test('a request for a new measurement is recorded, and nothing is started or charged', async () => {
  const id = await audited();
  const { path } = await link(id);
  const before = await db.selectFrom('audits').select('id').execute();
  assert.equal((await send(path, {})).statusCode, 303);
  const asked = only((await listed(id)).answers);
  assert.deepEqual([asked.kind, asked.checkId, asked.text, asked.name], ['new_measurement', null, '', null]);
  assert.equal((await db.selectFrom('audits').select('id').execute()).length, before.length);
  assert.match((await open(path)).body, /Asks for a new measurement/);
});

test('redacted links accept answers, and show them without evidence', async () => {
  const id = await audited();
  const { path } = await link(id, { answers: true, redacted: true });
  assert.equal((await send(`${path}/checks/cert-expired`, fixed)).statusCode, 303);
  const { body } = await open(`${path}/checks/cert-expired`);
  assert.ok(body.includes('Renewed this morning') && body.includes('Evidence and hosts are left out'));
});

test('an invalid answer is refused with an explanation, and the input is kept', async () => {
  const id = await audited();
  const { path } = await link(id);
  const check = `${path}/checks/cert-expired`;
  for (const [form, said] of [
    [{ kind: 'fixed', text: '' }, /Write a sentence/],
    [{ kind: 'fixed', text: 'x'.repeat(501) }, /Use at most 500 characters/],
    [{ kind: 'fixed', text: 'a\u202Eb' }, /Leave out invisible characters/],
    [{ kind: 'fixed', text: 'a\0b' }, /Leave out invisible characters/],
    [{ kind: 'new_measurement', text: 'typed words' }, /Choose one of the four answers/],
    [{ kind: '', text: 'typed words' }, /Choose one of the four answers/],
  ] as const) {
    const { statusCode, body } = await send(check, form);
    assert.equal(statusCode, 422);
    assert.match(body, said);
    if (form.text === 'typed words') assert.match(body, />typed words<\/textarea>/);
  }
  assert.equal((await send(check, { kind: 'fixed', text: 'x'.repeat(20_000) })).statusCode, 413);
  assert.equal((await http.inject({ method: 'POST', url: check, payload: fixed })).statusCode, 415);
  assert.deepEqual((await listed(id)).answers, []);
});

test('forms of other sites are refused; those of the page and of programs are accepted', async () => {
  const { path } = await link(await audited());
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    assert.equal((await send(path, {}, headers)).statusCode, 403, JSON.stringify(headers));
  const own = { host: 'perimeter.test', origin: 'http://perimeter.test', 'sec-fetch-site': 'same-origin' };
  assert.equal((await send(path, {}, own)).statusCode, 303);
  assert.equal((await send(path, {})).statusCode, 303);
});

test('a link that was deleted, expired, never existed or takes no answers gets byte-identical 404s', async () => {
  const id = await audited();
  const [ends, expires, silent] = [await link(id), await link(id), await link(id, {})];
  await send(ends.path, { text: 'Before the end' });
  await call(owner, 'DELETE', `/api/audit/${id}/shares/${ends.shareId}`);
  const past = new Date(Date.now() - 1);
  await db.updateTable('share_links').set({ expires_at: past }).where('id', '=', expires.shareId.slice(4)).execute();
  const shown = await open(silent.path);
  assert.ok(!shown.body.includes('method="post"') && !shown.body.includes('#answer'));
  assert.equal(shown.headers['referrer-policy'], 'no-referrer');
  const known = await link(id);
  const answers = [];
  for (const path of [ends.path, expires.path, silent.path, `/s/${'A'.repeat(43)}`, '/s/x'])
    for (const url of [path, `${path}/checks/cert-expired`]) answers.push(await send(url, fixed));
  // Checks that passed, and unknown ids.
  for (const check of ['hsts-missing-never', 'x', '%00'])
    answers.push(await send(`${known.path}/checks/${check}`, fixed));
  const bare = answers.map(({ statusCode, body, headers }) => {
    const { date: _date, 'x-request-id': _id, ratelimit: _limit, ...rest } = headers;
    return { statusCode, body, rest };
  });
  for (const answer of bare) assert.deepEqual(answer, bare[0]);
  assert.equal(bare[0]?.statusCode, 404);
  const left = only((await listed(id)).answers);
  assert.deepEqual([left.text, left.shareId], ['Before the end', ends.shareId], 'it stays with the account');
});

test('the account hides, shows, marks and deletes answers', async () => {
  const id = await audited();
  const { path } = await link(id);
  await send(`${path}/checks/cert-expired`, fixed);
  const { id: answerId } = only((await listed(id)).answers);
  const url = `/api/audit/${id}/answers/${answerId}`;
  for (const [body, seen, hidden] of [
    [{ seen: true }, true, false],
    [{ hidden: true }, true, true],
    [{}, true, true],
    [{ hidden: false, seen: false }, false, false],
    [{ hidden: true }, false, true],
  ] as const) {
    const answer = await call(owner, 'PATCH', url, body);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual([answer.json<ShareAnswer>().seen, answer.json<ShareAnswer>().hidden], [seen, hidden]);
    assert.equal((await open(path)).body.includes('Renewed this morning'), !hidden);
    assert.equal((await listed(id)).unseen, seen ? 0 : 1);
  }
  assert.equal((await send(`${path}/checks/cert-expired`, fixed)).statusCode, 303);
  assert.equal((await listed(id)).answers.length, 1, 'what is hidden is not answered anew');
  assert.equal(codeOf(await call(owner, 'PATCH', url, { text: 'x' })), 'invalid_request');
  assert.equal((await call(owner, 'DELETE', url)).statusCode, 204);
  for (const method of ['DELETE', 'PATCH'] as const)
    assert.equal(codeOf(await call(owner, method, url, method === 'PATCH' ? {} : undefined)), 'answer_not_found');
});

test('only the account reads or changes answers', async () => {
  const [id, other] = [await audited(), await audited()];
  const { path } = await link(id);
  await send(path, {});
  const { id: answerId } = only((await listed(id)).answers);
  const url = `/api/audit/${id}/answers/${answerId}`;
  for (const [caller, code] of [
    [stranger, 'audit_not_found'],
    [nobody, 'unauthorized'],
  ] as const) {
    assert.equal(codeOf(await get(caller, `/api/audit/${id}/answers`)), code);
    assert.equal(codeOf(await call(caller, 'PATCH', url, { hidden: true })), code);
    assert.equal(codeOf(await call(caller, 'DELETE', url)), code);
  }
  assert.equal(codeOf(await get(nobody, '/api/answers')), 'unauthorized');
  assert.deepEqual(answerList.parse((await get(stranger, '/api/answers')).json()).answers, []);
  assert.equal(codeOf(await get(stranger, `/api/answers?cursor=${answerId}`)), undefined);
  // An answer cannot be changed through another audit's path.
  const wrong = `/api/audit/${other}/answers/${answerId}`;
  for (const method of ['DELETE', 'PATCH'] as const)
    assert.equal(
      codeOf(await call(owner, method, wrong, method === 'PATCH' ? { hidden: true } : undefined)),
      'answer_not_found',
    );
  assert.deepEqual(only((await listed(id)).answers).hidden, false);
});

test('the list of all answers is paginated, and its count of new ones covers all pages', async () => {
  const all: string[] = [];
  let cursor: string | null = '';
  let unseen = 0;
  while (cursor !== null) {
    const url: string = `/api/answers?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = answerList.parse((await get(owner, url)).json());
    all.push(...page.answers.map((one) => one.id));
    ({ nextCursor: cursor, unseen } = page);
  }
  const rows = await db.selectFrom('share_answers').select(['id', 'seen_at']).execute();
  assert.deepEqual(all.toSorted(), rows.map((row) => `ans_${row.id}`).toSorted());
  assert.equal(unseen, rows.filter((row) => row.seen_at === null).length);
  assert.equal(codeOf(await get(owner, '/api/answers?cursor=ans_x')), 'answer_not_found');
});

test('a link accepts limited numbers of answers per issue and hour, also concurrently', async () => {
  const id = await audited();
  const { path } = await link(id);
  const sendMany = async (count: number, url: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => send(url, { kind: 'fixed', text: `Answer ${index}` })),
    );
  const toOne = await sendMany(12, `${path}/checks/cert-expired`);
  assert.equal(toOne.filter(({ statusCode }) => statusCode === 303).length, 10);
  assert.ok(
    toOne.every(
      ({ statusCode, body }) => statusCode === 303 || (statusCode === 429 && body.includes('as many answers')),
    ),
  );
  await sendMany(10, `${path}/checks/hsts-missing`);
  await sendMany(10, path);
  assert.equal((await send(`${path}/checks/tls-1-0`, fixed)).statusCode, 429);
  const hourAgo = new Date(Date.now() - 3_700_000);
  await db
    .updateTable('share_answers')
    .set({ created_at: hourAgo })
    .where('audit_id', '=', fromAuditId(id) ?? '')
    .execute();
  assert.equal((await send(`${path}/checks/tls-1-0`, fixed)).statusCode, 303);
  assert.equal((await listed(id)).answers.length, 31);
});

test('one address can send ten answers a minute, whether or not the link exists', async () => {
  const limited = await meteredService(goldenEngine(0), { PERIMETER_RATE_LIMITS: 'on' });
  const from = async (remoteAddress: string, token: string) =>
    limited.http.inject({
      method: 'POST',
      url: `/s/${token}`,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'text=again',
    });
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await from('10.8.0.1', `x${turn}`)).statusCode, 404);
  assert.equal((await from('10.8.0.1', 'y')).statusCode, 429);
  assert.equal((await from('10.8.0.2', 'y')).statusCode, 404);
});

test("answers are deleted with their audit's report, and with their account", async () => {
  const theirs = await account();
  const headers = theirs.headers;
  const ids = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const id = await audited(theirs);
    const made = await http.inject({
      method: 'POST',
      url: `/api/audit/${id}/shares`,
      headers,
      payload: { answers: true },
    });
    await send(new URL(newShareLink.parse(made.json()).url).pathname, {});
    ids.push(fromAuditId(id) ?? '');
  }
  const left = async (by: Caller) =>
    (
      await db.selectFrom('share_answers').select('audit_id').where('account_id', '=', String(by.accountId)).execute()
    ).map((row) => row.audit_id);
  assert.deepEqual((await left(theirs)).toSorted(), ids.toSorted());
  const [old = '', kept = ''] = ids;
  await agedAudit(old);
  assert.equal((await purge(db))?.reports, 1);
  assert.deepEqual(await left(theirs), [kept]);
  await db.deleteFrom('accounts').where('id', '=', String(theirs.accountId)).execute();
  assert.deepEqual(await left(theirs), []);
});

/** Moves an audit's end beyond the retention of its report. */
async function agedAudit(id: string): Promise<void> {
  await sql`alter table audits disable trigger user`.execute(db);
  await sql`update audits set ended_at = now() - interval '9 years' where id = ${id}`.execute(db);
  await sql`alter table audits enable trigger user`.execute(db);
}
