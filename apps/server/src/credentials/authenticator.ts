import { scope, type Plan, type Scope } from '@perimeter/contract/plan';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { findUsableKey } from '../repositories/api-keys.ts';
import { findUsableSession, idleLimitMs } from '../repositories/sessions.ts';
import { hashKey, isKeyShaped } from './api-key.ts';
import { makeCache, type Kept } from './cache.ts';
import { hashToken } from './session-token.ts';

/** Who a credential stands for. */
export interface Holder {
  accountId: string;
  plan: Plan;
  via: 'key' | 'session';
  /** Id of the key, or hash of the session in hexadecimal digits. */
  credentialId: string;
  scopes: readonly Scope[];
}

/** Tells whom credentials stand for, with at most one query in five seconds for each. */
export interface Authenticator {
  /** Null for a key that is malformed, unknown, expired or revoked. */
  byKey: (key: string) => Promise<Holder | null>;
  /** Null for a session that is unknown, too old or ended. */
  bySession: (token: string) => Promise<Holder | null>;
  /** Asks the database again next time: credentials or accounts have changed. */
  forget: () => void;
}

/** What the authenticator works with; the clock is a parameter so that expiry can be tested. */
export interface AuthenticatorOptions {
  db: Kysely<Schema>;
  secret: Buffer;
  nowMs: () => number;
  /** Told of each use that was looked up, at most once in five seconds for each credential. */
  onUse: (use: { via: 'key' | 'session'; id: string; at: Date }) => void;
}

/** How long an answer of the database is believed: by then a revocation is seen by every process. */
export const believedMs = 5_000;
const maxEntries = 20_000;

export function makeAuthenticator({ db, secret, nowMs, onUse }: AuthenticatorOptions): Authenticator {
  const cache = makeCache<Holder | null>(maxEntries, nowMs);
  const believed = (holder: Holder | null, now: Date, ends: number): Kept<Holder | null> => {
    if (holder !== null) onUse({ via: holder.via, id: holder.credentialId, at: now });
    return { value: holder, untilMs: Math.min(now.getTime() + believedMs, ends) };
  };

  const loadKey = async (hash: Buffer): Promise<Kept<Holder | null>> => {
    const now = new Date(nowMs());
    const key = await findUsableKey(db, hash, now);
    if (key === undefined) return believed(null, now, Infinity);
    const { id: credentialId, accountId, plan, scopes, expiresAt } = key;
    return believed({ accountId, plan, via: 'key', credentialId, scopes }, now, expiresAt?.getTime() ?? Infinity);
  };

  const loadSession = async (hash: Buffer): Promise<Kept<Holder | null>> => {
    const now = new Date(nowMs());
    const session = await findUsableSession(db, hash, now);
    if (session === undefined) return believed(null, now, Infinity);
    const { accountId, plan, expiresAt, lastUsedAt } = session;
    const ends = Math.min(expiresAt.getTime(), lastUsedAt.getTime() + idleLimitMs);
    const credentialId = hash.toString('hex');
    return believed({ accountId, plan, via: 'session', credentialId, scopes: scope.options }, now, ends);
  };

  return {
    byKey: async (key) => {
      if (!isKeyShaped(key)) return null;
      const hash = hashKey(secret, key);
      return cache.get(`key ${hash.toString('base64url')}`, async () => loadKey(hash));
    },
    bySession: async (token) => {
      if (token === '') return null;
      const hash = hashToken(token);
      return cache.get(`session ${hash.toString('base64url')}`, async () => loadSession(hash));
    },
    forget: () => cache.forget(),
  };
}
