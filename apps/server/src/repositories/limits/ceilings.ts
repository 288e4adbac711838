import { dayMs } from '@perimeter/protocols/durations';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Ceiling, Ceilings } from '../../audits/ceilings.ts';
import { takeLocksOf } from '../locks.ts';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** An audit that will measure a target. */
export interface Measuring {
  auditId: string;
  registrableDomain: string;
  /** The site's addresses in canonical form; empty if unknown. */
  addresses: readonly string[];
  /** A deep audit with authority to test the target. */
  isIntrusive: boolean;
}

interface Window {
  target: string;
  /** True: counts only intrusive audits. */
  intrusive: boolean;
  most: number;
  seconds: number;
}

const windowsOf = (target: string, intrusive: boolean, ceiling: Ceiling): Window[] =>
  ceiling === null
    ? []
    : [
        { target, intrusive, most: ceiling.hour, seconds: 3_600 },
        { target, intrusive, most: ceiling.day, seconds: dayMs / 1_000 },
      ];

/** Seconds until all of these windows have room; null if they have room now. An audit is not counted against itself. */
async function secondsUntilRoom(
  trx: Transaction<Schema>,
  auditId: string,
  windows: readonly Window[],
): Promise<number | null> {
  if (windows.length === 0) return null;
  const { rows } = await sql<{ wait: number | null }>`
    select ceil(max(extract(epoch from (hit.at + make_interval(secs => asked.seconds) - clock_timestamp()))))::float8 as wait
    from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
      as asked (target text, intrusive boolean, most integer, seconds integer)
    cross join lateral (
      select at from target_audits as past
      where past.target = asked.target and past.audit_id <> ${auditId} and (past.is_intrusive or not asked.intrusive)
      order by at desc offset asked.most - 1 limit 1
    ) as hit`.execute(trx);
  const wait = rows[0]?.wait ?? 0;
  return wait > 0 ? wait : null;
}

/**
 * Counts an audit against the ceilings of its domain and addresses. If one is reached, counts nothing and returns the
 * seconds until there is room. Exact, because transactions are serialized per target.
 */
export async function countMeasuring(
  trx: Transaction<Schema>,
  { auditId, registrableDomain, addresses, isIntrusive }: Measuring,
  ceilings: Ceilings,
): Promise<number | null> {
  const targets = [registrableDomain, ...addresses];
  await takeLocksOf(trx, 'ceiling', targets);
  const windows = targets.flatMap((target, at) => [
    ...windowsOf(target, false, at === 0 ? ceilings.domain : ceilings.address),
    ...(isIntrusive ? windowsOf(target, true, ceilings.authority) : []),
  ]);
  const wait = await secondsUntilRoom(trx, auditId, windows);
  if (wait !== null) return wait;
  await trx
    .insertInto('target_audits')
    .values(targets.map((target) => ({ target, audit_id: auditId, is_intrusive: isIntrusive })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return null;
}

/** The addresses that an audit was counted for. */
export async function countedAddresses(
  db: Kysely<Schema>,
  { id, registrable_domain: domain }: Pick<AuditRow, 'id' | 'registrable_domain'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('target_audits')
    .select('target')
    .where('audit_id', '=', id)
    .where('target', '<>', domain)
    .execute();
  return rows.map(({ target }) => target);
}

/**
 * How many other running audits measure one of this audit's addresses; locks those addresses until the transaction
 * ends.
 */
export async function runningAtSameAddress(trx: Transaction<Schema>, auditId: string): Promise<number> {
  const targets = await trx.selectFrom('target_audits').select('target').where('audit_id', '=', auditId).execute();
  if (targets.length < 2) return 0;
  await takeLocksOf(
    trx,
    'ceiling',
    targets.map(({ target }) => target),
  );
  const { n } = await trx
    .selectFrom('target_audits as own')
    .innerJoin('target_audits as other', 'other.target', 'own.target')
    .innerJoin('audits', 'audits.id', 'other.audit_id')
    .select((row) => row.fn.count<string>('audits.id').distinct().as('n'))
    .where('own.audit_id', '=', auditId)
    .where('other.audit_id', '<>', auditId)
    .where('audits.status', '=', 'in_progress')
    .where('audits.shares_with', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Deletes entries that are older than every window. */
export const purgeMeasurings = sql`delete from target_audits where at < now() - interval '25 hours'`;
