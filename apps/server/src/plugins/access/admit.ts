import type { Scope } from '@perimeter/contract/plan';
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
    /** Why the caller does not get in; told once the request is counted. */
    refusal: AppError | null;
  }
}

/** Who is not who they say they are, or may not do what they ask for: refused, and counted like anybody else. */
const ofTheCaller: ReadonlySet<ProblemCode> = new Set([
  'unauthorized',
  'insufficient_scope',
  'insufficient_role',
  'admin_factor_required',
  'forbidden_origin',
  'account_leaving',
]);

const article = { reader: 'a reader', auditor: 'an auditor', admin: 'an admin' } as const;

/** Throws where a caller may not what a scope stands for: a key by its scopes, a member by its role. */
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

/** Throws where the route is not for this caller. */
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

/** Throws where an account that is to be deleted would change something but its own deletion. */
export function refuseLeaving({ method }: FastifyRequest, principal: Principal, access: Access): void {
  if (principal.kind === 'anonymous' || !principal.isLeaving || isSafe(method) || access.kind === 'open') return;
  if (access.kind !== 'session' || access.whileLeaving !== true) throw new AppError('account_leaving');
}

/** Throws where a page of another site may have made a signed-in browser send this, or sign in. */
export function refuseForeign(
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

/** Keeps what refuses the caller for later; anything else, such as a database that is away, ends the request here. */
export function keepRefusal(request: FastifyRequest, error: unknown): undefined {
  if (!(error instanceof AppError && ofTheCaller.has(error.code))) throw error;
  request.refusal = error;
}

/** Refuses whom authentication did not let in; runs once the request is counted. */
export function addRefusals(http: Http): void {
  http.addHook('onRequest', ({ refusal }, _reply, done) => {
    if (refusal === null) done();
    else done(refusal);
  });
}
