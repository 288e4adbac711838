import { usage, type Usage } from '@perimeter/contract/usage';
import type { Db } from '../../repositories/schema/schema.ts';
import type { Http } from '../../http/http.ts';
import type { Metering } from '../../settings/metering.ts';
import { creditLimit, type Principal, principalKey } from '../../credentials/principal.ts';
import { creditBalance, type CreditBalance } from '../../repositories/limits/credits.ts';
import { problemResponses } from '../problem-responses.ts';

function toUsage(principal: Principal, limit: number, { used, resetsAtMs }: CreditBalance): Usage {
  const plan = principal.kind === 'account' ? principal.plan : 'anonymous';
  return {
    used,
    limit,
    remaining: limit - used,
    isAuthenticated: principal.kind === 'account',
    subscriptionStatus: plan === 'pro' || plan === 'team' ? 'premium' : 'free',
    resetsAt: resetsAtMs,
    plan,
  };
}

/** GET /api/usage */
export function addUsageRoute(http: Http, { db, metering }: { db: Db; metering: Metering }): void {
  http.get(
    '/api/usage',
    {
      config: { limit: 'usage', access: { kind: 'optional', scope: 'account:read' } },
      schema: {
        tags: ['account'],
        summary: 'Read the remaining credits',
        description:
          'Credits of the account, or of the network of an anonymous caller, in the current calendar month (UTC).',
        response: { 200: usage, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }, reply) => {
      const balance = await creditBalance(db, principalKey(principal));
      const limit = creditLimit(principal, metering.anonymousCredits);
      return reply.header('cache-control', 'no-store').send(toUsage(principal, limit, balance));
    },
  );
}
