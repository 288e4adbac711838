import { type Kysely, Transaction } from 'kysely';
import type { Schema } from './schema/schema.ts';

/** Does its work in the transaction that it is given, and else in one of its own. */
export const inTransaction = async <T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => (db instanceof Transaction ? work(db) : db.transaction().execute(work));
