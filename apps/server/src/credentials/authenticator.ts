import { hash } from 'node:crypto';
import type { AccountPrincipal } from './principal.ts';
import { isKeyShaped } from './api-key.ts';
import { makeCache } from './lookups/cache.ts';
import { hashToken } from './session-token.ts';
import { guardLookups } from './guarded.ts';
import { believedMs, loaders, type AuthenticatorOptions, type Known } from './load-credentials.ts';

/** Resolves credentials to principals, with a cache in front of the database. */
export interface Authenticator {
  /** The cached principal of a key; undefined if byKey must be called. */
  atHand: (key: string) => AccountPrincipal | undefined;
  /**
   * Null if the key is malformed, unknown, expired or revoked. Throws rate_limited if the network has tried many
   * unknown keys.
   */
  byKey: (key: string, network: string) => Promise<AccountPrincipal | null>;
  /** Null if the session is unknown, expired or ended. Throws rate_limited as byKey does. */
  bySession: (token: string, network: string) => Promise<AccountPrincipal | null>;
  /** Drops the cached credentials of an account that has changed. */
  forget: (accountId: string) => void;
  /** Drops the whole cache, because changes may have been missed. */
  forgetAll: () => void;
}

const maxEntries = 100_000;

/**
 * Lookups of unknown credentials per network and minute. A repeated one is looked up every five seconds, so a pipeline
 * with an old key stays far below.
 */
const mostWorthless = 100;

// The cache key is a plain SHA-256, a tenth of the cost of the stored HMAC: it is computed for every request.
const indexOfKey = (key: string): string => `key ${hash('sha256', key, 'base64url')}`;

/** Makes an authenticator for keys hashed under the given secrets. */
export function makeAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { nowMs, onUse } = options;
  const load = loaders(options);
  const cache = makeCache<Known>(maxEntries, nowMs);
  const guarded = guardLookups(mostWorthless);

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
      return used(await cache.get(indexOfKey(key), guarded(load.key(key), network)));
    },
    bySession: async (token, network) => {
      if (token === '') return null;
      const tokenHash = hashToken(token);
      const index = `session ${tokenHash.toString('base64url')}`;
      return used(await cache.get(index, guarded(load.session(tokenHash), network)));
    },
    forget: (accountId) =>
      cache.forget(({ principal }) => principal?.accountId === accountId || principal?.personId === accountId),
    forgetAll: () => cache.forget(() => true),
  };
}
