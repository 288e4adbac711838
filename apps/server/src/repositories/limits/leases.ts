import { grantLease, type LeaseRow } from '@perimeter/engine/net/budgets/ledger';
import type { Parts, RenewLeases } from '@perimeter/engine/net/budgets/leases';
import { sql, type Kysely, type Transaction } from 'kysely';
import { takeLock } from '../locks.ts';
import type { Schema } from '../schema/schema.ts';

const partsOf = (value: number): Parts => (value === 1 || value === 2 ? value : 0);

/** Valid leases of some addresses, and the database's time. */
async function readLeases(trx: Transaction<Schema>, addresses: string[]): Promise<{ rows: LeaseRow[]; nowMs: number }> {
  await sql`delete from budget_leases where until_at <= clock_timestamp()`.execute(trx);
  const { rows } = await sql<{
    now_ms: number;
    address: string | null;
    holder: string;
    parts: number;
    since_ms: number;
    until_ms: number;
  }>`
    select extract(epoch from n.at)::float8 * 1000 as now_ms, l.address, l.holder, l.parts,
      extract(epoch from l.since_at)::float8 * 1000 as since_ms, extract(epoch from l.until_at)::float8 * 1000 as until_ms
    from (select clock_timestamp() as at) n left join budget_leases l on l.address = any(${addresses}::text[])`.execute(
    trx,
  );
  const found = rows.flatMap(({ address, holder, parts, since_ms: sinceMs, until_ms: untilMs }) =>
    address === null ? [] : [{ address, holder, parts: partsOf(parts), sinceMs, untilMs }],
  );
  return { rows: found, nowMs: rows[0]?.now_ms ?? 0 };
}

async function writeLeases(trx: Transaction<Schema>, rows: readonly LeaseRow[]): Promise<void> {
  const at = (ms: number) => sql<Date>`to_timestamp(${ms / 1000}::float8)`;
  await trx
    .insertInto('budget_leases')
    .values(
      rows.map(({ address, holder, parts, sinceMs, untilMs }) => ({
        address,
        holder,
        parts,
        since_at: at(sinceMs),
        until_at: at(untilMs),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['address', 'holder']).doUpdateSet((row) => ({
        parts: row.ref('excluded.parts'),
        since_at: row.ref('excluded.since_at'),
        until_at: row.ref('excluded.until_at'),
      })),
    )
    .execute();
}

/** Leases of one process, in a table that all processes share. Transactions are serialized; each takes milliseconds. */
export const leasesInDatabase =
  (db: Kysely<Schema>, holder: string): RenewLeases =>
  async (requests, released) =>
    db.transaction().execute(async (trx) => {
      await takeLock(trx, 'leases', '');
      if (released.length > 0)
        await trx.deleteFrom('budget_leases').where('holder', '=', holder).where('address', 'in', released).execute();
      if (requests.length === 0) return [];
      const { rows, nowMs } = await readLeases(
        trx,
        requests.map(({ address }) => address),
      );
      const granted = requests.map((request) =>
        grantLease(
          rows.filter(({ address }) => address === request.address),
          holder,
          request,
          nowMs,
        ),
      );
      await writeLeases(
        trx,
        granted.map(({ row }) => row),
      );
      return granted.map(({ grant }) => grant);
    });
