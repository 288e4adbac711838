import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** The table that counters shared by all processes are kept in. */
export const countersTable = 'rate_limits';

/** The database as a pool of pg, which limiters speak to, so that counting shares the service's connections. */
export const counterStore = (db: Kysely<Schema>) => ({
  query: async ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values)),
});
