import { type Kysely, Transaction } from 'kysely';
import type { Schema } from './schema/schema.ts';

/** Runs work in the given transaction, or else in a new one. */
export const inTransaction = async <T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => (db instanceof Transaction ? work(db) : db.transaction().execute(work));
