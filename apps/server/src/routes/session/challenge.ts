import { randomBytes } from 'node:crypto';
import { cookieField, cookieValue } from '../../credentials/cookies.ts';
import { answerWithinMs } from '../../credentials/second-factor/passkeys.ts';
import { type RelyingParty, relyingPartyFor } from '../../credentials/second-factor/relying-party.ts';
import { hashToken, newSessionToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { HttpReply, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { insertChallenge, takeChallenge } from '../../repositories/accounts/passkeys.ts';
import type { Purpose } from '../../repositories/schema/passkeys.ts';

/** The purpose of a challenge, and whose passkeys may answer it. */
export interface Terms {
  purpose: Purpose;
  /** Null: any account's passkey. */
  accountId: string | null;
}

/** The relying party for a browser. Throws passkeys_unavailable. */
export function requireRelyingParty(identity: Identity, request: HttpRequest): RelyingParty {
  const rp = relyingPartyFor(request, identity);
  if (rp === null) throw new AppError('passkeys_unavailable');
  return rp;
}

// What a challenge is bound to: the session, or before the login a separate cookie.
function boundTo(identity: Identity, request: HttpRequest): Buffer | null {
  const { principal, headers } = request;
  if (principal.kind === 'account' && principal.via === 'session') return Buffer.from(principal.credentialId, 'hex');
  const token = cookieValue(identity.cookiesOf(request).ceremony, headers.cookie);
  return token === null || token === '' ? null : hashToken(token);
}

/**
 * Makes a challenge that only this browser can answer, once and soon; before the login the browser gets a cookie for
 * it.
 */
export async function makeChallenge(
  identity: Identity,
  { purpose, accountId }: Terms,
  { request, reply }: { request: HttpRequest; reply: HttpReply },
): Promise<Buffer> {
  const challenge = randomBytes(32);
  let browser = boundTo(identity, request);
  if (browser === null) {
    const token = newSessionToken();
    browser = hashToken(token);
    reply.header('set-cookie', cookieField(identity.cookiesOf(request).ceremony, token, answerWithinMs / 1_000));
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
  (identity: Identity, terms: Terms, request: HttpRequest) =>
  async (challenge: Buffer): Promise<boolean> => {
    const browser = boundTo(identity, request);
    const now = new Date(identity.nowMs());
    return browser !== null && takeChallenge(identity.db, { ...terms, challenge, boundTo: browser }, now);
  };
