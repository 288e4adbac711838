import type { Kysely } from 'kysely';
import type { Schema } from '../repositories/schema/schema.ts';
import { migrations } from '../migrations/index.ts';
import { appliedMigrations } from '../repositories/applied-migrations.ts';

const answerWithinMs = 1_000;

/** True where the database answers soon and has every migration that this program knows; it may have more. */
export async function isDatabaseReady(db: Kysely<Schema>): Promise<boolean> {
  const applied = appliedMigrations(db).then(
    (names) => Object.keys(migrations).every((known) => names.includes(known)),
    () => false,
  );
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, answerWithinMs, false);
  return Promise.race([applied, late]).finally(() => clearTimeout(timer));
}
