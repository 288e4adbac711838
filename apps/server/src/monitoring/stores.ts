import type { Database } from '../database/open.ts';
import type { DatabaseSettings } from '../settings/process.ts';
import { observeDatabase } from './database.ts';
import { observeDisk } from './disk.ts';
import type { Metrics } from './metrics.ts';

/** Measures the stores of the process: the database, and the disks that it writes to. */
export function observeStores(
  metrics: Metrics,
  { db, poolUse }: Pick<Database, 'db' | 'poolUse'>,
  settings: DatabaseSettings,
): void {
  observeDatabase(metrics, db, poolUse);
  observeDisk(metrics, settings);
}
