import type { Plan } from '@perimeter/contract/account/plan';
import { auditStarted, auditState, type AuditState, hasEnded } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { fromAuditId } from '../audits/audit-id.ts';
import { hashKey, keyLabel, newKey } from '../credentials/api-key.ts';
import { startEmbedded } from '../database/embedded/start.ts';
import { openDatabase } from '../database/open.ts';
import { insertAccount } from '../repositories/accounts/accounts.ts';
import { insertKey } from '../repositories/accounts/api-keys.ts';
import type { Engine } from '../process/parts.ts';
import { startService } from '../process/service.ts';
import { preparedDirectory, preparedSecret } from './database.ts';
import { testSettings, lazily } from './service.ts';

/** The secret for encryption and hashing. */
export const secret = preparedSecret;

/** A caller of the service. */
export interface Caller {
  /** Null for anonymous callers. */
  accountId: string | null;
  headers: Record<string, string>;
}

export const nobody: Caller = { accountId: null, headers: {} };

/** The service with direct access to its database, and accounts with keys. */
export async function meteredService(engine: Engine, env: Readonly<Record<string, string>> = {}) {
  const server = await startEmbedded(await preparedDirectory(env['PERIMETER_SECRET'] === undefined), () => undefined);
  const { host, user, database: name } = server.connection;
  const url = `postgres://${user}@${encodeURIComponent(host)}/${name}`;
  const database = await openDatabase({ kind: 'url', url }, () => undefined);
  const settings = testSettings('', { DATABASE_URL: url, PERIMETER_SECRET: secret, ...env });
  const { http, setupToken, stop } = await startService(settings, engine, lazily);
  after(async () => {
    await stop();
    await database.close();
    await server.stop();
  });
  const { db } = database;

  const account = async (plan: Plan = 'free'): Promise<Caller> => {
    const email = `${randomUUID()}@perimeter.net`;
    const made = await insertAccount(db, { email, passwordHash: '', isAdmin: false });
    assert.ok(made !== undefined);
    await db.updateTable('accounts').set({ plan }).where('id', '=', made.id).execute();
    const key = newKey();
    const hash = hashKey(Buffer.from(secret), key);
    const scopes = ['audit:read', 'audit:write', 'account:read'] as const;
    const now = new Date();
    await insertKey(db, {
      id: randomUUID(),
      accountId: made.id,
      hash,
      ...keyLabel(key),
      name: 'test',
      scopes: [...scopes],
      expiresAt: null,
      now,
    });
    return { accountId: made.id, headers: { authorization: `Bearer ${key}` } };
  };

  const get = async (caller: Caller, path: string, headers: Record<string, string> = {}) =>
    http.inject({ method: 'GET', url: path, headers: { ...caller.headers, ...headers } });
  const cancel = async (caller: Caller, id: string) =>
    http.inject({ method: 'DELETE', url: `/api/audit/${id}`, headers: caller.headers });
  const post = async (caller: Caller, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    http.inject({ method: 'POST', url: '/api/audit/start', headers: { ...caller.headers, ...headers }, payload: body });

  const call = async (
    caller: Caller,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: Record<string, unknown>,
  ) => http.inject({ method, url, headers: caller.headers, ...(body === undefined ? {} : { payload: body }) });

  /** Starts an audit that must be accepted; returns its id. */
  const start = async (caller: Caller, body: Record<string, unknown>): Promise<string> => {
    const answer = await post(caller, body);
    assert.equal(answer.statusCode, 202, answer.body);
    return auditStarted.parse(answer.json()).id;
  };

  /** Waits for a state of an audit. */
  const until = async (caller: Caller, id: string, arrived: (state: AuditState) => boolean): Promise<AuditState> => {
    for (let tag = ''; ;) {
      const answer = await get(caller, `/api/audit/${id}`, { prefer: 'wait=5', 'if-none-match': tag });
      if (answer.statusCode === 304) continue;
      assert.equal(answer.statusCode, 200, answer.body);
      const state = auditState.parse(answer.json());
      if (arrived(state)) return state;
      tag = String(answer.headers.etag);
    }
  };
  const ended = async (caller: Caller, id: string): Promise<AuditState> => until(caller, id, hasEnded);

  /** The cost of an audit in the ledger. */
  const costOf = async (id: string): Promise<number> => {
    const rows = await db
      .selectFrom('credit_entries')
      .select('amount')
      .where('audit_id', '=', fromAuditId(id))
      .execute();
    return rows.reduce((sum, { amount }) => sum + amount, 0);
  };

  return { http, setupToken, db, account, get, cancel, call, post, start, until, ended, costOf };
}
