import type { FastifyRequest } from 'fastify';
import type { Authenticator, Holder } from '../credentials/authenticator.ts';
import { clientAddress, networkOf } from '../credentials/network.ts';
import { clearedCookieField, sessionTokenOf } from '../credentials/session-token.ts';
import { AppError } from '../errors.ts';
import type { Http } from '../http.ts';
import type { Principal } from '../principal.ts';
import { accessOf, isSafe, type Access } from './access.ts';
import { originEvidence } from './origin.ts';
import { requestUrl } from './request-url.ts';

/** What tells callers apart. */
export interface AuthenticationOptions {
  authenticator: Authenticator;
  /** The origin that browsers know the service by; null: that of the request's Host. */
  publicOrigin: string | null;
}

// RFC 6750 section 2.1; the scheme's name has no case (RFC 9110 section 11.1).
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const challenge = (error = ''): Record<string, string> => ({
  'www-authenticate': error === '' ? 'Bearer' : `Bearer error="${error}"`,
});

// The route that was matched, not the text that matched it: a path can be written in absolute form and with escapes.
function isForApi({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? requestUrl({ url }).pathname).startsWith('/api/');
}

/** The holder of an Authorization field. Throws unauthorized: a bad key is never served as somebody else (RFC 6750 section 3.1). */
async function holderOfField(authenticator: Authenticator, field: string, network: string): Promise<Holder> {
  const key = bearer.exec(field)?.[1];
  const holder = key === undefined ? null : await authenticator.byKey(key, network);
  if (holder !== null) return holder;
  throw new AppError('unauthorized', {
    detail: 'Authorization is not Bearer with a key that is valid now',
    headers: challenge('invalid_token'),
  });
}

/** The holder of a session. Throws unauthorized and takes a cookie away that is worth nothing any more. */
async function holderOfSession(authenticator: Authenticator, token: string, network: string): Promise<Holder> {
  const holder = await authenticator.bySession(token, network);
  if (holder !== null) return holder;
  throw new AppError('unauthorized', {
    detail: 'The session has ended: sign in again',
    headers: { ...challenge(), 'set-cookie': clearedCookieField },
  });
}

async function holderOf(
  { headers }: FastifyRequest,
  authenticator: Authenticator,
  access: Access,
  network: string,
): Promise<Holder | null> {
  if (headers.authorization !== undefined) return holderOfField(authenticator, headers.authorization, network);
  const token = access.kind === 'open' ? null : sessionTokenOf(headers.cookie);
  return token === null ? null : holderOfSession(authenticator, token, network);
}

/** Throws where the route is not for this caller. */
function admit(principal: Principal, access: Access): void {
  if (access.kind === 'open') return;
  if (principal.kind === 'anonymous') {
    if (access.kind === 'optional') return;
    throw new AppError('unauthorized', { detail: 'This needs credentials', headers: challenge() });
  }
  if (principal.via === 'session') return;
  if (access.kind === 'session') {
    throw new AppError('insufficient_scope', { detail: 'This is for signed-in people, not for keys' });
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
  if (evidence === 'foreign' || (byCookie && evidence === 'none')) throw new AppError('forbidden_origin');
}

/**
 * Says of every request who makes it: nobody known, the account of a key, or the account of a session; then refuses what
 * the route does not allow. A key wins over a cookie, because somebody wrote it there.
 */
export function addAuthentication(http: Http, { authenticator, publicOrigin }: AuthenticationOptions): void {
  http.decorateRequest('principal');
  const identify = async (request: FastifyRequest, access: Access): Promise<Principal> => {
    const address = clientAddress(request.ip, request.socket.remoteAddress);
    const anonymous: Principal = { kind: 'anonymous', address, network: networkOf(address) };
    // Before anything can be refused, so that a refusal is counted too.
    request.principal = anonymous;
    if (!isForApi(request)) return anonymous;
    const holder = await holderOf(request, authenticator, access, anonymous.network);
    return holder === null ? anonymous : { kind: 'account', ...holder, address };
  };
  http.addHook('onRequest', async (request) => {
    const access = accessOf(request);
    const principal = await identify(request, access);
    request.principal = principal;
    if (!isForApi(request)) return;
    refuseForeign(request, principal, access, publicOrigin);
    admit(principal, access);
  });
}
