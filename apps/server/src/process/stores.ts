import { listenForChanges } from '../database/changes.ts';
import { openDatabase } from '../database/open.ts';
import { openQueue } from '../jobs/queue.ts';
import type { DatabaseSettings } from '../settings/process.ts';
import type { Parts } from './parts.ts';
import type { Trouble } from './trouble.ts';

/** Opens the database, its queue and the news of it. Throws StartError. */
export async function openStores(
  settings: DatabaseSettings,
  { tell }: Trouble,
): Promise<Pick<Parts, 'database' | 'queue' | 'changes'>> {
  const database = await openDatabase(settings, (error, what) => tell(what, error));
  const queue = await openQueue(database, (error) => tell('Queue error', error));
  const changes = listenForChanges(database.connection, (error) => tell('Database listener error', error));
  return { database, queue, changes };
}
