import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { fromAuditId } from '../../../audits/audit-id.ts';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { meteredService, nobody } from '../../../testing/metered-service.ts';

const env = {
  PERIMETER_SHARE_SECONDS: '0',
  PERIMETER_DOMAIN_CEILING: '3/5',
  PERIMETER_ADDRESS_CEILING: '4/6',
  PERIMETER_AUTHORITY_CEILING: '1/2',
  PERIMETER_CONCURRENCY: '4',
};

/** The address of every domain, derived from its second-level label. */
const addresses = (domain: string): string[] =>
  domain.startsWith('at-once') ? ['203.0.113.9'] : domain.startsWith('shared-') ? ['203.0.113.7'] : [];

const engine = deterministicEngine(1);
const slow = deterministicEngine(200);
const runAudit: typeof engine.runAudit = async (request, options) =>
  (request.domain.startsWith('at-once') ? slow : engine).runAudit(request, options);
const service = await meteredService({ ...engine, runAudit, siteAddresses: async (domain) => addresses(domain) }, env);
const { db, start, ended, post, account, get } = service;

/** Moves all counted audits back by a number of minutes. */
const pass = async (minutes: number): Promise<unknown> =>
  sql`update target_audits set at = at - make_interval(mins => ${minutes})`.execute(db);

const run = async (domain: string, more: Record<string, unknown> = {}): Promise<string> => {
  const id = await start(nobody, { domain, ...more });
  await ended(nobody, id);
  return id;
};

/** The refusal of a start, and its Retry-After in seconds. */
async function refused(domain: string, more: Record<string, unknown> = {}, who = nobody) {
  const answer = await post(who, { domain, ...more });
  assert.equal(answer.statusCode, 429, answer.body);
  const body = problem.parse(answer.json());
  assert.equal(body.code, 'target_busy');
  assert.equal(body.retryable, true);
  return { ...body, afterSeconds: Number(answer.headers['retry-after']) };
}

test('audits of a registrable domain are limited per hour and day, over all callers', async () => {
  const [first, second] = [await account(), await account()];
  const latest = await run('a.busy.net');
  for (const who of [first, second]) await ended(who, await start(who, { domain: 'b.busy.net' }));
  const answer = await refused('a.busy.net');
  assert.ok(answer.afterSeconds > 3_500 && answer.afterSeconds <= 3_600, String(answer.afterSeconds));
  assert.equal(answer.latestAudit?.id, latest);
  assert.equal((await get(nobody, answer.latestAudit?.report ?? '')).statusCode, 200);
  assert.equal((await refused('b.busy.net')).latestAudit, undefined, 'what accounts had made is theirs alone');
  assert.notEqual((await refused('b.busy.net', {}, first)).latestAudit, undefined);
  await refused('busy.net', {}, first);
  await run('busy.org');
  await pass(61);
  await run('busy.net');
  await run('c.busy.net');
  const day = await refused('d.busy.net');
  assert.ok(day.afterSeconds > 22 * 3_600 && day.afterSeconds < 23 * 3_600, String(day.afterSeconds));
  await pass(24 * 60);
  await run('d.busy.net');
});

test('audits of an address are limited likewise, for all its domains, and concurrent starts do not exceed the limit', async () => {
  const started = await Promise.all(
    Array.from({ length: 9 }, async (_, n) => post(nobody, { domain: `shared-${n}.net` })),
  );
  const codes = started.map(({ statusCode }) => statusCode);
  assert.deepEqual(codes.toSorted(), [202, 202, 202, 202, 429, 429, 429, 429, 429]);
  for (const answer of started.filter(({ statusCode }) => statusCode === 202)) await ended(nobody, answer.json().id);
  await refused('shared-10.net');
  await pass(25 * 60);
});

test('deep audits with stated authority have a separate ceiling, and count against the others too', async () => {
  const deep = { scanMode: 'deep', authority: true };
  await run('intrusive.net', deep);
  await refused('intrusive.net', deep);
  await run('intrusive.net', { scanMode: 'deep' });
  await run('intrusive.net');
  await refused('intrusive.net');
});

let asked = 0;
/** Of the domains that are late, the start learns no address, and the worker the same one. */
const late = await meteredService(
  {
    ...deterministicEngine(20),
    siteAddresses: async (domain) => (domain.startsWith('late') && (asked += 1) % 2 === 0 ? ['203.0.113.8'] : []),
  },
  { ...env, PERIMETER_SHARE_SECONDS: '60', PERIMETER_DOMAIN_CEILING: '1/1', PERIMETER_ADDRESS_CEILING: '1/1' },
);

test('shared measurements and repeated requests count once', async () => {
  const { start: begin, post: ask } = late;
  await begin(nobody, { domain: 'once.net' });
  await begin(nobody, { domain: 'once.net' });
  const key = { 'idempotency-key': 'one' };
  const body = { domain: 'keyed.net', private: false };
  assert.equal((await ask(nobody, body, key)).statusCode, 202);
  assert.equal((await ask(nobody, body, key)).statusCode, 202);
  assert.equal((await ask(nobody, { domain: 'other.keyed.net' })).statusCode, 429);
});

test('addresses that the start did not know are counted by the worker, and a refusal refunds the credit', async () => {
  const first = await late.start(nobody, { domain: 'late.net' });
  assert.equal((await late.ended(nobody, first)).status, 'completed');
  const second = await late.start(nobody, { domain: 'later.net' });
  const { status, failure } = await late.ended(nobody, second);
  assert.deepEqual([status, failure?.code, failure?.retryable], ['failed', 'target_busy', true]);
  assert.equal(await late.costOf(second), 0);
});

test('two audits of an address run at once, and a third waits', async () => {
  const ids = await Promise.all([0, 1, 2, 3].map(async (n) => start(nobody, { domain: `at-once-${n}.net` })));
  let most = 0;
  const watch = setInterval(() => {
    void db
      .selectFrom('audits')
      .select('id')
      .where('status', '=', 'in_progress')
      .execute()
      .then((rows) => (most = Math.max(most, rows.length)));
  }, 20);
  for (const id of ids) assert.equal((await ended(nobody, id)).status, 'completed');
  clearInterval(watch);
  assert.equal(most, 2);
  assert.ok(ids.every((id) => fromAuditId(id) !== undefined));
});
