import type { Frame } from '@perimeter/dashboard/lib/frame';
import { creditLimit, principalKey } from '../../credentials/principal.ts';
import { orWithoutForVisitors } from '../../database/without.ts';
import type { HttpRequest } from '../../http/http.ts';
import { findAccount } from '../../repositories/accounts/accounts.ts';
import { creditBalance } from '../../repositories/limits/credits.ts';
import { stateOf } from '../session/sign-in.ts';
import type { PageParts } from './options.ts';

type OfReader = Pick<Frame, 'viewer' | 'credits' | 'signup'>;

/** What the database says of the reader of a page. */
export async function readReader({ identity, db, metering }: PageParts, { principal }: HttpRequest): Promise<OfReader> {
  const row = principal.kind === 'account' ? await findAccount(db, principal.accountId) : undefined;
  const [{ account, signup }, balance] = await Promise.all([
    stateOf(identity, row),
    row === undefined ? null : creditBalance(db, principalKey(principal)),
  ]);
  const limit = creditLimit(principal, metering.anonymousCredits);
  return {
    viewer: account === null ? null : { email: account.email, isAdmin: account.isAdmin },
    credits:
      balance === null ? null : { remaining: Math.max(0, limit - balance.used), limit, resetsAt: balance.resetsAtMs },
    signup,
  };
}

/** What is shown without the database: nobody is logged in, as far as we know. */
export const nobodyKnown = ({ identity: { signup } }: PageParts): OfReader => ({ viewer: null, credits: null, signup });

const isForVisitors = ({ facts }: HttpRequest): boolean => facts.access?.kind === 'visitor';

/** What a page for visitors shows of the database, or of none where that does not answer; other pages wait. */
export const shownWith = async <T, U>(request: HttpRequest, reading: Promise<T>, without: U): Promise<T | U> =>
  isForVisitors(request) ? orWithoutForVisitors(reading, without) : reading;
