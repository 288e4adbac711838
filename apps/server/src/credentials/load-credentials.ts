import { scopesOfRole } from '@perimeter/contract/account/team';
import type { Db } from '../repositories/schema/schema.ts';
import type { AccountPrincipal } from './principal.ts';
import { findUsableKeys, rehashKey, type UsableKey } from '../repositories/accounts/api-keys.ts';
import { findUsableSession, idleLimitMs, type UsableSession } from '../repositories/accounts/sessions.ts';
import { hashKey } from './api-key.ts';
import type { Kept } from './lookups/cache.ts';
import { gatherLookups } from './lookups/gather.ts';

/** What the authenticator needs; the clock is a parameter so that tests can control expiry. */
export interface AuthenticatorOptions {
  db: Db;
  /** The secrets that keys are hashed under: the current one first, then older ones. */
  secrets: readonly Buffer[];
  nowMs: () => number;
  /** True if administrators need a second factor. */
  adminsNeedFactor: boolean;
  /** Called for uses, at most once in five seconds per credential. */
  onUse: (use: { via: 'key' | 'session'; id: string; at: Date }) => void;
  /** True while every change of accounts and credentials is announced through forget; forgetAll ends that. */
  isTold: () => boolean;
}

/** How long a result is cached without notifications, and how long a result about unknown credentials always is. */
export const believedMs = 5_000;

/** How long a result is cached while changes are announced. */
export const believedWhileToldMs = 10 * 60_000;

/** A principal, and when a use of its credential was last reported. */
export interface Known {
  principal: AccountPrincipal | null;
  notedAtMs: number;
}

type Load = () => Promise<Kept<Known>>;

const keptUntil = (principal: AccountPrincipal | null, untilMs: number): Kept<Known> => ({
  value: { principal, notedAtMs: -Infinity },
  untilMs,
});

/** A key belongs to its team: it has no person, and has scopes instead of a role. */
const ofKey = ({ id, accountId, plan, isConfirmed, ofAdmin, scopes }: UsableKey): AccountPrincipal => ({
  kind: 'account',
  accountId,
  personId: null,
  role: null,
  isAdmin: false,
  ofAdmin,
  lacksFactor: false,
  plan,
  isConfirmed,
  isLeaving: false,
  via: 'key',
  credentialId: id,
  scopes,
});

/** A session belongs to a person, with that person's role in the team. */
function ofSession(session: UsableSession, credentialId: string, adminsNeedFactor: boolean): AccountPrincipal {
  const { accountId, personId, role, isAdmin, ofAdmin, plan, isConfirmed, hasFactor, leavesAt } = session;
  return {
    kind: 'account',
    accountId,
    personId,
    role,
    isAdmin,
    ofAdmin,
    lacksFactor: isAdmin && adminsNeedFactor && !hasFactor,
    plan,
    isConfirmed,
    isLeaving: leavesAt !== null,
    via: 'session',
    credentialId,
    scopes: scopesOfRole[role],
  };
}

/** Loads keys and sessions from the database. */
export function loaders({ db, secrets, nowMs, isTold, adminsNeedFactor }: AuthenticatorOptions): {
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
      const { id, hash: stored, expiresAt } = found;
      const [current] = hashes;
      // Hashed under an older secret: rehash it now, so that the old secret can be dropped.
      if (current !== undefined && !stored.equals(current)) await rehashKey(db, id, stored, current);
      return keptUntil(ofKey(found), Math.min(believed(now, wasTold), expiresAt?.getTime() ?? Infinity));
    },
    session: (tokenHash) => async () => {
      const [now, wasTold] = [nowMs(), isTold()];
      const session = await findUsableSession(db, tokenHash, new Date(now));
      if (session === undefined) return keptUntil(null, now + believedMs);
      const { expiresAt, lastUsedAt, leavesAt } = session;
      const ends = Math.min(expiresAt.getTime(), lastUsedAt.getTime() + idleLimitMs, leavesAt?.getTime() ?? Infinity);
      const principal = ofSession(session, tokenHash.toString('hex'), adminsNeedFactor);
      return keptUntil(principal, Math.min(believed(now, wasTold), ends));
    },
  };
}
