import { type Control, control as controlSchema, controlList } from '@perimeter/contract/account/control';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { fromAuditId } from '../../audits/audit-id.ts';
import { statementsFor } from '../../repositories/audits/statements.ts';
import { assertProblem } from '../../testing/assert-problem.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { type Caller, meteredService, nobody, secret } from '../../testing/metered-service.ts';
import { recheckControls } from './recheck.ts';

/** Published proofs by the name of their record. */
const published = new Map<string, { token: string; how: 'dns' | 'file' }>();
const asked: string[] = [];
const findProof = async ({ name, purpose }: { name: string; purpose?: string }, token: string) => {
  asked.push(`${purpose} ${name}`);
  const found = published.get(name);
  return found?.token === token ? found.how : null;
};
let gradeStatus: 'final' | 'provisional' = 'final';
const engine = deterministicEngine(1);
const { http, db, account, get, call, start, ended } = await meteredService(
  {
    ...engine,
    findProof,
    runAudit: async (request, tools) => {
      const outcome = await engine.runAudit(request, tools);
      if (!outcome.ok) return outcome;
      const { report } = outcome;
      return { ...outcome, report: { ...report, score: { ...report.score, gradeStatus } } };
    },
  },
  { PERIMETER_SHARE_SECONDS: '0' },
);

