import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { findAudit, insertAudit, type Busy, type NewAudit } from '../repositories/audits/audits.ts';
import { openTestDatabase } from '../testing/database.ts';
import { openQueue } from './queue.ts';

const database = await openTestDatabase();
const { db } = database;
const queue = await openQueue(database, (error) => assert.fail(error));

/** What happened to jobs, as the domains of their audits. */
const ran: string[] = [];
const givenUp: string[] = [];
let told = Promise.withResolvers<void>();
const next = async (): Promise<void> => {
  await told.promise;
  told = Promise.withResolvers();
};

before(async () => {
  const run = async (id: string): Promise<Busy | void> => {
    ran.push(id);
    const domain = (await findAudit(db, id))?.domain;
    if (domain === 'throws.net') throw new Error('Interrupted');
    if (domain === 'busy.net' && ran.length < 3) return 'busy';
    told.resolve();
  };
  const giveUp = async (id: string): Promise<void> => {
    givenUp.push(id);
    told.resolve();
  };
  await queue.work(2, run, giveUp);
});
after(async () => {
  await queue.stop();
  await database.close();
});

const audit = (domain: string): NewAudit => ({
  id: randomUUID(),
  domain,
  registrableDomain: domain,
  scanMode: 'standard',
  phases: ['phase_a'],
});

async function accept(accepted: NewAudit, retries: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertAudit(trx, accepted);
    await queue.enqueue(trx, accepted);
    await sql`update pgboss.job set retry_limit = ${retries} where data ->> 'auditId' = ${accepted.id}`.execute(trx);
  });
}

test('a start that is rolled back leaves neither audit nor job; a committed one leaves both', async () => {
  const undone = audit('undone.net');
  const attempt = db.transaction().execute(async (trx) => {
    await insertAudit(trx, undone);
    await queue.enqueue(trx, undone);
    throw new Error('Undo');
  });
  await assert.rejects(attempt, /Undo/);
  const kept = audit('kept.net');
  await accept(kept, 1);
  await next();
  assert.deepEqual(ran.splice(0), [kept.id]);
  assert.equal(await findAudit(db, undone.id), undefined);
  assert.equal((await findAudit(db, kept.id))?.status, 'queued');
});

test('an interrupted job is retried, and after its last retry giveUp is called for the audit', async () => {
  const throwing = audit('throws.net');
  await accept(throwing, 1);
  await next();
  assert.deepEqual(ran.splice(0), [throwing.id, throwing.id]);
  assert.deepEqual(givenUp, [throwing.id]);
});

test('a postponed job returns to its old place without using up a retry', async () => {
  const waiting = audit('busy.net');
  await accept({ ...waiting, turn: 7 }, 0);
  await next();
  assert.deepEqual(ran.splice(0), [waiting.id, waiting.id, waiting.id]);
  const jobs = await sql<{ priority: number }>`
    select priority from pgboss.job where data ->> 'auditId' = ${waiting.id}`.execute(db);
  assert.deepEqual(jobs.rows, [{ priority: -7 }, { priority: -7 }, { priority: -7 }]);
});
