import { domainAudits, domainChanges, domainList } from '@perimeter/contract/domains';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readFacts } from '../../jobs/facts-of.ts';
import { addFacts } from '../../repositories/audits/report-facts.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { readsWhatIsShown } from './testing/many-audits.ts';
import { type Caller, meteredService, nobody } from '../../testing/metered-service.ts';

const service = await meteredService(deterministicEngine(1), {
  PERIMETER_RATE_LIMITS: 'off',
  PERIMETER_SHARE_SECONDS: '0',
});
const { db, account, get, call, start, ended } = service;

const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const listOf = async (caller: Caller, query = '') =>
  domainList.parse((await get(caller, `/api/domains${query}`)).json());
async function audited(caller: Caller, domain: string): Promise<string> {
  const id = await start(caller, { domain });
  await ended(caller, id);
  return id;
}

test('a domain is listed with its latest completed audit and tags until it is removed; a new audit lists it again', async () => {
  const caller = await account();
  assert.deepEqual(await listOf(caller), { domains: [], total: 0, tags: [], nextCursor: null });
  await audited(caller, 'one.net');
  const latest = await audited(caller, 'one.net');
  await audited(caller, 'two.net');
  await audited(caller, 'failing.net');
  const { domains, total } = await listOf(caller, '?sort=name');
  assert.deepEqual([domains.map(({ domain }) => domain), total], [['one.net', 'two.net'], 2]);
  const [one] = domains;
  assert.equal(one?.auditId, latest);
  assert.deepEqual(
    [one?.scores.length, one?.change, one?.policyVersion, one?.severities],
    [2, 0, one?.policyVersion, { critical: 0, high: 0, medium: 0, low: 0 }],
  );
  assert.ok(one?.policyVersion);
  assert.equal(
    (await call(caller, 'PUT', '/api/domains/one.net/tags', { tags: ['vendor', 'vendor', 'eu'] })).statusCode,
    200,
  );
  assert.deepEqual(
    (await listOf(caller, '?tag=vendor')).domains.map(({ domain, tags }) => [domain, tags]),
    [['one.net', ['vendor', 'eu']]],
  );
  assert.deepEqual((await listOf(caller)).tags, ['eu', 'vendor']);
  assert.deepEqual(
    (await listOf(caller, '?q=TWO')).domains.map(({ domain }) => domain),
    ['two.net'],
  );
  assert.equal((await listOf(caller, '?q=%25')).total, 0, 'a wildcard of SQL is a letter');
  assert.equal((await call(caller, 'DELETE', '/api/domains/one.net')).statusCode, 204);
  assert.equal((await listOf(caller)).total, 1);
  await audited(caller, 'one.net');
  assert.deepEqual((await listOf(caller, '?tag=eu')).total, 1);
});

