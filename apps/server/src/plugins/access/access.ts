import type { Scope } from '@perimeter/contract/plan';
import type { FastifyRequest } from 'fastify';

/** Who may use a route. */
export type Access =
  /** Anybody; a key needs the scope. */
  | { kind: 'optional'; scope: Scope }
  /** Accounts: a session, or a key with the scope. */
  | { kind: 'required'; scope: Scope }
  /** Signed-in people: no key, whatever its scopes; also of an account that is to be deleted, where it says so. */
  | { kind: 'session'; whileLeaving?: true }
  /** Signed-in administrators. */
  | { kind: 'admin' }
  /** Pages: the account of a session, and anybody; a session that has ended is nobody's. */
  | { kind: 'reader' }
  /** Pages that hold nothing of an account: like a reader, and like nobody where the database does not answer. */
  | { kind: 'visitor' }
  /** Anybody, and a session is not looked at: what is used to get one. */
  | { kind: 'open' };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

const anybodyReads: Access = { kind: 'optional', scope: 'audit:read' };
const anybodyWrites: Access = { kind: 'optional', scope: 'audit:write' };
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** True of pages, to which a session that has ended is nobody's. */
export const isOfPages = (access: Access): access is Extract<Access, { kind: 'reader' | 'visitor' }> =>
  access.kind === 'reader' || access.kind === 'visitor';

/** True for methods that change nothing (RFC 9110 section 9.2.1). */
export const isSafe = (method: string): boolean => safeMethods.has(method);

/** A route's access; one without a declaration is open to anyone, and to keys that may read or write audits. */
export const accessOf = ({ facts, method }: Pick<FastifyRequest, 'facts' | 'method'>): Access =>
  facts.access ?? (isSafe(method) ? anybodyReads : anybodyWrites);
