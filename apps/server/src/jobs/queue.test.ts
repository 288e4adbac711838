import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openDatabase } from '../database/open.ts';
import { findAudit, insertAudit } from '../repositories/audits.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { openQueue } from './queue.ts';

const database = await openDatabase({ kind: 'embedded', dataDir: await temporaryDirectory() }, () => undefined);
const { db } = database;
const queue = await openQueue(database, (error) => assert.fail(error));
after(async () => {
  await queue.stop();
  await database.close();
});

const audit = (domain: string) =>
  ({
    id: randomUUID(),
    domain,
    registrableDomain: domain,
    scanMode: 'standard',
    phases: ['phase_a'] as [string],
  }) as const;

test('a start that is rolled back leaves neither an audit nor a job; one that stands leaves both', async () => {
  const ran: string[] = [];
  const done = Promise.withResolvers<void>();
  await queue.work(
    2,
    async (id) => {
      ran.push(id);
      done.resolve();
    },
    async () => undefined,
  );
  const undone = audit('undone.net');
  const kept = audit('kept.net');
  const attempt = db.transaction().execute(async (trx) => {
    await insertAudit(trx, { ...undone, phases: [...undone.phases] });
    await queue.enqueue(trx, undone);
    throw new Error('Undo');
  });
  await assert.rejects(attempt, /Undo/);
  await db.transaction().execute(async (trx) => {
    await insertAudit(trx, { ...kept, phases: [...kept.phases] });
    await queue.enqueue(trx, kept);
  });
  await done.promise;
  assert.deepEqual(ran, [kept.id]);
  assert.equal(await findAudit(db, undone.id), undefined);
  assert.equal((await findAudit(db, kept.id))?.status, 'queued');
});
