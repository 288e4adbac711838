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
  /** Day of 2026 on which it ended, and its score. */
  day: number;
  isPrivate?: boolean;
  mode?: 'standard' | 'deep';
  authority?: boolean;
  sharesWith?: string;
  purged?: boolean;
}

/** A completed audit whose report holds nothing but its day. */
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

/** The day of the audit that is compared with, and the scores before it. */
async function before(id: string): Promise<[day: number, earlier: number[]] | null> {
  const audit = await findAudit(db, id);
  const previous = await previousAuditOf(db, audit ?? assert.fail());
  if (previous === null) return null;
  const { day }: { day: number } = JSON.parse(Buffer.from(previous.report).toString());
  return [day, previous.earlier.map(({ total }) => total)];
}

test('what is private stands in no public document, not even in one of the same account', async () => {
  const domain = 'leaks.net';
  await ended({ domain, by: mine, day: 1 });
  await ended({ domain, by: mine, day: 2, isPrivate: true });
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 3 })), [1, []]);
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 4, isPrivate: true })), [3, [1, 2]]);
});

test('audits of others are not compared with, private or not', async () => {
  const domain = 'others.net';
  await ended({ domain, by: theirs, day: 1 });
  await ended({ domain, by: theirs, day: 2, isPrivate: true });
  assert.equal(await before(await ended({ domain, by: mine, day: 3, isPrivate: true })), null);
  assert.equal(await before(await ended({ domain, by: null, day: 4 })), null);
});

test('an anonymous audit is compared with anonymous ones, and with none that a deleted account kept private', async () => {
  const domain = 'anonymous.net';
  await ended({ domain, by: null, day: 1 });
  await ended({ domain, by: null, day: 2, isPrivate: true });
  assert.deepEqual(await before(await ended({ domain, by: null, day: 3 })), [1, []]);
});

test('a measurement is not compared with itself, and stands in a history once', async () => {
  const domain = 'shared.net';
  const first = await ended({ domain, by: mine, day: 1 });
  const again = await ended({ domain, by: mine, day: 2, sharesWith: first });
  assert.equal(await before(again), null);
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 3 })), [2, []]);
});

test('deep audits with and without stated authority are compared among themselves', async () => {
  const domain = 'authority.net';
  await ended({ domain, by: mine, day: 1, mode: 'deep' });
  await ended({ domain, by: mine, day: 2, mode: 'deep', authority: true });
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 3, mode: 'deep' })), [1, []]);
  assert.deepEqual(await before(await ended({ domain, by: mine, day: 4, mode: 'deep', authority: true })), [2, []]);
});

/** Thousands of audits of a domain by me, an hour apart, that no document tells of. */
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

/** The one node of the plan that reads audits, as PostgreSQL ran it. */
async function readingOf(id: string): Promise<Record<string, unknown>> {
  const audit = (await findAudit(db, id)) ?? assert.fail();
  const query = earlierAuditsQuery(db, audit, audit.ended_at ?? assert.fail());
  const { rows } = await sql`explain (analyze, format json) ${query}`.execute(db);
  const [row] = plan.parse(rows);
  return row?.['QUERY PLAN'][0].Plan.Plans[0] ?? assert.fail();
}

test('of thousands of earlier audits those are read that a document tells of, and no others', async () => {
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

test('another domain, another mode, a later audit and one whose report is gone are not compared with', async () => {
  const domain = 'alone.net';
  await ended({ domain: 'www.alone.net', by: mine, day: 1 });
  await ended({ domain, by: mine, day: 2, mode: 'deep' });
  await ended({ domain, by: mine, day: 3, purged: true });
  const audit = await ended({ domain, by: mine, day: 4 });
  await ended({ domain, by: mine, day: 5 });
  assert.equal(await before(audit), null);
});
