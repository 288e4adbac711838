import { dayMs } from '@perimeter/protocols/durations';
import type { Db } from '../schema/schema.ts';
import { purgeUnconfirmed } from './accounts.ts';
import { purgeEmailChanges } from './email-changes.ts';
import { purgeChallenges } from './passkeys.ts';
import { purgeResets } from './password-resets.ts';
import { purgeEvents } from './security-events.ts';
import { purgeSessions } from './sessions.ts';
import { purgeInvitations } from '../teams/invitations.ts';

/** Deletes expired sessions, links and challenges, unconfirmed accounts, and old lines of the security log. */
export async function purgeCredentials(db: Db, now: Date, securityLogDays: number): Promise<void> {
  await Promise.all([
    purgeSessions(db, now),
    purgeResets(db, now),
    purgeChallenges(db, now),
    purgeEvents(db, new Date(now.getTime() - securityLogDays * dayMs)),
    purgeEmailChanges(db, now),
    purgeUnconfirmed(db, now),
    purgeInvitations(db, now),
  ]);
}
