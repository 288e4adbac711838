import { randomBytes } from 'node:crypto';
import { cookieField, cookieValue } from '../../credentials/cookies.ts';
import { answerWithinMs } from '../../credentials/second-factor/passkeys.ts';
import type { RelyingParty } from '../../credentials/second-factor/relying-party.ts';
import { hashToken, newSessionToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { insertChallenge, takeChallenge } from '../../repositories/accounts/passkeys.ts';
import type { Purpose } from '../../repositories/schema/passkeys.ts';
import type { Caller } from '../caller.ts';

/** The purpose of a challenge, and whose passkeys may answer it. */
export interface Terms {
  purpose: Purpose;
  /** Null: anyone with a passkey. */
  accountId: string | null;
}

/** The relying party that a browser sees. Throws passkeys_unavailable. */
export function requireRelyingParty({ relyingParty }: Pick<Caller, 'relyingParty'>): RelyingParty {
  if (relyingParty === null) throw new AppError('passkeys_unavailable');
  return relyingParty;
}

// The session of who is logged in; before that a cookie that has no other use.
function boundTo({ principal, cookies, sentCookies }: Caller): Buffer | null {
  if (principal.kind === 'account' && principal.via === 'session') return Buffer.from(principal.credentialId, 'hex');
  const token = cookieValue(cookies.ceremony, sentCookies);
  return token === null || token === '' ? null : hashToken(token);
}

/**
 * Makes a challenge that only this browser can answer, once and soon; before the login the browser gets a cookie for
 * it.
 */
export async function makeChallenge(
  identity: Identity,
  { purpose, accountId }: Terms,
  caller: Caller,
): Promise<Buffer> {
  const challenge = randomBytes(32);
  let browser = boundTo(caller);
  if (browser === null) {
    const token = newSessionToken();
    browser = hashToken(token);
    caller.setCookie(cookieField(caller.cookies.ceremony, token, answerWithinMs / 1_000));
  }
  const expires = new Date(identity.nowMs() + answerWithinMs);
  await insertChallenge(identity.db, {
    challenge,
    purpose,
    bound_to: browser,
    account_id: accountId,
    expires_at: expires,
  });
  return challenge;
}

/** Consumes a challenge that was made for this browser and purpose. */
export const challengeTaker =
  (identity: Identity, terms: Terms, caller: Caller) =>
  async (challenge: Buffer): Promise<boolean> => {
    const browser = boundTo(caller);
    const now = new Date(identity.nowMs());
    return browser !== null && takeChallenge(identity.db, { ...terms, challenge, boundTo: browser }, now);
  };
