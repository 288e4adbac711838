import { z } from 'zod';
import { listedAs } from '../batch.ts';
import { plan } from './plan.ts';
import { administeredAccount, emailAddress } from './account.ts';

/** Query of GET /api/accounts. */
export const accountListQuery = z.strictObject({
  q: z.string().max(254).default('').describe('Part of the e-mail address'),
  after: emailAddress.optional().describe('The last e-mail address of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Answer of GET /api/accounts, by e-mail address. */
export const accountList = z
  .object({
    accounts: z.array(
      administeredAccount.extend({
        hasSecondFactor: z.boolean(),
        creditsUsed: z.int().describe('In this calendar month (UTC)'),
      }),
    ),
    next: z.string().nullable().describe('Where the next page begins: after; null: this was the last'),
  })
  .meta({ id: 'AccountList' });
export type AccountList = z.infer<typeof accountList>;

/** Body of POST /api/accounts/plan. */
export const setPlanBody = z.strictObject({ email: emailAddress, plan });

/** An opt-out: a domain with all names below it, or a network. */
export const optOut = z
  .object({
    domain: z.string().describe('A domain, or a network such as 203.0.113.0/24'),
    listedAs,
    reason: z.string(),
    createdAt: z.int().describe('epoch milliseconds'),
  })
  .meta({ id: 'OptOut' });

/** Answer of GET /api/opt-outs, by name. */
export const optOutList = z.object({ optOuts: z.array(optOut) }).meta({ id: 'OptOutList' });
export type OptOutList = z.infer<typeof optOutList>;

/** Body of POST /api/opt-outs. */
export const addOptOutBody = z.strictObject({
  domain: z.string().max(1024).describe('A domain, an address, or a network such as 203.0.113.0/24'),
  reason: z.string().trim().min(1).max(500).describe('Who asked, and when'),
});

/** Body of DELETE /api/opt-outs. */
export const removeOptOutBody = z.strictObject({
  domain: z.string().max(1024).describe('A domain or a network of the list'),
});

/** Answer of GET /api/administration/status. */
export const serviceStatus = z
  .object({
    queue: z.object({
      waiting: z.int(),
      running: z.int(),
      oldestWaitingSeconds: z
        .int()
        .nullable()
        .describe('How long the first waiting audit has waited; null: none waits'),
      endedLastHour: z.int(),
    }),
    versions: z.object({
      engine: z.string(),
      scoringPolicy: z.string(),
      node: z.string(),
      database: z.string(),
      schema: z.string().describe('The last migration of the database'),
    }),
    lists: z
      .array(z.object({ name: z.string(), date: z.string(), isOld: z.boolean() }))
      .describe('Lists that this version ships, such as roots and logs'),
  })
  .meta({ id: 'ServiceStatus' });
export type ServiceStatus = z.infer<typeof serviceStatus>;
