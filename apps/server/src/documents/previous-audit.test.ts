import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { findAudit } from '../repositories/audits/audits.ts';
import { earlierAuditsQuery } from '../repositories/audits/earlier.ts';
import { seal } from '../audits/sealed-report.ts';
import { openTestDatabase } from '../testing/database.ts';
import { previousAuditOf } from './previous-audit.ts';

const { db, close } = await openTestDatabase();
test.after(close);

async function account(email: string): Promise<string> {
  const id = randomUUID();
  await db.insertInto('accounts').values({ id, email, password_hash: 'x' }).execute();
  return id;
}
const [mine, theirs] = [await account('me@example.org'), await account('them@example.org')];

interface Ended {
  domain: string;
  by: string | null;
  /** The day of 2026 on which it ended. */
  day: number;
  isPrivate?: boolean;
  mode?: 'standard' | 'deep';
  authority?: boolean;
  sharesWith?: string;
  purged?: boolean;
}

/** A completed audit whose report contains only its day. */
async function ended({ domain, by, day, isPrivate = false, mode = 'standard', authority, sharesWith, purged }: Ended) {
  const id = randomUUID();
  const at = new Date(Date.UTC(2026, 0, day));
  await db
    .insertInto('audits')
    .values({
      id,
      domain,
      registrable_domain: domain,
      scan_mode: mode,
      current_phase: 'phase_a',
      phases_total: 1,
      account_id: by,
      is_private: isPrivate,
      shares_with: sharesWith ?? null,
      authority_at: authority === true ? at : null,
    })
    .execute();
  await db
    .updateTable('audits')
    .set({
      status: 'completed',
      running_at: at,
      ended_at: at,
      score: day,
      grade: 'F',
      percent: 100,
      phases_completed: 1,
    })
    .where('id', '=', id)
    .execute();
  if (purged === true) await db.updateTable('audits').set({ purged_at: at }).where('id', '=', id).execute();
  else
    await db
      .insertInto('audit_reports')
      .values({ audit_id: id, ...seal({ day }) })
      .execute();
  return id;
}

/** The day of the audit that is compared with, and the number of earlier scores. */
async function before(id: string): Promise<[day: number, earlier: number[]] | null> {
  const audit = await findAudit(db, id);
  const previous = await previousAuditOf(db, audit ?? assert.fail());
  if (previous === null) return null;
  const { day }: { day: number } = JSON.parse(Buffer.from(previous.report).toString());
  return [day, previous.earlier.map(({ total }) => total)];
}

test('a public document contains nothing of private audits, not even of the same account', async () => {
  const domain = 'leaks.net';
  await ended({ domain, by: mine, day: 1 });
  await ended({ domain, by: mine, day: 2, isPrivate: true });
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 3 })), [1, []]);
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 4, isPrivate: true })), [3, [1, 2]]);
});

test('audits of other accounts are not compared with, whether private or public', async () => {
  const domain = 'others.net';
  await ended({ domain, by: theirs, day: 1 });
  await ended({ domain, by: theirs, day: 2, isPrivate: true });
  assert.equal(await before(await ended({ domain, by: mine, day: 3, isPrivate: true })), null);
  assert.equal(await before(await ended({ domain, by: null, day: 4 })), null);
});

test('an anonymous audit is compared with anonymous ones only, and never with private audits of a deleted account', async () => {
  const domain = 'anonymous.net';
  await ended({ domain, by: null, day: 1 });
  await ended({ domain, by: null, day: 2, isPrivate: true });
  assert.deepEqual(await before(await ended({ domain, by: null, day: 3 })), [1, []]);
});

test('a shared measurement is not compared with itself, and is listed once in a history', async () => {
  const domain = 'shared.net';
  const first = await ended({ domain, by: mine, day: 1 });
  const again = await ended({ domain, by: mine, day: 2, sharesWith: first });
  assert.equal(await before(again), null);
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 3 })), [2, []]);
});

test('deep audits with and without stated authority are compared only with their own kind', async () => {
  const domain = 'authority.net';
  await ended({ domain, by: mine, day: 1, mode: 'deep' });
  await ended({ domain, by: mine, day: 2, mode: 'deep', authority: true });
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 3, mode: 'deep' })), [1, []]);
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 4, mode: 'deep', authority: true })), [2, []]);
});

/** Thousands of audits of a domain by one account, an hour apart, that no document mentions. */
async function manyOthers(domain: string, mode: 'standard' | 'deep', isPurged: boolean): Promise<void> {
  await sql`
    insert into audits (id, domain, registrable_domain, scan_mode, status, current_phase, phases_total, phases_completed,
      percent, account_id, started_at, running_at, ended_at, score, grade, purged_at)
    select gen_random_uuid(), ${domain}, ${domain}, ${mode}, 'completed', 'phase_a', 1, 1, 100, ${mine}::uuid, at, at, at, 50, 'D',
      case when ${isPurged} then at end
    from (select timestamptz '2026-01-01' - make_interval(hours => n) as at from generate_series(1, 3000) as n) as hours`.execute(
    db,
  );
}

const plan = z.array(
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ Plans: z.tuple([z.looseObject({})]) }) })]) }),
);

/** The one node of PostgreSQL's executed plan that reads audits. */
async function readingOf(id: string): Promise<Record<string, unknown>> {
  const audit = (await findAudit(db, id)) ?? assert.fail();
  const query = earlierAuditsQuery(db, audit, audit.ended_at ?? assert.fail());
  const { rows } = await sql`explain (analyze, format json) ${query}`.execute(db);
  const [row] = plan.parse(rows);
  return row?.['QUERY PLAN'][0].Plan.Plans[0] ?? assert.fail();
}

test('of thousands of earlier audits only those are read that a document mentions', async () => {
  const domain = 'hourly.net';
  await manyOthers(domain, 'standard', true);
  await manyOthers(domain, 'deep', false);
  await manyOthers('anonymous-beside.net', 'standard', false);
  for (let day = 1; day <= 3; day += 1) await ended({ domain, by: mine, day });
  await ended({ domain: 'anonymous-beside.net', by: null, day: 1 });
  await sql`analyze audits`.execute(db);
  const own = await readingOf(await ended({ domain, by: mine, day: 4 }));
  const anonymous = await readingOf(await ended({ domain: 'anonymous-beside.net', by: null, day: 2 }));
  for (const [reading, rows] of [
    [own, 3],
    [anonymous, 1],
  ] as const)
    assert.deepEqual(
      [reading['Index Name'], reading['Actual Rows'], reading['Rows Removed by Filter'] ?? 0],
      ['audits_earlier', rows, 0],
    );
  const deep = await readingOf(await ended({ domain, by: mine, day: 5, mode: 'deep' }));
  assert.equal(deep['Actual Rows'], 24, 'no more than are told of');
});

test('audits of another domain or mode, later ones and those with deleted reports are not compared with', async () => {
  const domain = 'alone.net';
  await ended({ domain: 'www.alone.net', by: mine, day: 1 });
  await ended({ domain, by: mine, day: 2, mode: 'deep' });
  await ended({ domain, by: mine, day: 3, purged: true });
  const audit = await ended({ domain, by: mine, day: 4 });
  await ended({ domain, by: mine, day: 5 });
  assert.equal(await before(audit), null);
});
