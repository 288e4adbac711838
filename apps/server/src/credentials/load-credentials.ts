import { scopesOfRole } from '@perimeter/contract/account/team';
import type { Db } from '../repositories/schema/schema.ts';
import type { AccountPrincipal } from './principal.ts';
import { findUsableKeys, rehashKey, type UsableKey } from '../repositories/accounts/api-keys.ts';
import { findUsableSession, idleLimitMs, type UsableSession } from '../repositories/accounts/sessions.ts';
import { hashKey } from './api-key.ts';
import type { Kept } from './lookups/cache.ts';
import { gatherLookups } from './lookups/gather.ts';

/** What the authenticator works with; the clock is a parameter so that expiry can be tested. */
export interface AuthenticatorOptions {
  db: Db;
  /** What keys are hashed under: the one of today, then older ones. */
  secrets: readonly Buffer[];
  nowMs: () => number;
  /** Whether administrators need a second factor. */
  adminsNeedFactor: boolean;
  /** Told of uses, at most once in five seconds for each credential. */
  onUse: (use: { via: 'key' | 'session'; id: string; at: Date }) => void;
  /** True while forget announces every change of accounts and credentials; forgetAll ends that. */
  isTold: () => boolean;
}

/** How long an answer of the database is believed where nobody would tell of a change, and one about unknown credentials. */
export const believedMs = 5_000;

/** How long where changes are announced. */
export const believedWhileToldMs = 10 * 60_000;

/** Whom a credential stands for, and when somebody was last told of its use. */
export interface Known {
  principal: AccountPrincipal | null;
  notedAtMs: number;
}

type Load = () => Promise<Kept<Known>>;

const keptUntil = (principal: AccountPrincipal | null, untilMs: number): Kept<Known> => ({
  value: { principal, notedAtMs: -Infinity },
  untilMs,
});

/** A key belongs to its team: it is nobody, and has scopes in place of a role. */
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

/** A session is its person's, in the role of a team's member. */
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

/** What the database says of keys and sessions. */
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
      // Made under an older secret: anyone who uses it in time does not need that one any more.
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
