import type { Db } from '../repositories/schema/schema.ts';
import { inTime } from '@perimeter/engine/net/in-time';
import { migrations } from '../migrations/index.ts';
import { appliedMigrations } from '../repositories/applied-migrations.ts';

const answerWithinMs = 1_000;

/** True if the database answers within the time-out and has all migrations of this version; it may have more. */
export async function isDatabaseReady(db: Db): Promise<boolean> {
  const none = (): string[] => [];
  const applied = await inTime(appliedMigrations(db).catch(none), answerWithinMs, none);
  return Object.keys(migrations).every((known) => applied.includes(known));
}
