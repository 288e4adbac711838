import {
  beginSecondFactorBody,
  confirmSecondFactorBody,
  newSecondFactor,
  recoveryCodes,
} from '@perimeter/contract/account/second-factor';
import { beginApplication, confirmApplication } from '../../accounts/factors/application.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

/** POST /api/account/second-factor */
export function beginRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/second-factor',
    {
      schema: {
        tags: ['account'],
        summary: 'Begin to set up a second factor',
        description:
          'Logging in asks for codes once one was confirmed. Asks for a passkey, where the account has one. The response is the only place where the secret appears.',
        body: beginSecondFactorBody,
        response: {
          201: newSecondFactor,
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'second_factor_required',
            'second_factor_failed',
            'insufficient_scope',
            'email_unconfirmed',
            'second_factor_enabled',
          ),
        },
      },
    },
    async (request, reply) => {
      const { text, uri, qr } = await beginApplication(identity, callerOf(identity, request, reply), request.body);
      return reply.code(201).header('cache-control', 'no-store').send({ secret: text, uri, qr });
    },
  );
}

/** POST /api/account/second-factor/confirm */
export function confirmRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/second-factor/confirm',
    {
      schema: {
        tags: ['account'],
        summary: 'Enable the second factor with its first code',
        description: 'Ends all other sessions. The response is the only place where the recovery codes appear.',
        body: confirmSecondFactorBody,
        response: {
          200: recoveryCodes,
          ...problemResponses(
            ...writeProblems,
            'insufficient_scope',
            'second_factor_failed',
            'second_factor_enabled',
            'second_factor_missing',
          ),
        },
      },
    },
    async (request, reply) => {
      const codes = await confirmApplication(identity, callerOf(identity, request, reply), request.body.code);
      return reply.header('cache-control', 'no-store').send({ recoveryCodes: codes });
    },
  );
}
