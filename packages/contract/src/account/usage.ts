import { z } from 'zod';
import { plan } from './plan.ts';

/** Answer of GET /api/usage: the caller's credits in this calendar month (UTC). */
export const usage = z
  .object({
    used: z.int().min(0),
    limit: z.int().min(0),
    remaining: z.int().describe('limit minus used; negative after a change to a smaller plan'),
    isAuthenticated: z.boolean(),
    subscriptionStatus: z.enum(['free', 'premium']),
    resetsAt: z.int().describe('epoch milliseconds'),
    plan: z.enum([...plan.options, 'anonymous']),
    unlimited: z
      .boolean()
      .describe(
        'true: in the browser, administrators have no limit unless the operator sets one; limit is then 1000000000',
      ),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usage>;
