import { administeredAccount, namedAccountBody } from '@perimeter/contract/account/account';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { findAccount, setDisabled } from '../../repositories/accounts/accounts.ts';
import { note } from '../session/note.ts';
import { problemResponses } from '../problem-responses.ts';
import { personOf } from '../session/browser.ts';
import { toAccount } from '../../shown/account.ts';

const isDisabledBy = { disable: true, enable: false } as const;

const words = {
  disable: {
    summary: 'Disable an account',
    description:
      'For administrators. Ends all sessions of the account and rejects its keys immediately; running audits continue. Not possible for your own account.',
  },
  enable: {
    summary: 'Re-enable an account',
    description: 'For administrators. The keys work again, and the account can log in.',
  },
} as const;

/** POST /api/accounts/disable and POST /api/accounts/enable */
export function administerRoutes(http: Http, identity: Identity): void {
  const { db, authenticator } = identity;
  for (const act of ['disable', 'enable'] as const) {
    http.post(
      `/api/accounts/${act}`,
      {
        schema: {
          tags: ['administration'],
          ...words[act],
          body: namedAccountBody,
          response: {
            200: administeredAccount,
            ...problemResponses(
              'invalid_request',
              'unauthorized',
              'insufficient_scope',
              'forbidden_origin',
              'account_not_found',
              'rate_limited',
            ),
          },
        },
      },
      async (request, reply) => {
        const { email } = request.body;
        const accountId = personOf(request.principal);
        const own = await findAccount(db, accountId);
        if (act === 'disable' && own?.email === email) {
          throw new AppError('invalid_request', {
            errors: [{ pointer: '/email', message: 'This is your own account' }],
          });
        }
        const row = await setDisabled(db, email, isDisabledBy[act]);
        if (row === undefined) throw new AppError('account_not_found');
        authenticator.forget(row.id);
        request.log.info({ accountId: row.id, by: accountId }, `Account ${act}d`);
        await note(identity, request, row.id, [`account_${act}d`, 'by an administrator']);
        return reply.code(200).send({ ...toAccount(row), disabledAt: row.disabled_at?.getTime() ?? null });
      },
    );
  }
}
