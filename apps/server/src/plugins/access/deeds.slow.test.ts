import { newShareLink } from '@perimeter/contract/answers/share';
import { teamLog, type TeamLogEntry } from '@perimeter/contract/account/team';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { completedAudit } from '../../testing/completed-audit.ts';
import { heldEngine } from '../../testing/held-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { type Browser, firstAccount, makeKey } from '../../testing/people.ts';
import { nameOfTarget } from '../../repositories/teams/names-of-targets.ts';
import { accessTable } from './table.data.ts';

const { engine } = heldEngine();
const service = await meteredService(
  { ...engine, findProof: async () => 'dns' },
  { PERIMETER_SHARE_SECONDS: '0', PERIMETER_RATE_LIMITS: 'off', PERIMETER_CONCURRENCY: '30' },
);
const { db } = service;
const admin: Browser = await firstAccount(service);

/** Tables that change independently of a request: jobs, uses of credentials, and counters. */
const ofOthers = [
  'team_log',
  'sessions',
  'counters',
  'budget_leases',
  'poll_windows',
  'schema_migrations',
  'signing_keys',
  'written',
];

/**
 * Records every row that changes with its transaction, so that what was rolled back is not counted; nor are updates that
 * change nothing, such as the repeated progress of audits that are held or have just been cancelled.
 */
