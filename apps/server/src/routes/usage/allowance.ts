import { planTerms } from '@perimeter/contract/plan';
import { principalKey, type Principal } from '../../credentials/principal.ts';
import type { Payer } from '../../repositories/limits/credits.ts';
import type { Metering } from '../../settings/metering.ts';

/** What callers are told who have no limit: an integer, because clients count on one, that no month uses up. */
export const withoutLimit = 1_000_000_000;

/** Credits of a month, and what is counted against them. */
export interface Allowance extends Payer {
  credits: number;
}

/** What a caller may use in a month. Every key has its plan's credits; the operator may give administrators others. */
export function allowanceOf(
  principal: Principal,
  { anonymousCredits, adminCredits }: Pick<Metering, 'anonymousCredits' | 'adminCredits'>,
): Allowance {
  const owner = principalKey(principal);
  if (principal.kind === 'anonymous') return { owner, keysOnly: false, credits: anonymousCredits };
  const ofPlan = planTerms[principal.plan].creditsAMonth;
  if (!principal.ofAdmin) return { owner, keysOnly: false, credits: ofPlan };
  if (adminCredits !== null) return { owner, keysOnly: false, credits: adminCredits };
  // What has no limit leaves that of the keys alone.
  return principal.via === 'key'
    ? { owner, keysOnly: true, credits: ofPlan }
    : { owner, keysOnly: false, credits: withoutLimit };
}
