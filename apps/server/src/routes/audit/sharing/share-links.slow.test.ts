import { newShareLink, shareLinkList } from '@perimeter/contract/answers/share';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { fromAuditId } from '../../../audits/audit-id.ts';
import { keepsSecrets } from './testing/redacted.ts';
import { goldenEngine, goldenReport } from '../../../testing/golden-engine.ts';
import { type Caller, meteredService, nobody } from '../../../testing/metered-service.ts';

const bad = goldenReport('bad.lab');
const service = await meteredService(goldenEngine(0));
const { http, db, account, get, start, ended } = service;
const owner = await account();
const stranger = await account();

async function audited(isPrivate = false): Promise<string> {
  const id = await start(owner, { domain: 'bad.lab', private: isPrivate });
  await ended(owner, id);
  return id;
}

const send = async (method: 'POST' | 'PATCH' | 'DELETE', by: Caller, url: string, payload?: object) =>
  http.inject({ method, url, headers: by.headers, ...(payload === undefined ? {} : { payload }) });
const makeLink = async (id: string, body: object = {}) => {
  const answer = await send('POST', owner, `/api/audit/${id}/shares`, body);
  assert.equal(answer.statusCode, 201, answer.body);
  const { url, share } = newShareLink.parse(answer.json());
  return { path: new URL(url).pathname, share };
};
const open = async (path: string) => http.inject({ url: path, headers: { accept: 'text/html' } });
const codeOf = (answer: { json: () => unknown }) => Reflect.get(Object(answer.json()), 'code');

test("a link shows the report to anyone, also of a private audit, without revealing the audit's id", async () => {
  const id = await audited(true);
  const { path, share } = await makeLink(id, { expiresInDays: 7 });
  assert.match(path, /^\/s\/[A-Za-z0-9_-]{43}$/);
  assert.equal(share.expiresAt - share.createdAt, 7 * 86_400_000);
  for (const page of [path, `${path}/checks/cert-expired`, `${path}/data/tls`]) {
    const { statusCode, headers, body } = await open(page);
    assert.equal(statusCode, 200, page);
    assert.ok(body.includes('bad.lab'));
    for (const secret of [id, id.slice(4), 'aud_', `/audits/${id}`])
      assert.ok(!body.includes(secret), `${page} ${secret}`);
    assert.equal(headers['x-robots-tag'], 'noindex');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cache-control'], 'private, no-cache');
  }
  const report = await open(path);
  const [{ sha256 }] = await db
    .selectFrom('audit_reports')
    .select('sha256')
    .where('audit_id', '=', fromAuditId(id) ?? '')
    .execute()
    .then((rows) => rows as [{ sha256: Buffer }]);
  assert.ok(!report.body.includes(sha256.toString('hex')), 'a digest leads to the audit by way of verification');
});

