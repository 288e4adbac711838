import { scope } from '@perimeter/contract/plan';
import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Db } from '../repositories/schema/schema.ts';
import { AppError } from '../http/errors.ts';
import type { AccountPrincipal } from './principal.ts';
import { findUsableKeys, rehashKey } from '../repositories/accounts/api-keys.ts';
import { findUsableSession, idleLimitMs } from '../repositories/accounts/sessions.ts';
import { hashKey, isKeyShaped } from './api-key.ts';
import { makeCache, type Kept } from './cache.ts';
import { gatherLookups } from './gather.ts';
import { hashToken } from './session-token.ts';

/** Tells whom credentials stand for, and asks the database only for what it was not told. */
export interface Authenticator {
  /** Whom a key stands for where that is remembered; undefined where byKey has to be asked. */
  atHand: (key: string) => AccountPrincipal | undefined;
  /** Null for a key that is malformed, unknown, expired or revoked. Throws rate_limited for a network that tries many. */
  byKey: (key: string, network: string) => Promise<AccountPrincipal | null>;
  /** Null for a session that is unknown, too old or ended. Throws rate_limited likewise. */
  bySession: (token: string, network: string) => Promise<AccountPrincipal | null>;
  /** Asks the database again next time: the account or its credentials have changed. */
  forget: (accountId: string) => void;
  /** Asks again for everything: changes may have been missed. */
  forgetAll: () => void;
}

/** What the authenticator works with; the clock is a parameter so that expiry can be tested. */
export interface AuthenticatorOptions {
  db: Db;
  /** What keys are hashed under: the one of today, then older ones. */
  secrets: readonly Buffer[];
  nowMs: () => number;
  /** Told of uses, at most once in five seconds for each credential. */
  onUse: (use: { via: 'key' | 'session'; id: string; at: Date }) => void;
  /** True while every change of accounts and credentials is told by forget, and its end by forgetAll. */
  isTold: () => boolean;
}

/** How long an answer of the database is believed where nobody would tell of a change, and one about unknown credentials. */
export const believedMs = 5_000;
/** How long where a change is told. */
export const believedWhileToldMs = 10 * 60_000;
const maxEntries = 100_000;
/**
 * Unknown credentials of a network that are looked up in a minute. One that is sent again and again is looked up
 * every five seconds, so that a pipeline with an old key stays far below.
 */
const mostWorthless = 100;

/** Whom a credential stands for, and when somebody was last told of its use. */
interface Known {
  principal: AccountPrincipal | null;
  notedAtMs: number;
}

type Load = () => Promise<Kept<Known>>;

const keptUntil = (principal: AccountPrincipal | null, untilMs: number): Kept<Known> => ({
  value: { principal, notedAtMs: -Infinity },
  untilMs,
});

/** What the database says of keys and sessions. */
function loaders({ db, secrets, nowMs, isTold }: AuthenticatorOptions): {
  key: (key: string) => Load;
  session: (tokenHash: Buffer) => Load;
} {
  const lookUp = gatherLookups(async (asked: readonly (readonly Buffer[])[]) => {
    const found = await findUsableKeys(db, asked.flat(), new Date(nowMs()));
    const byHash = new Map(found.map((key) => [key.hash.toString('base64'), key]));
    return (hashes) => hashes.map((one) => byHash.get(one.toString('base64'))).find((key) => key !== undefined);
  });
  const believed = (now: number, wasTold: boolean): number => now + (wasTold ? believedWhileToldMs : believedMs);
  return {
    key: (key) => async () => {
      const [now, wasTold] = [nowMs(), isTold()];
      const hashes = secrets.map((secret) => hashKey(secret, key));
      const found = await lookUp(hashes);
      if (found === undefined) return keptUntil(null, now + believedMs);
      const { id: credentialId, hash: stored, accountId, plan, scopes, expiresAt } = found;
      const [current] = hashes;
      // Made under an older secret: anyone who uses it in time does not need that one any more.
      if (current !== undefined && !stored.equals(current)) await rehashKey(db, credentialId, stored, current);
      const principal = { kind: 'account', accountId, isAdmin: false, plan, via: 'key', credentialId, scopes } as const;
      return keptUntil(principal, Math.min(believed(now, wasTold), expiresAt?.getTime() ?? Infinity));
    },
    session: (tokenHash) => async () => {
      const [now, wasTold] = [nowMs(), isTold()];
      const session = await findUsableSession(db, tokenHash, new Date(now));
      if (session === undefined) return keptUntil(null, now + believedMs);
      const { accountId, isAdmin, plan, expiresAt, lastUsedAt } = session;
      const ends = Math.min(expiresAt.getTime(), lastUsedAt.getTime() + idleLimitMs);
      const credentialId = tokenHash.toString('hex');
      const principal = {
        kind: 'account',
        accountId,
        isAdmin,
        plan,
        via: 'session',
        credentialId,
        scopes: scope.options,
      } as const;
      return keptUntil(principal, Math.min(believed(now, wasTold), ends));
    },
  };
}

/** Lets a network have unknown credentials looked up, but not many of them. */
function guarded(load: Load, worthless: RateLimiterMemory, network: string): Load {
  return async () => {
    const tried = await worthless.get(network);
    if (tried !== null && tried.consumedPoints >= mostWorthless) {
      const headers = { 'retry-after': String(Math.max(1, Math.ceil(tried.msBeforeNext / 1_000))) };
      throw new AppError('rate_limited', { detail: 'Too many invalid credentials', headers });
    }
    const kept = await load();
    if (kept.value.principal === null) await worthless.penalty(network);
    return kept;
  };
}

// Remembered under a digest that costs a tenth of the stored one: this is done for every request.
const indexOfKey = (key: string): string => `key ${hash('sha256', key, 'base64url')}`;

/** An authenticator on a database, for the keys that were hashed under the server's secrets. */
export function makeAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { nowMs, onUse } = options;
  const load = loaders(options);
  const cache = makeCache<Known>(maxEntries, nowMs);
  const worthless = new RateLimiterMemory({ keyPrefix: 'worthless', points: mostWorthless, duration: 60 });

  const used = (known: Known): AccountPrincipal | null => {
    const { principal, notedAtMs } = known;
    const now = nowMs();
    if (principal !== null && now - notedAtMs >= believedMs) {
      known.notedAtMs = now;
      onUse({ via: principal.via, id: principal.credentialId, at: new Date(now) });
    }
    return principal;
  };

  return {
    atHand: (key) => {
      const known = isKeyShaped(key) ? cache.peek(indexOfKey(key)) : undefined;
      return known === undefined ? undefined : (used(known) ?? undefined);
    },
    byKey: async (key, network) => {
      if (!isKeyShaped(key)) return null;
      return used(await cache.get(indexOfKey(key), guarded(load.key(key), worthless, network)));
    },
    bySession: async (token, network) => {
      if (token === '') return null;
      const tokenHash = hashToken(token);
      const index = `session ${tokenHash.toString('base64url')}`;
      return used(await cache.get(index, guarded(load.session(tokenHash), worthless, network)));
    },
    forget: (accountId) => cache.forget(({ principal }) => principal?.accountId === accountId),
    forgetAll: () => cache.forget(() => true),
  };
}
