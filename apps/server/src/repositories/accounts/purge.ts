import type { Db } from '../schema/schema.ts';
import { purgeUnconfirmed } from './accounts.ts';
import { purgeEmailChanges } from './email-changes.ts';
import { purgeChallenges } from './passkeys.ts';
import { purgeResets } from './password-resets.ts';
import { purgeSessions } from './sessions.ts';

/** Removes sessions, links, challenges and unconfirmed accounts whose time is over. */
export async function purgeCredentials(db: Db, now: Date): Promise<void> {
  await Promise.all([
    purgeSessions(db, now),
    purgeResets(db, now),
    purgeChallenges(db, now),
    purgeEmailChanges(db, now),
    purgeUnconfirmed(db, now),
  ]);
}
