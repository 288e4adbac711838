import { sql, type Kysely, type Selectable } from 'kysely';
import type { AuditRow, CreditEntriesTable, Schema } from '../schema/schema.ts';

const pageSize = 200;

/** Yields page after page until one is not full. */
async function* pages<Row>(read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | null = null; ;) {
    const rows: Row[] = await read(last);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (rows.length < pageSize) return;
  }
}

/** The audits of an account, oldest first. */
export const auditsOf = (db: Kysely<Schema>, accountId: string): AsyncGenerator<AuditRow> =>
  pages<AuditRow>(async (after) =>
    db
      .selectFrom('audits')
      .selectAll()
      .where('account_id', '=', accountId)
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(started_at, id) > (${after?.started_at}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('started_at')
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );

type CreditRow = Selectable<CreditEntriesTable>;

/** The ledger of an owner, oldest first. */
export const creditsOf = (db: Kysely<Schema>, owner: string): AsyncGenerator<CreditRow> =>
  pages<CreditRow>(async (after) =>
    db
      .selectFrom('credit_entries')
      .selectAll()
      .where('owner', '=', owner)
      .$if(after !== null, (query) => query.where('id', '>', String(after?.id)))
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );
