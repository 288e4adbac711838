import type { Plan } from '@perimeter/contract/plan';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** How long a session lasts that nobody uses. */
export const idleLimitMs = 7 * dayMs;
/** How long any session lasts (NIST SP 800-63B section 2.1.3: at most 30 days at the first level). */
export const absoluteLimitMs = 30 * dayMs;

/** A session that may be used, with what its account may. */
export interface UsableSession {
  accountId: string;
  plan: Plan;
  expiresAt: Date;
  lastUsedAt: Date;
}

/** The session of a token's hash, unless it or its account is not to be used at this time. */
export async function findUsableSession(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  now: Date,
): Promise<UsableSession | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['account_id as accountId', 'plan', 'expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('token_hash', '=', tokenHash)
    .where('disabled_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', new Date(now.getTime() - idleLimitMs))
    .executeTakeFirst();
}
