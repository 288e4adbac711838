import { issueKey } from '@perimeter/server/credentials/api-key';
import { openDatabase } from '@perimeter/server/database/open';
import type { DatabaseSettings } from '@perimeter/server/settings/process';
import { randomUUID } from 'node:crypto';

const secret = 'a secret that all processes of a test share';

/** Inserts accounts with one key each; returns the keys. */
export async function makeKeys(
  settings: DatabaseSettings,
  callerCount: number,
): Promise<Readonly<Record<string, string>>[]> {
  const database = await openDatabase(settings, () => undefined);
  const issued = Array.from({ length: callerCount }, () => ({
    accountId: randomUUID(),
    ...issueKey(Buffer.from(secret)),
  }));
  // PostgreSQL takes 65,535 parameters a statement.
  for (let n = 0; n < issued.length; n += 1_000) {
    const some = issued.slice(n, n + 1_000);
    const accounts = some.map(({ accountId: id }) => ({ id, email: `${id}@example.net`, password_hash: '' }));
    await database.db.insertInto('accounts').values(accounts).execute();
    const keys = some.map(({ accountId, stored: { id, hash, prefix, lastFour } }) => ({
      id,
      account_id: accountId,
      hash,
      prefix,
      last_four: lastFour,
      name: 'bench',
      scopes: ['audit:read' as const],
    }));
    await database.db.insertInto('api_keys').values(keys).execute();
  }
  await database.close();
  return issued.map(({ key }) => ({ authorization: `Bearer ${key}` }));
}
