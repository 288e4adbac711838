import type { FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from '../credentials/network.ts';
import { clearedCookieField, sessionTokenOf } from '../credentials/session-token.ts';
import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import type { Identity } from '../identity/identity.ts';
import type { AccountPrincipal, Principal } from '../credentials/principal.ts';
import { accessOf, isSafe, type Access } from './access.ts';
import { originEvidence } from './origin.ts';
import { settleHook } from './settle-hook.ts';

/** What tells callers apart. */
export type AuthenticationOptions = Pick<Identity, 'authenticator' | 'publicOrigin' | 'cookiesOf'>;

// RFC 6750 section 2.1; the scheme's name has no case (RFC 9110 section 11.1).
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const challenge = (error = ''): Record<string, string> => ({
  'www-authenticate': error === '' ? 'Bearer' : `Bearer error="${error}"`,
});

/** The address that a request came from, after the proxies that the operator trusts. */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  clientAddress(ip, socket.remoteAddress);

const keyOf = (field: string): string | undefined => bearer.exec(field)?.[1];

/** The holder of an Authorization field. Throws unauthorized: a bad key is never served as somebody else (RFC 6750 section 3.1). */
async function holderOfField(
  authenticator: Identity['authenticator'],
  field: string,
  network: string,
): Promise<AccountPrincipal> {
  const key = keyOf(field);
  const holder = key === undefined ? null : await authenticator.byKey(key, network);
  if (holder !== null) return holder;
  throw new AppError('unauthorized', {
    detail: 'The Authorization header must be Bearer with a valid key',
    headers: challenge('invalid_token'),
  });
}

/** The holder of a session. Throws unauthorized and takes a cookie away that is worth nothing any more. */
async function holderOfSession(
  authenticator: Identity['authenticator'],
  cookies: ReturnType<Identity['cookiesOf']>,
  token: string,
  network: string,
): Promise<AccountPrincipal> {
  const holder = await authenticator.bySession(token, network);
  if (holder !== null) return holder;
  throw new AppError('unauthorized', {
    detail: 'The session has ended: log in again',
    headers: { ...challenge(), 'set-cookie': clearedCookieField(cookies) },
  });
}

/** Who reads a page: a session that has ended is nobody's. */
const readerOf = async (authenticator: Identity['authenticator'], token: string, network: string): Promise<Principal> =>
  (await authenticator.bySession(token, network)) ?? { kind: 'anonymous', network };

/** Who makes a request; a promise only where credentials have to be looked up. */
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
  // Before anything can be refused, so that a refusal is counted too.
  request.principal = { kind: 'anonymous', network };
  if (field !== undefined) return holderOfField(authenticator, field, network);
  const isLookedAt = facts.isApi ? access.kind !== 'open' : access.kind === 'reader';
  if (!isLookedAt || headers.cookie === undefined) return request.principal;
  const cookies = cookiesOf(request);
  const token = sessionTokenOf(cookies, headers.cookie);
  if (token === null) return request.principal;
  return access.kind === 'reader'
    ? readerOf(authenticator, token, network)
    : holderOfSession(authenticator, cookies, token, network);
}

/** Throws where the route is not for this caller. */
function admit(principal: Principal, access: Access): void {
  if (access.kind === 'open' || access.kind === 'reader') return;
  if (principal.kind === 'anonymous') {
    if (access.kind === 'optional') return;
    throw new AppError('unauthorized', {
      detail: 'Send an API key as a Bearer token, or log in',
      headers: challenge(),
    });
  }
  if (access.kind === 'admin' && !principal.isAdmin) {
    throw new AppError('insufficient_scope', { detail: 'Requires an administrator session' });
  }
  if (principal.via === 'session' || access.kind === 'admin') return;
  if (access.kind === 'session') {
    throw new AppError('insufficient_scope', { detail: 'Requires a session: API keys are not accepted' });
  }
  if (!principal.scopes.includes(access.scope)) {
    throw new AppError('insufficient_scope', {
      detail: `The key lacks the scope ${access.scope}`,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${access.scope}"` },
    });
  }
}

/** Throws where a page of another site may have made a signed-in browser send this, or sign in. */
function refuseForeign(
  request: FastifyRequest,
  principal: Principal,
  access: Access,
  publicOrigin: string | null,
): void {
  const byCookie = principal.kind === 'account' && principal.via === 'session';
  if (isSafe(request.method) || !(byCookie || access.kind === 'open')) return;
  const evidence = originEvidence(request.headers, publicOrigin);
  // Programs that are no browsers have no cookie to be misused; a request with one has to show where it comes from.
  if (evidence === 'foreign') throw new AppError('forbidden_origin');
  if (byCookie && evidence === 'none')
    throw new AppError('forbidden_origin', {
      detail: `Send the Origin header of this service, such as Origin: ${publicOrigin ?? 'http://localhost:8080'}, or use an API key instead of the cookie`,
    });
}

/**
 * Says of every request who makes it: nobody known, the account of a key, or the account of a session; then refuses what
 * the route does not allow. A key wins over a cookie, because somebody wrote it there.
 */
export function addAuthentication(http: Http, options: AuthenticationOptions): void {
  http.decorateRequest('principal');
  const accept = (request: FastifyRequest, access: Access, principal: Principal): undefined => {
    request.principal = principal;
    if (!request.facts.isApi) return;
    refuseForeign(request, principal, access, options.publicOrigin);
    admit(principal, access);
  };
  const decide = (request: FastifyRequest): undefined | Promise<undefined> => {
    const access = accessOf(request);
    const principal = identify(request, access, options);
    if (principal instanceof Promise) return principal.then((found) => accept(request, access, found));
    return accept(request, access, principal);
  };
  http.addHook('onRequest', (request, _reply, done) => settleHook(() => decide(request), done));
}
