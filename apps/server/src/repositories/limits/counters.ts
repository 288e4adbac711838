import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** The table of counters that all processes share. */
export const countersTable = 'rate_limits';

/**
 * The database with the interface of a pg pool, which the limiters need, so that they share the service's connections.
 */
export const counterStore = (db: Kysely<Schema>) => ({
  query: async ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values)),
});
