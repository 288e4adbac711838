import { setupTokenOf } from '../credentials/setup-token.ts';
import { hasNoAccount } from '../repositories/accounts/accounts.ts';
import type { Db } from '../repositories/schema/schema.ts';

/** What makes the first account; null when there is one. */
export const findSetupToken = async (db: Db, secret: Buffer): Promise<string | null> =>
  (await hasNoAccount(db)) ? setupTokenOf(secret) : null;
