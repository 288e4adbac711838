import { accountDetails, changeAccountBody } from '@perimeter/contract/account/account';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { note } from '../session/note.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../session/browser.ts';
import { detailsOf } from './account.ts';
import { changeEmail } from './email-change.ts';
import { checkFactor } from '../session/check-factor.ts';
import { confirmAccount } from './holder.ts';
import { changePassword } from './change-password.ts';

/** PATCH /api/account */
export function changeAccountRoute(http: Http, identity: Identity): void {
  http.patch(
    '/api/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Change e-mail address or password',
        description:
          'A new e-mail address receives a link and takes effect when it is confirmed; until then it is pendingEmail, and the current address cancels it. A new password ends all other sessions, cancels a pending address and creates a new session for this browser. API keys stay valid.',
        body: changeAccountBody,
        response: {
          200: accountDetails,
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'second_factor_required',
            'second_factor_failed',
            'insufficient_scope',
            'mail_not_configured',
          ),
        },
      },
    },
    async (request, reply) => {
      const { currentPassword, email, newPassword } = request.body;
      const account = await confirmAccount(identity, request, currentPassword);
      await checkFactor(identity, account.id, request.body, { request, reply });
      if (newPassword !== undefined) await changePassword(identity, account, newPassword, { request, reply });
      if (email !== undefined) {
        await changeEmail(identity, account, email, request.log);
        await note(identity, request, account.id, ['email_change_requested', email]);
      }
      return reply.code(200).send(await detailsOf(identity, account, accountOf(request.principal)));
    },
  );
}
