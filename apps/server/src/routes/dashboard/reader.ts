import type { Frame } from '@perimeter/dashboard/lib/frame';
import { orWithoutForVisitors } from '../../database/without.ts';
import type { HttpRequest } from '../../http/http.ts';
import { findAccount } from '../../repositories/accounts/accounts.ts';
import { countUnseen } from '../../repositories/sharing/share-answers.ts';
import { findTeam } from '../../repositories/teams/teams.ts';
import type { Identity } from '../../identity/identity.ts';
import { toAccount } from '../../shown/account.ts';
import { stateOf } from '../../accounts/read-account.ts';
import { usageOf } from '../usage/usage-of.ts';
import type { PageParts } from './options.ts';

type OfReader = Pick<Frame, 'viewer' | 'credits' | 'signup'>;

/** How long it is cached that the service has accounts, in milliseconds: the last account is rarely deleted. */
const peopledForMs = 5_000;
const peopledUntil = new WeakMap<Identity, number>();

/** What a reader without an account may do; without any account, create the first. */
async function signupOf(identity: Identity): Promise<OfReader['signup']> {
  const nowMs = performance.now();
  if (nowMs < (peopledUntil.get(identity) ?? 0)) return identity.signup;
  const { signup } = await stateOf(identity, undefined);
  if (signup !== 'setup') peopledUntil.set(identity, nowMs + peopledForMs);
  return signup;
}

const holds = (principal: HttpRequest['principal'], scope: 'team:admin' | 'audit:write'): boolean =>
  principal.kind === 'account' && principal.scopes.includes(scope);

/** The display name of the team that the person acts for; null: their own. */
async function otherTeam({ db }: PageParts, principal: HttpRequest['principal']): Promise<string | null> {
  if (principal.kind === 'anonymous' || principal.personId === principal.accountId) return null;
  return (await findTeam(db, principal.accountId))?.title ?? null;
}

/** The reader of a page, from the database. */
export async function readReader(parts: PageParts, { principal }: HttpRequest): Promise<OfReader> {
  const { identity, db, metering } = parts;
  const row =
    principal.kind === 'account' ? await findAccount(db, principal.personId ?? principal.accountId) : undefined;
  if (row === undefined) return { viewer: null, credits: null, signup: await signupOf(identity) };
  const [{ limit, remaining, resetsAt, unlimited }, newAnswers] = await Promise.all([
    usageOf(db, principal, metering),
    principal.kind === 'account' ? countUnseen(db, principal.accountId) : 0,
  ]);
  const { email, isAdmin, isConfirmed, deletesAt } = toAccount(row);
  return {
    viewer: {
      email,
      team: await otherTeam(parts, principal),
      runsTeam: holds(principal, 'team:admin'),
      mayWrite: holds(principal, 'audit:write'),
      isAdmin,
      isConfirmed,
      deletesAt,
      newAnswers,
    },
    credits: unlimited ? null : { remaining: Math.max(0, remaining), limit, resetsAt },
    signup: identity.signup,
  };
}

/** The reader without the database: treated as not logged in. */
export const nobodyKnown = ({ identity: { signup } }: PageParts): OfReader => ({ viewer: null, credits: null, signup });

const isForVisitors = ({ facts }: HttpRequest): boolean => facts.access?.kind === 'visitor';

/** On pages for visitors the fallback if the database does not answer; other pages wait for it. */
export const shownWith = async <T, U>(request: HttpRequest, reading: Promise<T>, without: U): Promise<T | U> =>
  isForVisitors(request) ? orWithoutForVisitors(reading, without) : reading;
