import { setupTokenOf } from '../credentials/setup-token.ts';
import { secretInDirectory } from '../secrets/server-secret.ts';
import type { Database } from '../database/open.ts';
import { hasNoAccount } from '../repositories/accounts/accounts.ts';
import type { ServerSettings } from '../settings/settings.ts';

/** Reads the configured server secret, or makes one. Throws StartError. */
export const readSecret = async (
  { identity, database }: Pick<ServerSettings, 'identity' | 'database'>,
  db: Database['db'],
): Promise<Buffer> =>
  identity.secret === null && database.kind === 'embedded'
    ? secretInDirectory(database.dataDir, async () => hasNoAccount(db))
    : Buffer.from(identity.secret ?? '');

/** The current secret, then the previous one if set; empty for a worker without one. Throws StartError. */
export async function readSecrets(
  settings: Pick<ServerSettings, 'identity' | 'database'>,
  db: Database['db'],
): Promise<readonly Buffer[]> {
  const secret = await readSecret(settings, db);
  const { previousSecret } = settings.identity;
  return [secret, Buffer.from(previousSecret ?? '')].filter(({ length }) => length > 0);
}

/** The token that creates the first account; null if an account exists. */
export const findSetupToken = async (db: Database['db'], secret: Buffer): Promise<string | null> =>
  (await hasNoAccount(db)) ? setupTokenOf(secret) : null;
