import { confirmEmailBody } from '@perimeter/contract/account';
import { z } from 'zod';
import { hashToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import { confirmEmailChange } from '../../repositories/accounts/email-changes.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { countAttempt } from './attempt.ts';
import { badLink } from './bad-link.ts';
import { sendSoon } from './send-soon.ts';

/** POST /api/account/email/confirm */
export function confirmEmailRoute(http: Http, identity: Identity): void {
  const { db, nowMs } = identity;
  http.post(
    '/api/account/email/confirm',
    {
      config: { access: { kind: 'open' } },
      schema: {
        tags: ['account'],
        summary: 'Confirm a new e-mail address with the link',
        description: 'Invalidates the link and informs the previous address.',
        body: confirmEmailBody,
        response: {
          204: z.null().describe('E-mail address changed'),
          ...problemResponses(...writeProblems, 'email_taken'),
        },
      },
    },
    async (request, reply) => {
      await countAttempt(identity, request);
      const changed = await confirmEmailChange(db, hashToken(request.body.token), new Date(nowMs()));
      if (changed === null) throw badLink();
      if (changed === 'taken') throw new AppError('email_taken');
      sendSoon(identity, request.log, changedMessage(changed.before, 'e-mail address'));
      request.log.info({ accountId: changed.accountId }, 'E-mail address changed by link');
      return reply.code(204).send(null);
    },
  );
}
