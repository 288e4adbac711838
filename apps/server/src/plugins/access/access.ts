import type { Scope } from '@perimeter/contract/plan';
import type { TeamAction } from '@perimeter/contract/account/team';
import type { FastifyRequest } from 'fastify';

/** Who may use a route. */
export type Access =
  /** Anybody; a key needs the scope, a member a role that has it. */
  | { kind: 'optional'; scope: Scope }
  /** Accounts: a session or a key, likewise. */
  | { kind: 'required'; scope: Scope }
  /** Signed-in people: no key, whatever its scopes; also of an account that is to be deleted, where it says so. Without a scope it is about themselves alone. */
  | { kind: 'session'; scope?: Scope; whileLeaving?: true }
  /** Signed-in administrators of the service. */
  | { kind: 'admin' }
  /** Pages: the account of a session, and anybody; a session that has ended is nobody's. */
  | { kind: 'reader'; scope?: Scope }
  /** Pages that hold nothing of an account: like a reader, and like nobody where the database does not answer. */
  | { kind: 'visitor' }
  /** Anybody, and a session is not looked at: what is used to get one. */
  | { kind: 'open' };

/** A route of the table: who may use it, and what the log of the team keeps of it. */
export type AccessRow = Access & { logs?: TeamAction };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** What the log of the team keeps of the route. */
    logs?: TeamAction;
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

/** A route's access; a path without a route is open to anyone, and to keys that may read or write audits. */
export const accessOf = ({ facts, method }: Pick<FastifyRequest, 'facts' | 'method'>): Access =>
  facts.access ?? (isSafe(method) ? anybodyReads : anybodyWrites);
