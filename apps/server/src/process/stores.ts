import { listenForChanges } from '../database/changes.ts';
import { openDatabase } from '../database/open.ts';
import { openQueue } from '../jobs/queue.ts';
import type { DatabaseSettings } from '../settings/process.ts';
import type { Parts } from './parts.ts';
import type { OnLoss } from './stopping.ts';

/** Opens the database, its queue and its notifications. Throws StartError. */
export async function openStores(
  settings: DatabaseSettings,
  onLoss: OnLoss,
): Promise<Pick<Parts, 'database' | 'queue' | 'changes'>> {
  const database = await openDatabase(settings, onLoss);
  const queue = await openQueue(database, (error) => onLoss(error, 'Queue error'));
  const changes = listenForChanges(database.connection, (error) => onLoss(error, 'Database listener error'));
  return { database, queue, changes };
}
