import type { Db } from '../repositories/schema/schema.ts';
import { inTime } from '@perimeter/engine/net/in-time';
import { migrations } from '../migrations/index.ts';
import { appliedMigrations } from '../repositories/applied-migrations.ts';

const answerWithinMs = 1_000;

/** True where the database answers soon and has every migration that this program knows; it may have more. */
export async function isDatabaseReady(db: Db): Promise<boolean> {
  const none = (): string[] => [];
  const applied = await inTime(appliedMigrations(db).catch(none), answerWithinMs, none);
  return Object.keys(migrations).every((known) => applied.includes(known));
}
