import type { Caller } from '../accounts/caller.ts';
import { networkOf } from '../credentials/network.ts';
import { relyingPartyFor } from '../credentials/second-factor/relying-party.ts';
import type { HttpReply, HttpRequest } from '../http/http.ts';
import type { Identity } from '../identity/identity.ts';
import { addressOf } from '../plugins/authentication.ts';

const maxUserAgentLength = 200;

/** The caller of a request as the functions in accounts/ take it; cookies that these set are added to the reply. */
export function callerOf(
  identity: Pick<Identity, 'cookiesOf' | 'publicOrigin'>,
  request: HttpRequest,
  reply: HttpReply,
): Caller {
  const { principal, headers, log } = request;
  return {
    principal,
    network: networkOf(addressOf(request)),
    userAgent: (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, maxUserAgentLength),
    cookies: identity.cookiesOf(request),
    sentCookies: headers.cookie,
    relyingParty: relyingPartyFor(request, identity),
    log,
    setCookie: (field) => void reply.header('set-cookie', field),
  };
}
