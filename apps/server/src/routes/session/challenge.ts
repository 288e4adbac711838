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

/** What a challenge is for: who may answer it, and with which passkeys. */
export interface Terms {
  purpose: Purpose;
  /** Null: whoever has a passkey. */
  accountId: string | null;
}

/** The relying party that a browser sees. Throws passkeys_unavailable. */
export function requireRelyingParty(identity: Identity, request: HttpRequest): RelyingParty {
  const rp = relyingPartyFor(request, identity);
  if (rp === null) throw new AppError('passkeys_unavailable');
  return rp;
}

// The session of who is logged in; before that a cookie that has no other use.
function boundTo(identity: Identity, request: HttpRequest): Buffer | null {
  const { principal, headers } = request;
  if (principal.kind === 'account' && principal.via === 'session') return Buffer.from(principal.credentialId, 'hex');
  const token = cookieValue(identity.cookiesOf(request).ceremony, headers.cookie);
  return token === null || token === '' ? null : hashToken(token);
}

/** Makes a challenge that this browser alone answers, once and soon; one that is not logged in gets a cookie for that. */
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

/** Takes a challenge that was made for this browser on these terms. */
export const challengeTaker =
  (identity: Identity, terms: Terms, request: HttpRequest) =>
  async (challenge: Buffer): Promise<boolean> => {
    const browser = boundTo(identity, request);
    const now = new Date(identity.nowMs());
    return browser !== null && takeChallenge(identity.db, { ...terms, challenge, boundTo: browser }, now);
  };
