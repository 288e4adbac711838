import type { AuditStatus } from '@perimeter/contract/audit';
import { fc } from '@perimeter/protocols/testing/random';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openTestDatabase } from '../../testing/database.ts';
import { cancelAudit } from './cancel.ts';
import { advanceAudit, beginAudit, completeAudit, failAudit, findAudit, insertAudit, type Progress } from './audits.ts';
import { findReport } from './reports.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

const phases = ['phase_a', 'phase_b', 'phase_c'] as const;
const failure = { code: 'scan_timeout', message: 'Too slow', retryable: true } as const;
const ended = {
  report: { body: Buffer.from('{"id":"aud_x"}'), sha256: Buffer.alloc(32) },
  evidence: Buffer.from('evidence'),
  lastPhase: 'phase_c',
  checksExecuted: 9,
  findingsCount: 2,
};

async function queued(sharesWith: string | null = null): Promise<string> {
  const id = randomUUID();
  const domain = `${id}.net`;
  const audit = { id, domain, registrableDomain: domain, scanMode: 'standard', phases: [...phases] } as const;
  await db.transaction().execute(async (trx) => insertAudit(trx, { ...audit, phases: [...phases], sharesWith }));
  return id;
}

type Step =
  | { do: 'begin' }
  | { do: 'cancel' }
  | { do: 'advance'; progress: Progress }
  | { do: 'complete' }
  | { do: 'fail' };

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
  fc.record({ do: fc.constant('cancel' as const) }),
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
    case 'cancel': {
      const audit = await findAudit(db, id);
      return audit !== undefined && cancelAudit(db, audit, async () => undefined);
    }
  }
};

/** The allowed transitions: queued to in_progress to an end, and queued to failed. */
const next: Record<Step['do'], Partial<Record<AuditStatus, AuditStatus>>> = {
  begin: { queued: 'in_progress', in_progress: 'in_progress' },
  advance: { in_progress: 'in_progress' },
  complete: { in_progress: 'completed' },
  fail: { queued: 'failed', in_progress: 'failed' },
  cancel: { queued: 'failed', in_progress: 'failed' },
};

/**
 * How an audit that shares a measurement reacts to each step of the measuring one: it follows, except that cancelling
 * does not end it.
 */
const follows: Record<Step['do'], Partial<Record<AuditStatus, AuditStatus>>> = {
  begin: {},
  advance: { queued: 'in_progress' },
  complete: { queued: 'completed', in_progress: 'completed' },
  fail: { queued: 'failed', in_progress: 'failed' },
  cancel: {},
};

test('random steps in any order only move an audit along the allowed transitions', async () => {
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

test('a sharing audit follows the measuring one, ends once with it, and measures itself after a cancellation', async () => {
  const doing = fc.record({ to: fc.constantFrom('leader', 'sharer'), what: step });
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { maxLength: 12 }), async (all) => {
      const leader = await queued();
      const sharer = await queued(leader);
      const expected: { leader: AuditStatus; sharer: AuditStatus } = { leader: 'queued', sharer: 'queued' };
      let isSharing = true;
      for (const { to, what } of all) {
        // A sharing audit has no job: it can only be cancelled.
        if (to === 'sharer' && isSharing && what.do !== 'cancel') continue;
        const after = next[what.do][expected[to]];
        assert.equal(await perform(to === 'leader' ? leader : sharer, what), after !== undefined);
        if (after === undefined) continue;
        expected[to] = after;
        if (to === 'sharer') continue;
        if (isSharing) expected.sharer = follows[what.do][expected.sharer] ?? expected.sharer;
        if (what.do === 'cancel' && (expected.sharer === 'queued' || expected.sharer === 'in_progress'))
          isSharing = false;
        const [one, two] = [await findAudit(db, leader), await findAudit(db, sharer)];
        assert.deepEqual([one?.status, two?.status], [expected.leader, expected.sharer]);
        assert.equal(two?.shares_with === null, !isSharing);
        assert.equal((await findReport(db, sharer)) !== undefined, expected.sharer === 'completed');
      }
    }),
    { numRuns: 100 },
  );
});

test('of two audits of one registrable domain one runs, and the other waits until it has ended', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  for (const id of [first, second]) {
    const audit = { id, domain: `${id}.busy.net`, registrableDomain: 'busy.net', scanMode: 'standard' } as const;
    await db.transaction().execute(async (trx) => insertAudit(trx, { ...audit, phases: [...phases] }));
  }
  const begun = await Promise.all([beginAudit(db, first), beginAudit(db, second)]);
  assert.equal(begun.filter((result) => result === 'busy').length, 1);
  const [runs, waits] = begun[0] === 'busy' ? [second, first] : [first, second];
  assert.equal(await beginAudit(db, waits), 'busy');
  assert.equal(Reflect.get(Object(await beginAudit(db, runs)), 'id'), runs, 'the one that runs may be taken up again');
  await failAudit(db, runs, failure, null);
  assert.equal(Reflect.get(Object(await beginAudit(db, waits)), 'id'), waits);
});

test('the elapsed time of an audit that has ended stays the same', async () => {
  const id = await queued();
  await beginAudit(db, id);
  await completeAudit(db, id, ended);
  const first = await findAudit(db, id);
  // Meanwhile the elapsed time of a running audit increases.
  const other = await queued();
  await beginAudit(db, other);
  const begun = await findAudit(db, other);
  while ((await findAudit(db, other))?.elapsed_ms === begun?.elapsed_ms);
  assert.equal((await findAudit(db, id))?.elapsed_ms, first?.elapsed_ms);
});

test('a restarted run does not report phases that were already completed', async () => {
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

test('of many concurrent attempts to end an audit one succeeds and the others report failure', async () => {
  const id = await queued();
  await beginAudit(db, id);
  const ends = await Promise.all([
    ...Array.from({ length: 4 }, async () => completeAudit(db, id, ended)),
    ...Array.from({ length: 4 }, async () => failAudit(db, id, failure, null)),
  ]);
  assert.equal(ends.filter(Boolean).length, 1);
});

test('a database trigger refuses to reopen an audit or to reduce its progress', async () => {
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