test('a redacted link quotes nothing that the target sent, and names no host but the domain', async () => {
  const { path } = await makeLink(await audited(), { redacted: true });
  const told = [
    ...bad.findings.flatMap(({ description, affectedUrl, address, evidence, host, fingerprint }) => [
      description,
      affectedUrl,
      address ?? '',
      fingerprint,
      ...evidence.split('\n'),
      host === bad.domain ? '' : host,
    ]),
    ...bad.observations.flatMap(({ description, evidence, host }) => [
      description,
      ...evidence.split('\n'),
      host === bad.domain ? '' : host,
    ]),
    ...bad.modules.flatMap(({ checks }) => checks.map(({ reason }) => reason)).filter((text) => text.includes('.lab')),
  ].filter((text) => text.length > 12 && text !== bad.domain);
  assert.ok(told.length > 300);
  for (const page of [
    path,
    `${path}?q=expired`,
    `${path}/checks/cert-expired`,
    `${path}/checks/tls-fingerprint`,
    `${path}/data/tls`,
  ]) {
    const { statusCode, body } = await open(page);
    // The pages of collected data are left out entirely.
    assert.equal(statusCode, page.includes('/data/') ? 404 : 200);
    const text = body
      .replaceAll(/<[^>]*>/gu, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&');
    for (const one of told) assert.ok(!text.includes(one) && !body.includes(one), `${page}: ${one}`);
    assert.ok(page.includes('/data/') || body.includes(bad.domain));
  }
});

for (const domain of ['bad.lab', 'good.lab', 'redirect.lab'])
  test(`no answer of a redacted link of ${domain} holds a name below it, an address or who made it`, async () => {
    await keepsSecrets(service, domain, domain === 'bad.lab' ? 'shown' : 'each outcome');
  });

test('the search of a redacted link tells nothing of what is left out', async () => {
  const { path } = await makeLink(await audited(), { redacted: true });
  const [{ description, address, evidence }] = bad.findings as [(typeof bad.findings)[number]];
  for (const secret of [description.slice(0, 40), String(address), evidence.slice(0, 20)]) {
    const { body } = await open(`${path}?q=${encodeURIComponent(secret)}`);
    assert.match(body, />0 of \d+ issues shown/, secret);
  }
  assert.match((await open(`${path}?q=expired`)).body, />[1-9]\d* of \d+ issues shown/);
});

test('links that were deleted, expired, never existed or have no report get byte-identical 404s', async () => {
  const id = await audited();
  const [ends, expires, purged] = [await makeLink(id), await makeLink(id), await makeLink(await audited())];
  assert.equal((await open(ends.path)).statusCode, 200);
  const shares = async () =>
    shareLinkList.parse((await get(owner, `/api/audit/${id}/shares`)).json()).shares.map((one) => one.id);
  assert.deepEqual((await shares()).toSorted(), [ends.share.id, expires.share.id].toSorted());
  assert.equal((await send('DELETE', owner, `/api/audit/${id}/shares/${ends.share.id}`)).statusCode, 204);
  assert.equal(codeOf(await send('DELETE', owner, `/api/audit/${id}/shares/${ends.share.id}`)), 'share_link_not_found');
  await db
    .updateTable('share_links')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', expires.share.id.slice(4))
    .execute();
  assert.deepEqual(await shares(), []);
  const gone = await db
    .selectFrom('share_links')
    .select('audit_id')
    .where('id', '=', purged.share.id.slice(4))
    .executeTakeFirstOrThrow();
  await db.deleteFrom('audit_reports').where('audit_id', '=', gone.audit_id).execute();

  const answers = [];
  for (const path of [
    ends.path,
    expires.path,
    purged.path,
    `/s/${'A'.repeat(43)}`,
    '/s/x',
    `/s/${'%20'.repeat(9)}`,
    `${ends.path}/checks/cert-expired`,
    `/s/x/data/tls`,
  ]) {
    const { statusCode, body, headers } = await open(path);
    const { date: _date, 'x-request-id': _id, ratelimit: _limit, ...rest } = headers;
    answers.push({ statusCode, body, rest });
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0]?.statusCode, 404);
  assert.match(String(answers[0]?.body), /does not exist, has expired or was ended/);
});

const answerWith = async (url: string, payload: string) =>
  http.inject({
    method: 'POST',
    url,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });

/** Waits until this many wait for a table. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_locks where not granted and relation = 'share_answers'::regclass`.execute(db);
    if (rows.length >= count) return;
    await setTimeout(20);
  }
}

/** Asks, and ends something while the request reads for the last time what was answered, after it found the link. */
async function endedMeanwhile<T>(ask: () => Promise<T>, reads: 1 | 2, end: () => Promise<unknown>): Promise<T> {
  const holding = async (deed: () => Promise<unknown>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await sql`lock table share_answers in access exclusive mode`.execute(trx);
      await deed();
    });
  const asked: Promise<T>[] = [];
  let later: Promise<void> = Promise.resolve();
  await holding(async () => {
    asked.push(ask());
    await waiting(1);
    if (reads === 1) return end();
    later = holding(async () => {
      await waiting(1);
      return end();
    });
    return waiting(2);
  });
  await later;
  const [answer] = await Promise.all(asked);
  assert.ok(answer !== undefined);
  return answer;
}

