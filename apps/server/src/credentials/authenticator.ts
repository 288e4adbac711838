import { scope, type Plan, type Scope } from '@perimeter/contract/plan';
import type { Kysely } from 'kysely';
import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Schema } from '../database/schema.ts';
import { AppError } from '../errors.ts';
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
  /** Null for a key that is malformed, unknown, expired or revoked. Throws rate_limited for a network that tries many. */
  byKey: (key: string, network: string) => Promise<Holder | null>;
  /** Null for a session that is unknown, too old or ended. Throws rate_limited likewise. */
  bySession: (token: string, network: string) => Promise<Holder | null>;
  /** Asks the database again next time: the account or its credentials have changed. */
  forget: (accountId: string) => void;
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
/**
 * Unknown credentials of a network that are looked up in a minute. One that is sent again and again is looked up
 * every five seconds, so that a pipeline with an old key stays far below.
 */
const mostWorthless = 100;

/** An authenticator on a database, for the keys that were hashed under the server's secret. */
export function makeAuthenticator({ db, secret, nowMs, onUse }: AuthenticatorOptions): Authenticator {
  const cache = makeCache<Holder | null>(maxEntries, nowMs);
  const worthless = new RateLimiterMemory({ keyPrefix: 'worthless', points: mostWorthless, duration: 60 });
  const believed = (holder: Holder | null, now: Date, ends: number): Kept<Holder | null> => {
    if (holder !== null) onUse({ via: holder.via, id: holder.credentialId, at: now });
    return { value: holder, untilMs: Math.min(now.getTime() + believedMs, ends) };
  };

  const loadKey = async (keyHash: Buffer): Promise<Kept<Holder | null>> => {
    const now = new Date(nowMs());
    const key = await findUsableKey(db, keyHash, now);
    if (key === undefined) return believed(null, now, Infinity);
    const { id: credentialId, accountId, plan, scopes, expiresAt } = key;
    return believed({ accountId, plan, via: 'key', credentialId, scopes }, now, expiresAt?.getTime() ?? Infinity);
  };

  const loadSession = async (tokenHash: Buffer): Promise<Kept<Holder | null>> => {
    const now = new Date(nowMs());
    const session = await findUsableSession(db, tokenHash, now);
    if (session === undefined) return believed(null, now, Infinity);
    const { accountId, plan, expiresAt, lastUsedAt } = session;
    const ends = Math.min(expiresAt.getTime(), lastUsedAt.getTime() + idleLimitMs);
    const credentialId = tokenHash.toString('hex');
    return believed({ accountId, plan, via: 'session', credentialId, scopes: scope.options }, now, ends);
  };

  /** Asks the database, unless too much of what this network brought lately was worth nothing. */
  const ask = async (network: string, load: () => Promise<Kept<Holder | null>>): Promise<Kept<Holder | null>> => {
    const tried = await worthless.get(network);
    if (tried !== null && tried.consumedPoints >= mostWorthless) {
      const headers = { 'retry-after': String(Math.max(1, Math.ceil(tried.msBeforeNext / 1_000))) };
      throw new AppError('rate_limited', { detail: 'Too many credentials that are not valid', headers });
    }
    const kept = await load();
    if (kept.value === null) await worthless.penalty(network);
    return kept;
  };

  return {
    byKey: async (key, network) => {
      if (!isKeyShaped(key)) return null;
      // Remembered under a digest that costs a tenth of the stored one: this is done for every request.
      const index = `key ${hash('sha256', key, 'base64url')}`;
      return cache.get(index, async () => ask(network, async () => loadKey(hashKey(secret, key))));
    },
    bySession: async (token, network) => {
      if (token === '') return null;
      const tokenHash = hashToken(token);
      const index = `session ${tokenHash.toString('base64url')}`;
      return cache.get(index, async () => ask(network, async () => loadSession(tokenHash)));
    },
    forget: (accountId) => cache.forget((holder) => holder?.accountId === accountId),
  };
}
