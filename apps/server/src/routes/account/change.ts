import { accountDetails, changeAccountBody } from '@perimeter/contract/account';
import { hashNewPassword } from '../../credentials/passwords/new-password.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { setPassword } from '../../repositories/accounts/passwords.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { beginSession } from '../session/browser.ts';
import { detailsOf } from './account.ts';
import { changeEmail } from './email-change.ts';
import { confirmAccount } from './holder.ts';
import { sendSoon } from './send-soon.ts';

async function changePassword(
  identity: Identity,
  account: AccountRow,
  newPassword: string,
  { request, reply }: { request: HttpRequest; reply: HttpReply },
): Promise<void> {
  await setPassword(
    identity.db,
    account.id,
    await hashNewPassword(identity, account.email, newPassword, '/newPassword'),
  );
  identity.authenticator.forget(account.id);
  await beginSession(identity, account, request, reply);
  sendSoon(identity, request.log, changedMessage(account.email, 'password'));
  request.log.info({ accountId: account.id }, 'Password changed');
}

/** PATCH /api/account */
export function changeAccountRoute(http: Http, identity: Identity): void {
  http.patch(
    '/api/account',
    {
      config: { access: { kind: 'session' } },
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
            'insufficient_scope',
            'email_taken',
            'mail_not_configured',
          ),
        },
      },
    },
    async (request, reply) => {
      const { currentPassword, email, newPassword } = request.body;
      const account = await confirmAccount(identity, request, currentPassword);
      if (newPassword !== undefined) await changePassword(identity, account, newPassword, { request, reply });
      if (email !== undefined) await changeEmail(identity, account, email, request.log);
      return reply.code(200).send(await detailsOf(identity, account));
    },
  );
}
