import { administeredAccount, namedAccountBody } from '@perimeter/contract/account/account';
import { administer } from '../../accounts/administer.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses } from '../problem-responses.ts';
import { toAccount } from '../../shown/account.ts';

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
        const row = await administer(identity, callerOf(identity, request, reply), act, request.body.email);
        return reply.code(200).send({ ...toAccount(row), disabledAt: row.disabled_at?.getTime() ?? null });
      },
    );
  }
}
