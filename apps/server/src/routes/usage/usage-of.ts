import type { Usage } from '@perimeter/contract/account/usage';
import { allowanceOf, type Principal, withoutLimit } from '../../credentials/principal.ts';
import { creditBalance } from '../../repositories/limits/credits.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import type { Metering } from '../../settings/metering.ts';

/** A caller's credits of this month. */
export async function usageOf(db: Db, principal: Principal, metering: Metering): Promise<Usage> {
  const allowance = allowanceOf(principal, metering);
  const { used, resetsAtMs } = await creditBalance(db, allowance);
  const limit = allowance.credits;
  const plan = principal.kind === 'account' ? principal.plan : 'anonymous';
  return {
    used,
    limit,
    remaining: limit - used,
    isAuthenticated: principal.kind === 'account',
    subscriptionStatus: plan === 'pro' || plan === 'team' ? 'premium' : 'free',
    resetsAt: resetsAtMs,
    plan,
    unlimited: limit === withoutLimit,
  };
}
