import { addedPasskey, addPasskeyBody, passkeyCreation } from '@perimeter/contract/passkey';
import { beginSecondFactorBody } from '@perimeter/contract/account/second-factor';
import { randomUUID } from 'node:crypto';
import { creationOptions, verifyCreated } from '../../credentials/second-factor/passkeys.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import { insertPasskey, listPasskeys, mostPasskeys } from '../../repositories/accounts/passkeys.ts';
import { countRecoveryCodes } from '../../repositories/accounts/second-factors.ts';
import { endSessions } from '../../repositories/accounts/sessions.ts';
import { requireAccount } from '../account/holder.ts';
import { sendSoon } from '../account/send-soon.ts';
import { note } from '../session/note.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { confirmWithFactor, renewCodes } from '../second-factor/proven.ts';
import { accountOf, requireConfirmed } from '../session/browser.ts';
import { challengeTaker, makeChallenge, requireRelyingParty } from '../session/challenge.ts';
import { toPasskey } from '../../shown/passkey.ts';

/** POST /api/account/passkeys/options */
export function beginPasskeyRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/passkeys/options',
    {
      schema: {
        tags: ['account'],
        summary: 'Begin to add a passkey',
        description:
          'Asks for the second factor, where the account has one. The challenge is valid once, for five minutes, in this session.',
        body: beginSecondFactorBody,
        response: {
          201: passkeyCreation,
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'second_factor_required',
            'second_factor_failed',
            'insufficient_scope',
            'email_unconfirmed',
            'passkeys_unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      requireConfirmed(request.principal);
      const rp = requireRelyingParty(identity, request);
      const { account } = await confirmWithFactor(identity, { request, reply }, request.body);
      const terms = { purpose: 'create', accountId: account.id } as const;
      const challenge = await makeChallenge(identity, terms, { request, reply });
      const options = await creationOptions(rp, account, await listPasskeys(identity.db, account.id), challenge);
      return reply.code(201).send({ ...options });
    },
  );
}

/** POST /api/account/passkeys */
export function addPasskeyRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/passkeys',
    {
      schema: {
        tags: ['account'],
        summary: 'Add a passkey',
        description:
          'Takes what navigator.credentials.create() answered. Ends all other sessions. With the first second factor of the account, the response is the only place where the recovery codes appear.',
        body: addPasskeyBody,
        response: {
          201: addedPasskey,
          ...problemResponses(
            ...writeProblems,
            'insufficient_scope',
            'passkeys_unavailable',
            'passkey_rejected',
            'passkey_exists',
            'too_many_passkeys',
          ),
        },
      },
    },
    async (request, reply) => {
      const { db, authenticator } = identity;
      const account = await requireAccount(identity, request.principal);
      const rp = requireRelyingParty(identity, request);
      const take = challengeTaker(identity, { purpose: 'create', accountId: account.id }, request);
      const made = await verifyCreated(rp, request.body.answer, take);
      if (made === null) throw new AppError('passkey_rejected');
      const { name } = request.body;
      const kept = await insertPasskey(db, { ...made, id: randomUUID(), account_id: account.id, name });
      if (kept === 'full')
        throw new AppError('too_many_passkeys', { detail: `An account has at most ${mostPasskeys}` });
      if (kept === 'taken') throw new AppError('passkey_exists');
      const codes = (await countRecoveryCodes(db, account.id)) === 0 ? await renewCodes(identity, account.id) : null;
      await endSessions(db, account.id, Buffer.from(accountOf(request.principal).credentialId, 'hex'));
      authenticator.forget(account.id);
      sendSoon(identity, request.log, changedMessage(account.email, 'second factor'));
      request.log.info({ accountId: account.id, passkeyId: kept.id }, 'Passkey added');
      await note(identity, request, account.id, ['passkey_added', name]);
      return reply.code(201).send({ passkey: toPasskey(kept), recoveryCodes: codes });
    },
  );
}
