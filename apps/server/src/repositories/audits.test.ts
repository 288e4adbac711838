import type { AuditStatus } from '@perimeter/contract/audit';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openDatabase } from '../database/open.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { advanceAudit, beginAudit, completeAudit, failAudit, findAudit, insertAudit, type Progress } from './audits.ts';
import { findReport } from './reports.ts';

const database = await openDatabase({ kind: 'embedded', dataDir: await temporaryDirectory() }, () => undefined);
after(database.close);
const { db } = database;

const phases = ['phase_a', 'phase_b', 'phase_c'] as const;
const failure = { code: 'scan_timeout', message: 'Too slow', retryable: true } as const;
const ended = {
  report: { body: Buffer.from('{}'), sha256: Buffer.alloc(32) },
  evidence: Buffer.from('evidence'),
  lastPhase: 'phase_c',
  checksExecuted: 9,
  findingsCount: 2,
};

async function queued(): Promise<string> {
  const id = randomUUID();
  const domain = `${id}.net`;
  const audit = { id, domain, registrableDomain: domain, scanMode: 'standard', phases: [...phases] } as const;
  await db.transaction().execute(async (trx) => insertAudit(trx, { ...audit, phases: [...phases] }));
  return id;
}

type Step = { do: 'begin' } | { do: 'advance'; progress: Progress } | { do: 'complete' } | { do: 'fail' };

const progress = fc.record({
  currentPhase: fc.constantFrom(...phases),
  phasesCompleted: fc.integer({ min: 0, max: 5 }),
  checksExecuted: fc.nat(20),
  findingsCount: fc.nat(20),
  percent: fc.integer({ min: 0, max: 120 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('begin' as const) }),
  { arbitrary: fc.record({ do: fc.constant('advance' as const), progress }), weight: 4 },
  fc.record({ do: fc.constant('complete' as const) }),
  fc.record({ do: fc.constant('fail' as const) }),
);

const perform = async (id: string, what: Step): Promise<boolean> => {
  switch (what.do) {
    case 'begin':
      return (await beginAudit(db, id)) !== undefined;
    case 'advance':
      return advanceAudit(db, id, what.progress);
    case 'complete':
      return completeAudit(db, id, ended);
    case 'fail':
      return failAudit(db, id, failure, null);
  }
};

/** The edges of the interface: queued to in_progress to an end, and queued to failed. */
const next: Record<Step['do'], Partial<Record<AuditStatus, AuditStatus>>> = {
  begin: { queued: 'in_progress', in_progress: 'in_progress' },
  advance: { in_progress: 'in_progress' },
  complete: { in_progress: 'completed' },
  fail: { queued: 'failed', in_progress: 'failed' },
};

test('whatever is asked in whatever order, an audit only moves along its edges and never back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const id = await queued();
      let before = await findAudit(db, id);
      for (const what of steps) {
        const done = await perform(id, what);
        const now = await findAudit(db, id);
        assert.ok(before !== undefined && now !== undefined);
        const expected = next[what.do][before.status];
        assert.equal(done, expected !== undefined);
        assert.equal(now.status, expected ?? before.status);
        if (!done) assert.equal(now.version, before.version);
        else assert.ok(now.version > before.version);
        assert.ok(now.percent >= before.percent && now.phases_completed >= before.phases_completed);
        assert.ok(now.phases_completed <= now.phases_total);
        assert.equal(now.percent === 100, now.status === 'completed');
        assert.equal((await findReport(db, id)) !== undefined, now.status === 'completed');
        before = now;
      }
    }),
    { numRuns: 150 },
  );
});

test('the time of an audit that has ended stands still', async () => {
  const id = await queued();
  await beginAudit(db, id);
  await completeAudit(db, id, ended);
  const first = await findAudit(db, id);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((await findAudit(db, id))?.elapsed_ms, first?.elapsed_ms);
});

test('a run that starts over does not show the phases that it goes through again', async () => {
  const id = await queued();
  await beginAudit(db, id);
  const at = (currentPhase: string, phasesCompleted: number) => ({
    currentPhase,
    phasesCompleted,
    checksExecuted: phasesCompleted,
    findingsCount: 0,
    percent: phasesCompleted * 30,
  });
  await advanceAudit(db, id, at('phase_c', 2));
  await advanceAudit(db, id, at('phase_a', 0));
  const row = await findAudit(db, id);
  assert.deepEqual([row?.current_phase, row?.phases_completed, row?.percent], ['phase_c', 2, 60]);
});

test('when many would end an audit at once, one does and the others learn that they did not', async () => {
  const id = await queued();
  await beginAudit(db, id);
  const ends = await Promise.all([
    ...Array.from({ length: 4 }, async () => completeAudit(db, id, ended)),
    ...Array.from({ length: 4 }, async () => failAudit(db, id, failure, null)),
  ]);
  assert.equal(ends.filter(Boolean).length, 1);
});

test('the database itself refuses to reopen an audit or to take progress back', async () => {
  const id = await queued();
  await beginAudit(db, id);
  await advanceAudit(db, id, {
    currentPhase: 'phase_b',
    phasesCompleted: 1,
    checksExecuted: 1,
    findingsCount: 0,
    percent: 40,
  });
  await assert.rejects(db.updateTable('audits').set({ percent: 30 }).where('id', '=', id).execute(), /cannot go back/);
  await completeAudit(db, id, ended);
  await assert.rejects(
    db.updateTable('audits').set({ status: 'queued' }).where('id', '=', id).execute(),
    /cannot go from/,
  );
});
