import { fc } from '@perimeter/protocols/testing/random';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromAuditId } from '../../audits/audit-id.ts';
import { AppError } from '../../http/errors.ts';
import { type Principal, principalKey } from '../../credentials/principal.ts';
import { acceptStart } from '../../routes/audit/start/accept.ts';
import type { StartParts } from '../../routes/audit/start/start-new.ts';
import { cancelAudit } from '../../repositories/audits/cancel.ts';
import { advanceAudit, beginAudit, completeAudit, failAudit, findAudit } from '../../repositories/audits/audits.ts';
import { creditBalance, period } from '../../repositories/limits/credits.ts';

type Db = StartParts['db'];

const failure = { code: 'domain_not_found', message: 'No such domain', retryable: false } as const;
const report = { body: Buffer.from('{"id":"aud_x"}'), sha256: Buffer.alloc(32) };
const run = { report, evidence: Buffer.from('e'), lastPhase: 'phase_a', checksExecuted: 1, findingsCount: 0 };
const progress = { currentPhase: 'phase_a', phasesCompleted: 0, checksExecuted: 1, findingsCount: 0, percent: 40 };

/** What can happen; `n` selects one of the started audits. */
type Event =
  | { do: 'start'; who: number; target: number; key: number | null; killed: boolean }
  | { do: 'begin' | 'advance' | 'complete' | 'fail' | 'cancel' | 'killedEnd'; n: number };

const start = fc.record({
  do: fc.constant('start' as const),
  who: fc.nat(1),
  target: fc.nat(1),
  key: fc.option(fc.nat(5), { freq: 2 }),
  killed: fc.nat(4).map((n) => n === 0),
});
const other = fc.record({
  do: fc.constantFrom('begin', 'advance', 'complete', 'fail', 'cancel', 'killedEnd'),
  n: fc.nat(20),
});
/** Events of one step happen concurrently. */
const steps = fc.array(
  fc.array(fc.oneof({ arbitrary: start, weight: 2 }, { arbitrary: other, weight: 3 }), { minLength: 1, maxLength: 4 }),
  {
    maxLength: 14,
    size: 'max',
  },
);

class Killed extends Error {}

/** One run of the model: two networks, three targets, and jobs that are only recorded. */
function world(db: Db) {
  const name = randomUUID();
  const ids: string[] = [];
  const queued: string[] = [];
  const parts: StartParts = {
    db,
    queue: { enqueue: async (_trx, { id }) => void queued.push(id) },
    phasesOf: () => ['phase_a', 'phase_b'] as const,
    addressesOf: async () => [],
    metering: {
      anonymousCredits: 4,
      adminCredits: null,
      shareSeconds: 300,
      assumesAuthority: false,
      active: 'all',
      ceilings: { domain: null, address: null, authority: null },
    },
  };
  const principals = [0, 1].map((n): Principal => ({ kind: 'anonymous', network: `${name}-${n}` }));

  const accept = async (event: Extract<Event, { do: 'start' }>): Promise<void> => {
    const domain = `t${event.target}.${name}.net`;
    const principal = principals[event.who] ?? assert.fail();
    // A process that dies before its transaction commits, so that the database rolls back.
    const killing = {
      enqueue: async (): Promise<void> => {
        throw new Killed();
      },
    };
    try {
      const { started } = await acceptStart({ ...parts, ...(event.killed ? { queue: killing } : {}) }, principal, {
        domain: { ascii: domain, unicode: domain, registrableDomain: domain },
        scanMode: 'standard',
        private: false,
        authority: false,
        idempotencyKey: event.key === null ? null : `key-${event.key}`,
      });
      const id = fromAuditId(started.id) ?? '';
      if (!ids.includes(id)) ids.push(id);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof Killed)) throw error;
    }
  };
  const perform = async (event: Event): Promise<void> => {
    if (event.do === 'start') return accept(event);
    const id = ids[event.n % Math.max(1, ids.length)];
    const audit = id === undefined ? undefined : await findAudit(db, id);
    if (id === undefined || audit === undefined) return;
    if (event.do === 'begin') await beginAudit(db, id);
    else if (event.do === 'cancel') await cancelAudit(db, audit, parts.queue.enqueue);
    // Only an audit with its own measurement is run.
    else if (audit.shares_with !== null) return;
    else if (event.do === 'advance') await advanceAudit(db, id, progress);
    else if (event.do === 'complete') await completeAudit(db, id, run);
    else if (event.do === 'fail') await failAudit(db, id, failure, null);
    else await assert.rejects(killedEnd(db, id), Killed);
  };
  return { ids, principals, queued, perform };
}

/** An end whose process dies before the commit. */
const killedEnd = async (db: Db, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`update audits set status = 'failed', failure = ${JSON.stringify(failure)}, ended_at = now() where id = ${id} and status in ('queued', 'in_progress')`.execute(
      trx,
    );
    throw new Killed();
  });

/**
 * Asserts that after any concurrent starts, kills, cancellations, failures and completions, used credits equal audits with
 * their own measurement that completed or run.
 */
export async function assertLedger(db: Db, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { ids, principals, queued, perform } = world(db);
      // Credits are those of a month, so audits are too; within a transaction both reads have one time.
      const checkAt = async (trx: Db): Promise<void> => {
        for (const principal of principals) {
          const { used } = await creditBalance(trx, { owner: principalKey(principal), keysOnly: false });
          const network = principal.kind === 'anonymous' ? principal.network : '';
          const { due } = await trx
            .selectFrom('audits')
            .select(
              sql<number>`count(*) filter (where status in ('queued', 'in_progress') or (status = 'completed' and shares_with is null))::integer`.as(
                'due',
              ),
            )
            .where('network', '=', network)
            .where(sql<boolean>`started_at at time zone 'utc' >= ${period}`)
            .executeTakeFirstOrThrow();
          assert.equal(used, due);
          assert.ok(used >= 0 && used <= 4);
        }
      };
      const check = async (): Promise<void> => db.transaction().execute(checkAt);
      for (const step of all) {
        await Promise.all(step.map(perform));
        await check();
      }
      // Run all remaining jobs: no audit is stuck, because each has a job or shares a measurement that has one.
      for (const id of new Set(queued)) {
        if ((await beginAudit(db, id)) !== undefined) await completeAudit(db, id, run);
      }
      await check();
      for (const id of ids) {
        const audit = await findAudit(db, id);
        assert.ok(audit?.status === 'completed' || audit?.status === 'failed', `${id} is ${audit?.status}`);
        const reports = await db.selectFrom('audit_reports').select('audit_id').where('audit_id', '=', id).execute();
        assert.equal(reports.length, audit.status === 'completed' ? 1 : 0);
      }
    }),
    { numRuns },
  );
}
