import {
  beginSecondFactorBody,
  confirmSecondFactorBody,
  newSecondFactor,
  recoveryCodes,
} from '@perimeter/contract/account/second-factor';
import { newSecret } from '../../credentials/second-factor/totp.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
} from '../../repositories/accounts/second-factors.ts';
import { endSessions } from '../../repositories/accounts/sessions.ts';
import { requireAccount } from '../account/holder.ts';
import { sendSoon } from '../account/send-soon.ts';
import { note } from '../session/note.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf, personOf, requireConfirmed } from '../session/browser.ts';
import { proveCode } from '../session/check-factor.ts';
import { confirmWithFactor, renewCodes } from './proven.ts';

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
      requireConfirmed(request.principal);
      const accountId = personOf(request.principal);
      const present = await findSecondFactor(identity.db, accountId);
      if ((present?.confirmed_at ?? null) !== null) throw new AppError('second_factor_enabled');
      const { account } = await confirmWithFactor(identity, { request, reply }, request.body);
      const { text, uri, qr, encrypted } = newSecret(account, identity.secret);
      if (!(await beginSecondFactor(identity.db, account.id, encrypted))) throw new AppError('second_factor_enabled');
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
      const { db, nowMs, authenticator } = identity;
      const account = await requireAccount(identity, request.principal);
      const factor = await findSecondFactor(db, account.id);
      if (factor === undefined) throw new AppError('second_factor_missing');
      if (factor.confirmed_at !== null) throw new AppError('second_factor_enabled');
      await proveCode(identity, { accountId: account.id, factor }, request.body.code, request, false);
      // Store the codes first, so that no account has a factor without them.
      const codes = await renewCodes(identity, account.id);
      if (!(await confirmSecondFactor(db, account.id, new Date(nowMs())))) throw new AppError('second_factor_enabled');
      await endSessions(db, account.id, Buffer.from(accountOf(request.principal).credentialId, 'hex'));
      authenticator.forget(account.id);
      sendSoon(identity, request.log, changedMessage(account.email, 'second factor'));
      request.log.info({ accountId: account.id }, 'Second factor enabled');
      await note(identity, request, account.id, ['application_added']);
      return reply.header('cache-control', 'no-store').send({ recoveryCodes: codes });
    },
  );
}