test('every domain is listed once over all pages, and only for its own account', async () => {
  const [caller, other] = [await account(), await account()];
  for (const n of [1, 2, 3]) await audited(caller, `page-${n}.net`);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof listOf>> = await listOf(
      caller,
      `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    seen.push(...page.domains.map(({ domain }) => domain));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen.toSorted(), ['page-1.net', 'page-2.net', 'page-3.net']);
  assert.equal((await listOf(other)).total, 0);
  for (const url of ['/api/domains', '/api/domains/page-1.net/changes'])
    assert.equal(codeOf(await get(nobody, url)), 'unauthorized');
  for (const method of ['PUT', 'DELETE'] as const) {
    const url = method === 'PUT' ? '/api/domains/page-1.net/tags' : '/api/domains/page-1.net';
    const body = method === 'PUT' ? { tags: [] } : undefined;
    assert.equal(codeOf(await call(nobody, method, url, body)), 'unauthorized');
    assert.equal(
      codeOf(await call(other, method, url, body)),
      'no_audit_for_domain',
      'as for a domain that nobody audited',
    );
  }
  for (const query of ['cursor=x', 'limit=0', 'sort=odd', 'tag=a%20b', 'page=1'])
    assert.equal(codeOf(await get(caller, `/api/domains?${query}`)), 'invalid_request', query);
});

test('changes are between the two latest audits or two given ones, and only of the account', async () => {
  const [caller, other] = [await account(), await account()];
  const first = await audited(caller, 'change.net');
  assert.equal(codeOf(await get(caller, '/api/domains/change.net/changes')), 'no_audit_for_domain');
  const second = await audited(caller, 'change.net');
  const changes = domainChanges.parse((await get(caller, '/api/domains/change.net/changes')).json());
  assert.deepEqual(
    [changes.from.id, changes.to.id, changes.policyChanged, changes.sameKind],
    [first, second, false, true],
  );
  const named = await get(caller, `/api/domains/change.net/changes?from=${second}&to=${first}`);
  assert.equal(domainChanges.parse(named.json()).from.id, second);
  const foreign = await audited(other, 'change.net');
  const elsewhere = await audited(caller, 'other-change.net');
  for (const id of [foreign, elsewhere, `aud_${randomUUID()}`])
    assert.equal(
      codeOf(await get(caller, `/api/domains/change.net/changes?from=${id}&to=${second}`)),
      'audit_not_found',
    );
});

test('the history of a domain lists each completed audit once over all pages, with the change since the previous comparable one', async () => {
  const [caller, other] = [await account(), await account()];
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.unshift(await audited(caller, 'history.net'));
  await audited(caller, 'not-history.net');
  await audited(other, 'history.net');
  const [fifth, fourth, third, second, first] = made.map((id) => id.slice(4));
  await db.transaction().execute(async (step) => {
    await sql`set local session_replication_role = replica`.execute(step);
    for (const [id, score, policy] of [
      [first, 40, '1.9.0'],
      [second, 50, '2.0.0'],
      [third, 47, '2.1.0'],
      [fourth, 90, '2.1.0'],
      [fifth, 58, '2.1.0'],
    ] as const)
      await sql`update audits set score = ${score}, policy_version = ${policy} where id = ${id}::uuid`.execute(step);
    await sql`update audits set scan_mode = 'deep' where id = ${fourth}::uuid`.execute(step);
    // Audits that end at the same time are ordered by id.
    await sql`update audits set ended_at = (select ended_at from audits where id = ${third}::uuid) where id = ${second}::uuid`.execute(
      step,
    );
  });
  const historyOf = async (query: string) =>
    domainAudits.parse((await get(caller, `/api/domains/HISTORY.net./audits${query}`)).json());
  const whole = await historyOf('');
  assert.deepEqual([whole.domain, whole.nextCursor, whole.audits.length], ['history.net', null, 5]);
  const [later, earlier] = [whole.audits[2]?.score ?? 0, whole.audits[3]?.score ?? 0];
  assert.deepEqual([later, earlier].toSorted(), [47, 50]);
  assert.deepEqual(
    whole.audits.map(({ change }) => change),
    [58 - later, null, later - earlier, null, null],
    'within one major version of the policy and one mode',
  );
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof historyOf>> = await historyOf(
      `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    seen.push(...page.audits.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  assert.deepEqual(
    seen,
    whole.audits.map(({ id }) => id),
  );
  for (const query of ['cursor=x', 'cursor=', 'limit=0', 'limit=101', 'page=1'])
    assert.equal(codeOf(await get(caller, `/api/domains/history.net/audits?${query}`)), 'invalid_request', query);
  assert.equal(codeOf(await get(nobody, '/api/domains/history.net/audits')), 'unauthorized');
  assert.equal(codeOf(await get(other, '/api/domains/not-history.net/audits')), 'no_audit_for_domain');
});

test('an audit lists its changes since the previous one, a given one, or the last one of a day', async () => {
  const [caller, other] = [await account(), await account()];
  const first = await audited(caller, 'since.net');
  const changesOf = async (who: Caller, id: string, query = '') => get(who, `/api/audit/${id}/changes${query}`);
  assert.equal(codeOf(await changesOf(caller, first)), 'no_audit_for_domain');
  const second = await audited(caller, 'since.net');
  const third = await audited(caller, 'since.net');
  const from = async (query: string) => domainChanges.parse((await changesOf(caller, third, query)).json()).from.id;
  assert.deepEqual([await from(''), await from(`?since=${first}`)], [second, first]);
  await db.transaction().execute(async (step) => {
    // Disable the guard trigger, to move the ends of completed audits into the past.
    await sql`set local session_replication_role = replica`.execute(step);
    await sql`update audits set ended_at = '2026-01-03T23:59:59Z' where id = ${first.slice(4)}::uuid`.execute(step);
    await sql`update audits set ended_at = '2026-01-05T00:00:00Z' where id = ${second.slice(4)}::uuid`.execute(step);
  });
  assert.deepEqual([await from('?since=2026-01-03'), await from('?since=2026-01-04')], [first, first]);
  assert.equal(await from('?since=2026-01-05'), second);
  for (const query of ['?since=2026-01-02', `?since=${third}`])
    assert.equal(codeOf(await changesOf(caller, third, query)), 'no_audit_for_domain', query);
  assert.equal(codeOf(await changesOf(caller, third, '?since=yesterday')), 'invalid_request');
  const elsewhere = await audited(caller, 'not-since.net');
  assert.equal(codeOf(await changesOf(caller, third, `?since=${elsewhere}`)), 'no_audit_for_domain');
  const foreign = await start(other, { domain: 'since.net', private: true });
  await ended(other, foreign);
  assert.equal(codeOf(await changesOf(caller, third, `?since=${foreign}`)), 'audit_not_found');
  assert.equal(codeOf(await changesOf(nobody, foreign)), 'audit_not_found');
});

test('audits are listed by domain and status, with facts of their reports', async () => {
  const caller = await account();
  const id = await audited(caller, 'filter.net');
  await audited(caller, 'failing.net');
  const ids = async (query: string): Promise<string[]> =>
    (await get(caller, `/api/audits?${query}`)).json().audits.map((audit: { id: string }) => audit.id);
  assert.deepEqual(await ids('domain=FILTER.net.'), [id]);
  assert.deepEqual(await ids('status=completed'), [id]);
  assert.deepEqual(await ids('status=completed&domain=failing.net'), []);
  assert.equal(codeOf(await get(caller, '/api/audits?domain=192.0.2.1')), 'invalid_domain');
});

test('facts of audits that an earlier version completed are read from their reports, once', async () => {
  const caller = await account();
  const id = await audited(caller, 'older.net');
  const facts = async () => (await listOf(caller)).domains[0];
  const known = await facts();
  await sql`update audits set policy_version = null, severities = null, concluded_permille = null, uncapped = null, issues = null where domain = 'older.net'`.execute(
    db,
  );
  assert.deepEqual([(await facts())?.policyVersion, (await facts())?.severities], [null, null]);
  while ((await addFacts(db, readFacts)) > 0);
  assert.deepEqual(await facts(), known);
  await sql`update audits set policy_version = null, uncapped = null where domain = 'older.net'`.execute(db);
  await sql`update audit_reports set body = 'no JSON' where audit_id = ${id.slice(4)}::uuid`.execute(db);
  assert.equal(await addFacts(db, readFacts), 1);
  assert.equal(await addFacts(db, readFacts), 0, 'what cannot be read is passed over for good');
  assert.equal((await facts())?.policyVersion, null);
});

test('domains are found by owner, grade and next expiry, and the CSV file contains no formula', async () => {
  const [caller, other] = [await account(), await account()];
  const rows = [
    ['own-a.net', 'F', 5, 'certificate'],
    ['own-b.net', 'B', 200, 'registration'],
    ['own-c.net', 'D', null, ''],
  ] as const;
  for (const [name, letter, days, kind] of rows) {
    await audited(caller, name);
    await db.transaction().execute(async (step) => {
      await sql`set local session_replication_role = replica`.execute(step);
      await sql`update audits set grade = ${letter}, deadline_kind = ${kind},
        deadline_at = now() + make_interval(days => ${days}::integer) where domain = ${name}`.execute(step);
    });
  }
  const patch = async (who: Caller, body: Record<string, unknown>) =>
    call(who, 'PATCH', '/api/domains/own-a.net', body);
  const noted = await patch(caller, { owner: ' =Jane, "web" ', note: 'renew in spring' });
  assert.deepEqual(noted.json(), { domain: 'own-a.net', owner: '=Jane, "web"', note: 'renew in spring' });
  assert.equal((await patch(caller, { note: '' })).json().owner, '=Jane, "web"', 'what is left out stays');
  assert.equal(codeOf(await patch(other, { owner: 'me' })), 'no_audit_for_domain');
  for (const body of [{ owner: 'x'.repeat(101) }, { tags: ['a'] }, { note: 1 }])
    assert.equal(codeOf(await patch(caller, body)), 'invalid_request');
  await call(caller, 'PUT', '/api/domains/own-a.net/tags', { tags: ['eu'] });
  assert.equal((await listOf(caller, '?q=own-a')).domains[0]?.owner, '=Jane, "web"', 'tags leave the owner alone');
  const found = async (q: string) =>
    (await listOf(caller, `?sort=name&q=${encodeURIComponent(q)}`)).domains
      .map(({ domain }) => domain.charAt(4))
      .join('');
  for (const [q, expected] of [
    ['', 'abc'],
    ['owner:JANE', 'a'],
    ['grade:<C', 'ac'],
    ['grade:B', 'b'],
    ['expires:<30d', 'a'],
    ['expires:>30d', 'b'],
    ['own tag:eu grade:F', 'a'],
    ['own- tag:us', ''],
  ])
    assert.equal(await found(q ?? ''), expected, q);
  assert.equal(
    (await listOf(caller, '?sort=ends&q=own-')).domains.map(({ domain }) => domain.charAt(4)).join(''),
    'abc',
  );
  assert.equal(codeOf(await get(caller, '/api/domains?q=color:red')), 'invalid_request');
  const file = await get(caller, '/api/domains.csv?sort=name&q=grade:%3CC');
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
  const lines = file.body.split('\r\n');
  assert.match(lines[0] ?? '', /^\ufeff"domain","grade","score",/u);
  assert.deepEqual([lines.length, lines.at(-1)], [4, '']);
  assert.match(lines[1] ?? '', /^"own-a\.net","F",.*"certificate","eu","'=Jane, ""web""","",/u);
  assert.equal(codeOf(await get(nobody, '/api/domains.csv')), 'unauthorized');
  assert.equal((await get(other, '/api/domains.csv')).body.split('\r\n').length, 2);
});

test('equal scores are ordered by the uncapped score, then by the issues of the highest severity', async () => {
  const caller = await account();
  const rows = [
    ['tie-a.net', 53, [0, 1, 0, 0]],
    ['tie-b.net', 41, [0, 0, 1, 0]],
    ['tie-c.net', 53, [1, 0, 0, 0]],
    ['tie-d.net', 88, [0, 0, 0, 9]],
  ] as const;
  for (const [name, uncapped, issues] of rows) {
    await audited(caller, name);
    await sql`update audits set uncapped = ${uncapped}, issues = ${[...issues]}::integer[] where domain = ${name}`.execute(
      db,
    );
  }
  const order = async (sort: string) =>
    (await listOf(caller, `?sort=${sort}&q=tie-`)).domains.map(({ domain }) => domain.charAt(4)).join('');
  assert.deepEqual([await order('worst'), await order('best')], ['bcad', 'dacb']);
});

test('the change in a monthly schedule is that of a month; older audits and other policies are not compared', async () => {
  const caller = await account();
  for (const [domain, hours, policy, change] of [
    ['month-a.net', [31 * 24 + 1], '', 9],
    ['month-b.net', [31 * 24, 29 * 24, 2], '', 8],
    ['month-c.net', [46 * 24], '', null],
    ['month-d.net', [31 * 24], '0.9.0', null],
  ] as const) {
    for (const before of hours) {
      const id = await audited(caller, domain);
      await db.transaction().execute(async (step) => {
        await sql`set local session_replication_role = replica`.execute(step);
        await sql`update audits set score = ${10 + hours.length - hours.indexOf(before as never)},
          ended_at = ended_at - make_interval(hours => ${before}), policy_version = coalesce(nullif(${policy}::text, ''), policy_version)
          where id = ${id.slice(4)}::uuid`.execute(step);
      });
    }
    const latest = await audited(caller, domain);
    await db.transaction().execute(async (step) => {
      await sql`set local session_replication_role = replica`.execute(step);
      await sql`update audits set score = 20 where id = ${latest.slice(4)}::uuid`.execute(step);
    });
    assert.equal((await listOf(caller, `?q=${domain}`)).domains[0]?.change, change, domain);
  }
  const { domains } = await listOf(caller, '?sort=change');
  assert.deepEqual(
    domains.map(({ domain, change }) => [domain.slice(6, 7), change]),
    [
      ['b', 8],
      ['a', 9],
      ['c', null],
      ['d', null],
    ],
    'the largest loss first, and what cannot be compared last',
  );
});

test('for a hundred domains with sixty audits each the index is skipped through, and only audits that are shown are read', async () =>
  readsWhatIsShown(service, 100, 60));
