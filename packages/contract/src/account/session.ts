import { z } from 'zod';
import { account, emailAddress } from './account.ts';
import { givenPassword } from './password.ts';
import { shownFactor } from './second-factor.ts';

/** Body of POST /api/session. */
export const signInBody = z.strictObject({ email: emailAddress, password: givenPassword, ...shownFactor });

/** Answer of GET /api/session: who is signed in, and what anonymous users may do. */
export const sessionState = z
  .object({
    account: account.nullable().describe('null: not logged in'),
    signup: z
      .enum(['open', 'closed', 'setup'])
      .describe('Whether sign-up is possible; setup: no account exists yet, the first one needs the setup token'),
  })
  .meta({ id: 'SessionState' });
export type SessionState = z.infer<typeof sessionState>;

/** One browser that is signed in. */
export const session = z
  .object({
    id: z.string().regex(/^[0-9a-f]{32}$/),
    userAgent: z.string(),
    network: z
      .string()
      .describe('the IPv4 address or the IPv6 /64 that it began from; empty: a session of before this was kept'),
    createdAt: z.int().describe('epoch milliseconds'),
    lastUsedAt: z.int().describe('epoch milliseconds, to the minute'),
    expiresAt: z.int().describe('epoch milliseconds'),
    isCurrent: z.boolean().describe('Whether this request used it'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

/** Answer of GET /api/sessions. */
export const sessionList = z.object({ sessions: z.array(session) }).meta({ id: 'SessionList' });

/** Query of DELETE /api/sessions. */
export const endSessionsQuery = z.strictObject({
  except: z.literal('current').optional().describe('current: keep the session of this request'),
});