async function watchWrites(): Promise<void> {
  await sql`create table written (tx text not null, name text not null)`.execute(db);
  await sql`create function write_down() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or old is distinct from new then
        insert into written values (pg_current_xact_id()::text, tg_table_name);
      end if;
      return null;
    end $$`.execute(db);
  await sql`alter table team_log add column tx text not null default pg_current_xact_id()::text`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${ofOthers}::text[])`.execute(
    db,
  );
  assert.ok(rows.length > 20);
  for (const { name } of rows)
    await sql`create trigger write_down after insert or update or delete on ${sql.table(name)}
      for each row execute function write_down()`.execute(db);
}

const breakLog = async (isBroken: boolean): Promise<void> => {
  if (isBroken) await sql`alter table team_log add constraint broken check (false) not valid`.execute(db);
  else await sql`alter table team_log drop constraint broken`.execute(db);
};

const entries = async (): Promise<TeamLogEntry[]> =>
  teamLog.parse((await admin.send('GET', '/api/team/log?limit=100')).json()).entries;
const sent = async (...[method, url, body, headers]: Parameters<Browser['send']>) => {
  const answer = await admin.send(method, url, body, headers);
  assert.ok(answer.statusCode < 300, `${method} ${url} ${answer.statusCode} ${answer.body}`);
  return z
    .object({})
    .loose()
    .catch({})
    .parse(answer.statusCode === 204 ? {} : answer.json());
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const idOf = async (url: string, body: unknown): Promise<string> => String((await sent('POST', url, body))['id']);

const domain = 'logged.net';
const audit = await completedAudit(admin, domain);
const { share } = newShareLink.parse(await sent('POST', `/api/audit/${audit}/shares`, { answers: true }));
const storedAudit = await db
  .selectFrom('audits')
  .select(['id', 'account_id'])
  .where('domain', '=', domain)
  .executeTakeFirstOrThrow();
async function anAnswer(): Promise<string> {
  const id = crypto.randomUUID();
  const { id: auditId, account_id: accountId } = storedAudit;
  const words = { kind: 'new_measurement', check_id: null, text: `We saw it in ${id}`, name: null } as const;
  await db
    .insertInto('share_answers')
    .values({
      id,
      audit_id: auditId,
      account_id: String(accountId),
      share_id: share.id.slice(4),
      created_at: new Date(),
      ...words,
    })
    .execute();
  return `ans_${id}`;
}
const risk = (checkId: string) => ({
  domain,
  checkId,
  reason: 'Agreed',
  owner: 'Board',
  expires: new Date(Date.now() + 9e8).toISOString().slice(0, 10),
});
const batch = (name: string) => ({ domains: [name], scanMode: 'standard' });
let count = 0;
const fresh = (): string => `held-${(count += 1)}.net`;

type Sent = Parameters<Browser['send']>;

/** A request for each logged route, after its prerequisites. */
const uses: Readonly<Record<string, () => Promise<Sent>>> = {
  'POST /api/audit/start': async () => ['POST', '/api/audit/start', { domain: fresh() }],
  'PATCH /api/audit/:id': async () => ['PATCH', `/api/audit/${audit}`, { private: true }],
  'DELETE /api/audit/:id': async () => ['DELETE', `/api/audit/${await idOf('/api/audit/start', { domain: fresh() })}`],
  'POST /api/audit/:id/shares': async () => ['POST', `/api/audit/${audit}/shares`, {}],
  'DELETE /api/audit/:id/shares/:shareId': async () => ['DELETE', `/api/audit/${audit}/shares/${share.id}`],
  'PATCH /api/audit/:id/answers/:answerId': async () => [
    'PATCH',
    `/api/audit/${audit}/answers/${await anAnswer()}`,
    { seen: true },
  ],
  'DELETE /api/audit/:id/answers/:answerId': async () => ['DELETE', `/api/audit/${audit}/answers/${await anAnswer()}`],
  'POST /api/waivers': async () => ['POST', '/api/waivers', risk('hdr-xfo-invalid')],
  'PATCH /api/waivers/:id': async () => [
    'PATCH',
    `/api/waivers/${await idOf('/api/waivers', risk('csp-missing'))}`,
    { reason: 'Changed' },
  ],
  'DELETE /api/waivers/:id': async () => ['DELETE', `/api/waivers/${await idOf('/api/waivers', risk('caa-missing'))}`],
  'PATCH /api/domains': async () => ['PATCH', '/api/domains', { domains: [{ domain, note: `Noted ${fresh()}` }] }],
  'PATCH /api/domains/:domain': async () => ['PATCH', `/api/domains/${domain}`, { note: 'Noted' }],
  'DELETE /api/domains/:domain': async () => ['DELETE', `/api/domains/${domain}`],
  'PUT /api/domains/:domain/tags': async () => ['PUT', `/api/domains/${domain}/tags`, { tags: ['shop'] }],
  'PUT /api/controls/:domain': async () => ['PUT', `/api/controls/${domain}`],
  'POST /api/controls/:domain/check': async () => ['POST', `/api/controls/${domain}/check`],
  'PUT /api/controls/:domain/badge': async () => ['PUT', `/api/controls/${domain}/badge`],
  'DELETE /api/controls/:domain/badge': async () => ['DELETE', `/api/controls/${domain}/badge`],
  'DELETE /api/controls/:domain': async () => ['DELETE', `/api/controls/${domain}`],
  'POST /api/batches': async () => ['POST', '/api/batches', batch(fresh())],
  'DELETE /api/batches/:id': async () => ['DELETE', `/api/batches/${await idOf('/api/batches', batch(fresh()))}`],
  'POST /api/batches/:id/resume': async () => {
    const id = await idOf('/api/batches', batch(fresh()));
    await db
      .updateTable('batches')
      .set({ status: 'paused', paused_because: 'credits_exhausted' })
      .where('id', '=', id.slice(6))
      .execute();
    return ['POST', `/api/batches/${id}/resume`];
  },
  'POST /api/keys': async () => ['POST', '/api/keys', { name: 'logged' }],
  'POST /api/keys/:id/rotate': async () => ['POST', `/api/keys/${(await makeKey(admin)).id}/rotate`, { grace: '0' }],
  'DELETE /api/keys/:id': async () => ['DELETE', `/api/keys/${(await makeKey(admin)).id}`],
  'PATCH /api/account/settings': async () => ['PATCH', '/api/account/settings', { privateByDefault: true }],
  'POST /settings/answers': async () => {
    const newest = await anAnswer();
    return ['POST', '/settings/answers', Buffer.from(`newest=${newest}`), form];
  },
  'POST /audits': async () => ['POST', '/audits', Buffer.from(`domain=${fresh()}`), form],
  'POST /domains/tags': async () => ['POST', '/domains/tags', Buffer.from(`pick=${domain}&tags=many`), form],
  'POST /domains/:domain/tags': async () => [
    'POST',
    `/domains/${domain}/tags`,
    Buffer.from('tags=web&owner=Ann&note='),
    form,
  ],
  'POST /domains/:domain/remove': async () => ['POST', `/domains/${domain}/remove`, Buffer.from(''), form],
};

/** Waits until background writes have ended. */
async function quiet(): Promise<void> {
  await db
    .updateTable('batches')
    .set({ status: 'paused', paused_because: 'credits_exhausted' })
    .where('status', '=', 'running')
    .execute();
  for (let [seen, isQuiet] = ['', false]; !isQuiet;) {
    const { rows } = await sql<{
      count: string;
    }>`select count(*) || ' ' || (select count(*) from audits where status = 'queued') as count from written`.execute(
      db,
    );
    isQuiet = seen === rows[0]?.count && seen.endsWith(' 0');
    seen = rows[0]?.count ?? '';
    await setTimeout(100);
  }
}

await watchWrites();

test('the test has a request for each logged route of the table', () => {
  const logged = Object.entries(accessTable).flatMap(([name, { logs }]) => (logs === undefined ? [] : [name]));
  assert.deepEqual(Object.keys(uses).toSorted(), logged.toSorted());
});

for (const [name, prepare] of Object.entries(uses)) {
  test(`${name}: the change and its log line are one transaction`, async () => {
    const asked = await prepare();
    await quiet();
    await sql`delete from written`.execute(db);
    const before = (await entries())[0]?.id;
    await breakLog(true);
    const broken = await admin.send(...asked);
    await breakLog(false);
    assert.equal(broken.statusCode, 500, `without its line: ${broken.body}`);
    const { rows: left } = await sql<{ name: string }>`select distinct name from written`.execute(db);
    assert.deepEqual(left, [], 'nothing is left of a deed whose line could not be kept');
    assert.equal((await entries())[0]?.id, before);

    const done = await admin.send(...asked);
    assert.ok(done.statusCode < 400, done.body);
    const [line, ...older] = await entries();
    assert.equal(line?.action, accessTable[name]?.logs);
    assert.equal(older[0]?.id, before, 'one line');
    const { rows: together } = await sql<{ name: string }>`
      select distinct name from written join team_log using (tx) where id = ${line?.id}`.execute(db);
    assert.ok(together.length > 0, 'what changed is of the transaction of the line');
  });
}

test('log lines of keys name the key, and log lines of starts the audit', async () => {
  const all = await entries();
  const lineOf = (action: string) => all.find((line) => line.action === action);
  assert.match(lineOf('audit_started')?.detail ?? '', /^aud_[0-9a-f-]{36}$/);
  assert.match(lineOf('batch_started')?.detail ?? '', /^batch_[0-9a-f-]{36}$/);
  assert.match(lineOf('share_ended')?.detail ?? '', /^shr_/);
  assert.match(lineOf('key_revoked')?.target ?? '', /^key_/);
  assert.equal(lineOf('key_created')?.target, 'a key');
});

test('lines with ids say what these were called, also once it is gone', async () => {
  const named = (await entries()).flatMap(({ action, target, targetName }) =>
    /^(?:aud|key|wvr|batch)_/u.test(target) ? [[action, targetName.replace(/^held-\d+\./u, 'held.')]] : [],
  );
  assert.deepEqual(Object.fromEntries(named), {
    audit_changed: domain,
    audit_cancelled: 'held.net',
    share_made: domain,
    share_ended: domain,
    answer_changed: domain,
    answer_deleted: domain,
    waiver_changed: `csp-missing of ${domain}`,
    waiver_removed: `caa-missing of ${domain}`,
    batch_cancelled: 'held.net',
    batch_resumed: 'held.net',
    key_rotated: 'a key',
    key_revoked: 'a key',
  });
  assert.deepEqual(
    (await entries()).flatMap(({ target, targetName }) => (/_/u.test(target) && targetName === '' ? [target] : [])),
    [],
  );
  const page = await admin.send('GET', '/settings/team/log');
  assert.match(
    page.body,
    /removed the waiver (?:<!-- -->)?caa-missing of logged\.net(?:<!-- -->)? <span class="small quiet">wvr_/u,
  );
  assert.match(page.body, /<a href="\/audits\/aud_/u);
});

test('what is called differently by each of several teams is named by its own alone', async () => {
  const key = await makeKey(admin);
  const other = crypto.randomUUID();
  assert.deepEqual(
    [await nameOfTarget(db, other, key.id), await nameOfTarget(db, String(storedAudit.account_id), key.id)],
    ['', 'a key'],
  );
  assert.equal(await nameOfTarget(db, other, 'key_not-a-uuid'), '');
});