const post = async ({ headers }: Caller, url: string) => http.inject({ method: 'POST', url, headers });
const begin = async (caller: Caller, domain: string): Promise<Control> => {
  const answer = await call(caller, 'PUT', `/api/controls/${domain}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return controlSchema.parse(answer.json());
};
const check = async (caller: Caller, domain: string): Promise<Control> =>
  controlSchema.parse((await post(caller, `/api/controls/${domain}/check`)).json());
async function held(caller: Caller, domain: string, how: 'dns' | 'file' = 'dns'): Promise<void> {
  published.set(domain, { token: (await begin(caller, domain)).token, how });
  assert.equal((await check(caller, domain)).state, 'held');
}
const age = async (domain: string, days: number): Promise<void> => {
  const by = sql`make_interval(days => ${days}::integer)`;
  await sql`update domain_controls set proved_at = proved_at - ${by}, checked_at = checked_at - ${by}
    where domain = ${domain}`.execute(db);
};

test('control is claimed, proved only by the token of this account and domain, and ended', async () => {
  const [alice, bob] = [await account(), await account()];
  const claim = await begin(alice, 'Owner.NET');
  assert.deepEqual([claim.domain, claim.state, claim.badge], ['owner.net', 'asked', null]);
  assert.match(claim.token, /^perimeter-control=[\w-]{32}$/);
  assert.deepEqual(await begin(alice, 'owner.net'), claim, 'asked again, the same');
  const theirs = await begin(bob, 'owner.net');
  assert.notEqual(theirs.token, claim.token);
  assert.notEqual((await begin(alice, 'other.net')).token, claim.token);
  published.set('owner.net', { token: claim.token, how: 'dns' });
  assert.equal((await check(bob, 'owner.net')).state, 'asked', 'proved by what another account published');
  const { state, how, provedAt, lapsesAt } = await check(alice, 'owner.net');
  assert.deepEqual([state, how, Number(lapsesAt) - Number(provedAt)], ['held', 'dns', 14 * 86_400_000]);
  assert.ok(asked.every((place) => place.startsWith('control ')));
  const list = controlList.parse((await get(alice, '/api/controls')).json());
  assert.deepEqual(
    list.controls.map((one) => [one.domain, one.state]),
    [
      ['other.net', 'asked'],
      ['owner.net', 'held'],
    ],
  );
  assert.equal((await call(alice, 'DELETE', '/api/controls/owner.net')).statusCode, 204);
  assertProblem(await call(alice, 'DELETE', '/api/controls/owner.net'), 'control_not_found');
  assertProblem(await post(alice, '/api/controls/owner.net/check'), 'control_not_found');
  assertProblem(await call(alice, 'PUT', '/api/controls/com'), 'invalid_domain');
  assertProblem(await call(alice, 'PUT', '/api/controls/127.0.0.1'), 'invalid_domain');
  assertProblem(await call(nobody, 'PUT', '/api/controls/owner.net'), 'unauthorized');
});

test('a proof is checked every day, may be missing for some days, and then lapses', async () => {
  const alice = await account();
  await held(alice, 'kept.net');
  const again = async (): Promise<boolean> => {
    const before = asked.length;
    await recheckControls({ db, identity: { secrets: [Buffer.from(secret)] }, findProof });
    return asked.slice(before).includes('control kept.net');
  };
  assert.equal(await again(), false, 'looked for on the same day');
  await age('kept.net', 2);
  assert.equal(await again(), true);
  const stateOf = async () => controlList.parse((await get(alice, '/api/controls')).json()).controls[0];
  assert.ok(Date.now() - Number((await stateOf())?.provedAt) < 60_000, 'proved anew');
  published.delete('kept.net');
  await age('kept.net', 13);
  assert.equal(await again(), true);
  assert.equal((await stateOf())?.state, 'held');
  await age('kept.net', 2);
  assert.equal((await stateOf())?.state, 'lapsed');
  assert.equal(await again(), false, 'what lapsed waits for its owner');
});

test('proved control replaces a statement of authority: a DNS record also for subdomains, a file for that name only', async () => {
  const [alice, bob] = [await account(), await account()];
  await held(alice, 'wide.net');
  await held(alice, 'narrow.net', 'file');
  const kept = async (caller: Caller, domain: string, authority?: boolean) => {
    const id = await start(caller, { domain, ...(authority === undefined ? {} : { authority }) });
    const columns = ['authority_by', 'authority_proof'] as const;
    const row = await db
      .selectFrom('audits')
      .select(columns)
      .where('id', '=', fromAuditId(id) ?? assert.fail())
      .executeTakeFirstOrThrow();
    await ended(caller, id);
    return [row.authority_by, row.authority_proof];
  };
  const byAlice = `account:${alice.accountId}`;
  assert.deepEqual(await kept(alice, 'wide.net'), [byAlice, 'dns']);
  assert.deepEqual(await kept(alice, 'www.wide.net'), [byAlice, 'dns']);
  assert.deepEqual(await kept(alice, 'narrow.net'), [byAlice, 'file']);
  assert.deepEqual(await kept(alice, 'www.narrow.net'), [null, null]);
  assert.deepEqual(await kept(alice, 'notwide.net'), [null, null]);
  assert.deepEqual(await kept(alice, 'elsewhere.net', true), [byAlice, null]);
  assert.deepEqual(await kept(bob, 'wide.net'), [null, null]);
  const [statement] = await statementsFor(db, 'narrow.net');
  assert.deepEqual([statement?.by, statement?.proof], [byAlice, 'file']);
  await age('wide.net', 15);
  assert.deepEqual(await kept(alice, 'wide.net'), [null, null], 'lapsed');
});

test('a badge publicly shows grade and date of the latest final result', async () => {
  const [alice, bob] = [await account(), await account()];
  assertProblem(await call(alice, 'PUT', '/api/controls/badge.net/badge'), 'control_not_found');
  await begin(alice, 'badge.net');
  assertProblem(await call(alice, 'PUT', '/api/controls/badge.net/badge'), 'control_not_held');
  await held(alice, 'badge.net');
  const made = controlSchema.parse((await call(alice, 'PUT', '/api/controls/badge.net/badge')).json());
  const path = new URL(made.badge ?? '').pathname;
  assert.match(path, /^\/badge\/[\w-]{22}\.svg$/);
  assert.deepEqual((await call(alice, 'PUT', '/api/controls/badge.net/badge')).json(), made, 'one at a time');
  assertProblem(await call(bob, 'DELETE', '/api/controls/badge.net/badge'), 'control_not_found');
  const image = async (headers = {}) => get(nobody, path, headers);
  assert.match((await image()).body, /badge\.net: not available</, 'before any audit');

  const dayNow = (): string => new Date().toISOString().slice(0, 10);
  const before = dayNow();
  const id = await start(alice, { domain: 'badge.net', private: true });
  await ended(alice, id);
  const answer = await image();
  assert.deepEqual(
    ['content-type', 'cache-control', 'cross-origin-resource-policy', 'x-robots-tag', 'set-cookie'].map(
      (name) => answer.headers[name],
    ),
    ['image/svg+xml; charset=utf-8', 'public, max-age=3600', 'cross-origin', 'noindex', undefined],
  );
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'.*sandbox/);
  assert.match(answer.body, new RegExp(`<title>Perimeter, badge\\.net: [A-F]\\+?, (?:${before}|${dayNow()})</title>`));
  assert.equal((await image({ 'if-none-match': String(answer.headers.etag) })).statusCode, 304);

  const isNeutral = async (): Promise<boolean> => {
    const { body, headers } = await image();
    return body.includes('not available') && headers['cache-control'] === 'public, max-age=300';
  };
  gradeStatus = 'provisional';
  await ended(alice, await start(alice, { domain: 'badge.net' }));
  assert.equal(await isNeutral(), true, 'the latest result is provisional');
  gradeStatus = 'final';
  await ended(alice, await start(alice, { domain: 'badge.net' }));
  assert.equal(await isNeutral(), false);
  await age('badge.net', 15);
  assert.equal(await isNeutral(), true, 'control lapsed');
  assert.equal((await check(alice, 'badge.net')).state, 'held');
  assert.equal(await isNeutral(), false);
  await db.updateTable('accounts').set({ disabled_at: new Date() }).where('id', '=', alice.accountId).execute();
  assert.equal(await isNeutral(), true, 'account disabled');
  await db.updateTable('accounts').set({ disabled_at: null }).where('id', '=', alice.accountId).execute();

  assert.equal((await call(alice, 'DELETE', '/api/controls/badge.net/badge')).statusCode, 204);
  for (const gone of [path, '/badge/x.svg', `/badge/${'A'.repeat(22)}.svg`, `/badge/${'A'.repeat(22)}`])
    assert.equal((await get(nobody, gone)).statusCode, 404, gone);
  const next = controlSchema.parse((await call(alice, 'PUT', '/api/controls/badge.net/badge')).json());
  assert.notEqual(next.badge, made.badge);
});
