import type { Plan, Scope } from '@perimeter/contract/plan';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A key that may be used, with what its account may. */
export interface UsableKey {
  id: string;
  accountId: string;
  plan: Plan;
  scopes: Scope[];
  expiresAt: Date | null;
}

/** The key of a hash, unless it or its account is not to be used at this time. */
export async function findUsableKey(db: Kysely<Schema>, hash: Buffer, now: Date): Promise<UsableKey | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'accounts.id as accountId', 'accounts.plan', 'scopes', 'expires_at as expiresAt'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
}
