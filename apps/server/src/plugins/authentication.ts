import type { FastifyRequest } from 'fastify';
import { holderOfField, holderOfSession, keyOf, readerOf } from '../credentials/holders.ts';
import { clientAddress, networkOf } from '../credentials/network.ts';
import { type Principal, principalKey } from '../credentials/principal.ts';
import { sessionTokenOf } from '../credentials/session-token.ts';
import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import type { Identity } from '../identity/identity.ts';
import { accessOf, isOfPages, type Access } from './access/access.ts';
import { admit, keepRefusal, refuseForeign, refuseLeaving } from './access/admit.ts';
import { settleHook } from './settle-hook.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** For long requests: authenticates and authorizes again. Throws the refusal that a new request would get. */
    authenticateAgain: () => Promise<void>;
  }
}

/** What authentication needs. */
export type AuthenticationOptions = Pick<Identity, 'authenticator' | 'publicOrigin' | 'cookiesOf'>;

/** The client's address of a request, resolved through the trusted proxies. */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  clientAddress(ip, socket.remoteAddress);

/** Identifies the caller; a promise only if credentials must be looked up. */
function identify(
  request: FastifyRequest,
  access: Access,
  { authenticator, cookiesOf }: AuthenticationOptions,
): Principal | Promise<Principal> {
  const { headers, facts } = request;
  const field = facts.isApi ? headers.authorization : undefined;
  const key = field === undefined ? undefined : keyOf(field);
  const known = key === undefined ? undefined : authenticator.atHand(key);
  if (known !== undefined) return known;
  const network = networkOf(addressOf(request));
  // Set before anything can be refused, so that refusals are counted too.
  request.principal = { kind: 'anonymous', network };
  if (field !== undefined) return holderOfField(authenticator, field, network);
  const isLookedAt = facts.isApi ? access.kind !== 'open' : isOfPages(access);
  if (!isLookedAt || headers.cookie === undefined) return request.principal;
  const cookies = cookiesOf(request);
  const token = sessionTokenOf(cookies, headers.cookie);
  if (token === null) return request.principal;
  return isOfPages(access)
    ? readerOf(authenticator, token, network, access.kind === 'visitor')
    : holderOfSession(authenticator, cookies, token, network);
}

/**
 * Identifies the caller of each request (anonymous, the account of a key, or the account of a session) and decides
 * whether the route admits it. A key takes precedence over a cookie, because it was set deliberately. A bad key counts
 * against its network.
 */
export function addAuthentication(http: Http, options: AuthenticationOptions): void {
  http.decorateRequest('principal');
  http.decorateRequest('refusal', null);
  const accept = (request: FastifyRequest, access: Access, principal: Principal): undefined => {
    request.principal = principal;
    if (request.facts.isApi) refuseForeign(request, principal, access, options.publicOrigin);
    admit(principal, access);
    if (request.facts.isApi) refuseLeaving(request, principal, access);
  };
  http.decorateRequest('authenticateAgain', async function again(this: FastifyRequest) {
    const access = accessOf(this);
    const owner = principalKey(this.principal);
    accept(this, access, await identify(this, access, options));
    if (principalKey(this.principal) !== owner)
      throw new AppError('unauthorized', { detail: 'The session acts for another team now' });
  });
  const decide = (request: FastifyRequest): undefined | Promise<undefined> => {
    const access = accessOf(request);
    const keep = (error: unknown): undefined => keepRefusal(request, error);
    const principal = identify(request, access, options);
    if (principal instanceof Promise) return principal.then((found) => accept(request, access, found)).catch(keep);
    try {
      return accept(request, access, principal);
    } catch (error) {
      return keep(error);
    }
  };
  http.addHook('onRequest', (request, _reply, done) => settleHook(() => decide(request), done));
}
