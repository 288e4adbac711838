import type { Usage } from '@perimeter/contract/account/usage';
import { creditLimit, type Principal, principalKey, withoutLimit } from '../../credentials/principal.ts';
import { creditBalance } from '../../repositories/limits/credits.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import type { Metering } from '../../settings/metering.ts';

/** The credits of a caller in this month. */
export async function usageOf(db: Db, principal: Principal, metering: Metering): Promise<Usage> {
  const { used, resetsAtMs } = await creditBalance(db, principalKey(principal));
  const limit = creditLimit(principal, metering);
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
