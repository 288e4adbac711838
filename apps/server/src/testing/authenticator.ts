import { Kysely, PostgresDialect } from 'kysely';
import assert from 'node:assert/strict';
import { after } from 'node:test';
import pg from 'pg';
import { issueKey } from '../credentials/api-key.ts';
import { makeAuthenticator } from '../credentials/authenticator.ts';
import { insertAccount } from '../repositories/accounts/accounts.ts';
import { insertKey } from '../repositories/accounts/api-keys.ts';
import type { Schema } from '../repositories/schema/schema.ts';
import { openTestDatabase } from './database.ts';

/** A database with one account for a test file; it counts queries, and tests set its clock. */
export async function authenticatorForTests() {
  const database = await openTestDatabase();
  const pool = new pg.Pool({ ...database.connection, max: 4 });
  // The server may end before the last connection has closed properly.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const seen = { queries: 0, uses: [] as string[] };
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: () => void (seen.queries += 1) });
  after(async () => {
    await db.destroy();
    await database.close();
  });

  const secret = Buffer.from('a secret of the server, long enough');
  const account = await insertAccount(db, { email: 'holder@example.com', passwordHash: 'x', isAdmin: false });
  assert.ok(account);
  const accountId = account.id;
  const clock = { now: 1_800_000_000_000 };
  const nowMs = (): number => clock.now;
  const onUse = ({ id }: { id: string }): void => void seen.uses.push(id);

  /** An authenticator like that of a service process. */
  const make = (secrets: readonly Buffer[] = [secret], isTold = (): boolean => false, own = db) =>
    makeAuthenticator({ db: own, adminsNeedFactor: false, secrets, nowMs, onUse, isTold });

  /** Stores a new key of the account. */
  async function store(expiresAt: Date | null = null) {
    const { key, stored } = issueKey(secret);
    const scopes = ['audit:read' as const];
    const row = await insertKey(db, {
      ...stored,
      accountId,
      name: 'a key',
      scopes,
      expiresAt,
      now: new Date(clock.now),
    });
    assert.ok(row);
    return { key, id: row.id };
  }
  return { db, connection: database.connection, secret, accountId, clock, seen, make, store };
}
