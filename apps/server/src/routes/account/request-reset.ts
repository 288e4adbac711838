import { requestResetBody } from '@perimeter/contract/account/account';
import { z } from 'zod';
import { hashToken, newSessionToken } from '../../credentials/session-token.ts';
import type { Http, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { resetMessage } from '../../mail/messages.ts';
import { findAccountByEmail } from '../../repositories/accounts/accounts.ts';
import { insertReset } from '../../repositories/accounts/password-resets.ts';
import { note } from '../session/note.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { countAttempt } from './attempt.ts';

const validForMs = 30 * 60 * 1_000;

/** Sends a reset link if the address has an account and its limit allows it. */
async function sendLink(identity: Identity, request: HttpRequest): Promise<void> {
  const { db, nowMs, throttle, mailer, linkOrigin } = identity;
  const { email } = requestResetBody.parse(request.body);
  const found = await findAccountByEmail(db, email);
  if (found === undefined || !(await throttle.mayWriteTo(email))) return;
  const token = newSessionToken();
  const expiresAt = new Date(nowMs() + validForMs);
  await note(identity, request, found.id, ['password_reset_requested']);
  await insertReset(db, { tokenHash: hashToken(token), accountId: found.id, expiresAt });
  await mailer.send(resetMessage(email, linkOrigin(), token));
}

/** POST /api/account/password-reset */
export function requestResetRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/password-reset',
    {
      schema: {
        tags: ['account'],
        summary: 'Request a password reset link',
        description: 'The response does not depend on whether the account exists.',
        body: requestResetBody,
        response: {
          202: z.undefined().describe('If the account exists, a link has been sent'),
          ...problemResponses(...writeProblems),
        },
      },
    },
    async (request, reply) => {
      await countAttempt(identity, request);
      // Not awaited, because the time it takes would reveal whether the account exists.
      sendLink(identity, request).catch((error: unknown) =>
        request.log.error({ err: error }, 'Sending a password link failed'),
      );
      return reply.code(202).send();
    },
  );
}