test('a link, or its report, that ends while a page of it is made is the 404 of no link', async () => {
  const none = await open(`/s/${'A'.repeat(43)}`);
  // An answer that is refused gets the page with the form again: the link is read for the form, then for the page.
  for (const [below, endings, refused] of [
    ['', ['link', 'report', 'nothing'], null],
    ['/checks/cert-expired', ['link'], null],
    ['/data/tls', ['report'], null],
    ['', ['link', 'nothing'], `text=${'x'.repeat(3_000)}`],
    ['/checks/cert-expired', ['report', 'nothing'], 'kind=none'],
  ] as const)
    for (const ending of endings) {
      const id = await audited();
      const { path, share } = await makeLink(id, { answers: true });
      const url = path + below;
      const end = async (): Promise<void> => {
        if (ending === 'link') await db.deleteFrom('share_links').where('id', '=', share.id.slice(4)).execute();
        if (ending === 'report')
          await db
            .deleteFrom('audit_reports')
            .where('audit_id', '=', fromAuditId(id) ?? '')
            .execute();
      };
      const { statusCode, body } = await (refused === null
        ? endedMeanwhile(async () => open(url), 1, end)
        : endedMeanwhile(async () => answerWith(url, refused), 2, end));
      const found = refused === null ? 200 : 422;
      assert.equal(statusCode, ending === 'nothing' ? found : 404, `${below} ${ending} ${found}`);
      if (ending !== 'nothing') assert.equal(body, none.body, `${below} ${ending}`);
    }
});

test('only the hash of what a link carries is stored', async () => {
  const { path, share } = await makeLink(await audited());
  const rows = await db.selectFrom('share_links').selectAll().where('id', '=', share.id.slice(4)).execute();
  assert.equal(rows.length, 1);
  assert.ok(
    !JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('utf8') }))).includes(
      path.slice(3),
    ),
  );
});

test('only the account of the audit can create, list and delete links', async () => {
  const id = await audited();
  const { share } = await makeLink(id);
  assert.equal(codeOf(await send('POST', stranger, `/api/audit/${id}/shares`, {})), 'audit_not_found');
  assert.equal(codeOf(await get(stranger, `/api/audit/${id}/shares`)), 'audit_not_found');
  assert.equal(codeOf(await send('DELETE', stranger, `/api/audit/${id}/shares/${share.id}`)), 'audit_not_found');
  assert.equal(codeOf(await send('POST', nobody, `/api/audit/${id}/shares`, {})), 'unauthorized');
  const own = await start(nobody, { domain: 'good.lab' });
  await ended(nobody, own);
  assert.equal(codeOf(await send('POST', owner, `/api/audit/${own}/shares`, {})), 'audit_not_found');
  // A link cannot be deleted through another audit's path.
  assert.equal(
    codeOf(await send('DELETE', owner, `/api/audit/${await audited()}/shares/${share.id}`)),
    'share_link_not_found',
  );
  for (const body of [{ expiresInDays: 8 }, { expiresInDays: '7' }, { redacted: 1 }, { more: 1 }])
    assert.equal(codeOf(await send('POST', owner, `/api/audit/${id}/shares`, body)), 'invalid_request');
});

test('the number of links per audit is limited, also under concurrent requests', async () => {
  const id = await audited();
  const answers = await Promise.all(
    Array.from({ length: 24 }, async () => send('POST', owner, `/api/audit/${id}/shares`, {})),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 20);
  assert.ok(answers.every((answer) => answer.statusCode === 201 || codeOf(answer) === 'too_many_share_links'));
});

test('an audit that becomes private is unknown to others at once, and readable again once it is public', async () => {
  const id = await audited();
  const { path } = await makeLink(id);
  const seen = async (by: Caller) =>
    Promise.all(
      [
        `/api/audit/${id}`,
        `/api/audit/${id}/report`,
        `/api/audit/${id}/phases`,
        `/audits/${id}`,
        `/audits/${id}/checks/cert-expired`,
      ].map(async (url) => (await get(by, url)).statusCode),
    );
  const all = (status: number): number[] => Array.from({ length: 5 }, () => status);
  for (const isPrivate of [true, false]) {
    // This request fills every cache.
    await seen(stranger);
    await seen(nobody);
    const answer = await send('PATCH', owner, `/api/audit/${id}`, { private: isPrivate });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(Reflect.get(Object(answer.json()), 'private'), isPrivate);
    assert.deepEqual(await seen(nobody), all(isPrivate ? 404 : 200));
    // Pages accept sessions but no keys.
    assert.deepEqual((await seen(stranger)).slice(0, 3), all(isPrivate ? 404 : 200).slice(0, 3));
    assert.deepEqual((await seen(owner)).slice(0, 3), all(200).slice(0, 3));
    assert.equal((await open(path)).statusCode, 200);
  }
  assert.equal(codeOf(await send('PATCH', stranger, `/api/audit/${id}`, { private: false })), 'audit_not_found');
  assert.equal(codeOf(await send('PATCH', nobody, `/api/audit/${id}`, { private: false })), 'unauthorized');
});
