import type { Scope } from '@perimeter/contract/account/plan';
import type { ProblemCode } from '@perimeter/contract/problem';
import { leastRoleFor } from '@perimeter/contract/account/team';
import type { FastifyRequest } from 'fastify';
import { challenge } from '../../credentials/holders.ts';
import type { Principal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { isSafe, type Access } from './access.ts';
import { originEvidence } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the caller is refused; thrown after the request was counted. */
    refusal: AppError | null;
  }
}

/** Problems that the caller caused: the request is refused after it was counted. */
const ofTheCaller: ReadonlySet<ProblemCode> = new Set([
  'unauthorized',
  'insufficient_scope',
  'insufficient_role',
  'admin_factor_required',
  'forbidden_origin',
  'account_leaving',
]);

const article = { reader: 'a reader', auditor: 'an auditor', admin: 'an admin' } as const;

/** Throws if the caller lacks a scope: a key by its own, a member by its role. */
function requireScope(principal: Principal, scope: Scope | undefined): void {
  if (scope === undefined || principal.kind === 'anonymous' || principal.scopes.includes(scope)) return;
  if (principal.role !== null) {
    const least = leastRoleFor(scope);
    throw new AppError('insufficient_role', {
      detail: `You are ${article[principal.role]} of this team, and this is for ${least === 'auditor' ? 'auditors and admins' : 'admins'}: ask an admin of the team`,
    });
  }
  throw new AppError('insufficient_scope', {
    detail: `The key lacks the scope ${scope}`,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** Throws if the route does not admit this caller. */
export function admit(principal: Principal, access: Access): void {
  if (access.kind === 'open' || access.kind === 'visitor') return;
  if (access.kind === 'reader') {
    requireScope(principal, access.scope);
    return;
  }
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
  if (access.kind === 'admin' && principal.lacksFactor) throw new AppError('admin_factor_required');
  if (access.kind === 'admin') return;
  if (access.kind === 'session' && principal.via === 'key') {
    throw new AppError('insufficient_scope', { detail: 'Requires a session: API keys are not accepted' });
  }
  requireScope(principal, access.scope);
}

/** Throws if an account that is scheduled for deletion tries to change anything but that. */
export function refuseLeaving({ method }: FastifyRequest, principal: Principal, access: Access): void {
  if (principal.kind === 'anonymous' || !principal.isLeaving || isSafe(method) || access.kind === 'open') return;
  if (access.kind !== 'session' || access.whileLeaving !== true) throw new AppError('account_leaving');
}

/** Throws if a page of another site may have sent the request with a user's cookies, or may try to log in. */
export function refuseForeign(
  request: FastifyRequest,
  principal: Principal,
  access: Access,
  publicOrigin: string | null,
): void {
  const byCookie = principal.kind === 'account' && principal.via === 'session';
  if (isSafe(request.method) || !(byCookie || access.kind === 'open')) return;
  const evidence = originEvidence(request.headers, publicOrigin);
  // Programs have no cookie that could be misused; a request with a cookie must show its origin.
  if (evidence === 'foreign') throw new AppError('forbidden_origin');
  if (byCookie && evidence === 'none')
    throw new AppError('forbidden_origin', {
      detail: `Send the Origin header of this service, such as Origin: ${publicOrigin ?? 'http://localhost:8080'}, or use an API key instead of the cookie`,
    });
}

/** Stores a refusal that the caller caused for later; rethrows any other error, such as an unavailable database. */
export function keepRefusal(request: FastifyRequest, error: unknown): undefined {
  if (!(error instanceof AppError && ofTheCaller.has(error.code))) throw error;
  request.refusal = error;
}

/** Throws the stored refusal, after the request was counted. */
export function addRefusals(http: Http): void {
  http.addHook('onRequest', ({ refusal }, _reply, done) => {
    if (refusal === null) done();
    else done(refusal);
  });
}
