import { account, type ChangeAccountBody, changeAccountBody, deleteAccountBody } from '@perimeter/contract/account';
import { z } from 'zod';
import { requireGoodPassword } from '../../credentials/passwords/rules.ts';
import { hashPassword } from '../../credentials/passwords/password.ts';
import { clearedCookieField } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import { type AccountRow, deleteAccount, findAccount, updateAccount } from '../../repositories/accounts/accounts.ts';
import { endSessions } from '../../repositories/accounts/sessions.ts';
import { problemResponses } from '../problem-responses.ts';
import { accountOf, beginSession, toAccount } from '../session/browser.ts';
import { checkPassword } from '../session/check-password.ts';
import { sendSoon } from './send-soon.ts';

const writeProblems = [
  'invalid_request',
  'invalid_json',
  'unauthorized',
  'login_failed',
  'insufficient_scope',
  'forbidden_origin',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
] as const;

/** The account of a request. Throws unauthorized when it is gone. */
async function requireAccount({ db }: Identity, principal: HttpRequest['principal']): Promise<AccountRow> {
  const found = await findAccount(db, accountOf(principal).accountId);
  if (found === undefined) throw new AppError('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
  return found;
}

/** The account of a request whose maker has just shown to know its password. */
async function confirmAccount(identity: Identity, request: HttpRequest, password: string): Promise<AccountRow> {
  const { email } = await requireAccount(identity, request.principal);
  return checkPassword(identity, { email, password }, request);
}

async function change(identity: Identity, before: AccountRow, body: ChangeAccountBody): Promise<AccountRow> {
  const { email, newPassword } = body;
  if (newPassword !== undefined) requireGoodPassword(newPassword, email ?? before.email, '/newPassword');
  const changed = await updateAccount(identity.db, before.id, {
    ...(email === undefined ? {} : { email }),
    ...(newPassword === undefined ? {} : { passwordHash: await hashPassword(newPassword) }),
  });
  if (!changed) throw new AppError('email_taken');
  return { ...before, email: email ?? before.email };
}

/** GET /api/account */
export function readAccountRoute(http: Http, identity: Identity): void {
  http.get(
    '/api/account',
    {
      config: { access: { kind: 'required', scope: 'account:read' } },
      schema: {
        tags: ['account'],
        summary: 'Read the account',
        response: { 200: account, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => toAccount(await requireAccount(identity, principal)),
  );
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
          'A new password ends all other sessions and creates a new one for this browser. API keys stay valid.',
        body: changeAccountBody,
        response: { 200: account, ...problemResponses(...writeProblems, 'email_taken') },
      },
    },
    async (request, reply) => {
      const before = await confirmAccount(identity, request, request.body.currentPassword);
      const after = await change(identity, before, request.body);
      if (request.body.newPassword !== undefined) {
        await endSessions(identity.db, after.id, null);
        identity.authenticator.forget(after.id);
        await beginSession(identity, after, request, reply);
        sendSoon(identity, request.log, changedMessage(before.email, 'password'));
      }
      // To the old address: anyone who took the account over reads the new one.
      if (after.email !== before.email) sendSoon(identity, request.log, changedMessage(before.email, 'e-mail address'));
      request.log.info({ accountId: after.id }, 'Account changed');
      return reply.code(200).send(toAccount(after));
    },
  );
}

/** DELETE /api/account */
export function deleteAccountRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/account',
    {
      config: { access: { kind: 'session' } },
      schema: {
        tags: ['account'],
        summary: 'Delete the account with its sessions and keys',
        body: deleteAccountBody,
        response: { 204: z.null().describe('Account deleted'), ...problemResponses(...writeProblems) },
      },
    },
    async (request, reply) => {
      const { id } = await confirmAccount(identity, request, request.body.currentPassword);
      await deleteAccount(identity.db, id);
      identity.authenticator.forget(id);
      request.log.info({ accountId: id }, 'Account deleted');
      return reply.code(204).header('set-cookie', clearedCookieField).send(null);
    },
  );
}
