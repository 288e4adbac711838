import { hash } from 'node:crypto';
import type { AccountPrincipal } from './principal.ts';
import { isKeyShaped } from './api-key.ts';
import { makeCache } from './lookups/cache.ts';
import { hashToken } from './session-token.ts';
import { guardLookups } from './guarded.ts';
import { believedMs, loaders, type AuthenticatorOptions, type Known } from './load-credentials.ts';

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

const maxEntries = 100_000;

/**
 * Unknown credentials of a network that are looked up in a minute. One that is sent again and again is looked up
 * every five seconds, so that a pipeline with an old key stays far below.
 */
const mostWorthless = 100;

// Remembered under a digest that costs a tenth of the stored one: this is done for every request.
const indexOfKey = (key: string): string => `key ${hash('sha256', key, 'base64url')}`;

/** An authenticator on a database, for the keys that were hashed under the server's secrets. */
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
