import type { Scope } from '@perimeter/contract/account/plan';
import type { TeamAction } from '@perimeter/contract/account/team';
import type { FastifyRequest } from 'fastify';

/** Who may use a route. */
export type Access =
  /** Anyone, also without credentials; a key needs the scope, a member a role that includes it. */
  | { kind: 'optional'; scope: Scope }
  /** Accounts only, by session or key, with the scope as above. */
  | { kind: 'required'; scope: Scope }
  /**
   * Sessions only: no key, whatever its scopes. `whileLeaving` admits accounts that are scheduled for deletion. Without
   * a scope the route concerns only the person.
   */
  | { kind: 'session'; scope?: Scope; whileLeaving?: true }
  /** Sessions of service administrators. */
  | { kind: 'admin' }
  /** Pages: anyone; a session that has ended counts as none. */
  | { kind: 'reader'; scope?: Scope }
  /** Pages without account data: as `reader`, and anonymous if the database does not answer. */
  | { kind: 'visitor' }
  /** Anyone; sessions are ignored, because the route serves to get one. */
  | { kind: 'open' };

/** A row of the table: who may use a route, and the action that the team's log records. */
export type AccessRow = Access & { logs?: TeamAction };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The action that the team's log records for the route. */
    logs?: TeamAction;
  }
}

const anybodyReads: Access = { kind: 'optional', scope: 'audit:read' };
const anybodyWrites: Access = { kind: 'optional', scope: 'audit:write' };
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** True for pages, where a session that has ended counts as none. */
export const isOfPages = (access: Access): access is Extract<Access, { kind: 'reader' | 'visitor' }> =>
  access.kind === 'reader' || access.kind === 'visitor';

/** True for safe methods (RFC 9110 section 9.2.1). */
export const isSafe = (method: string): boolean => safeMethods.has(method);

/** The access rule of a route; an unknown path is open to anyone, and to keys that may read or write audits. */
export const accessOf = ({ facts, method }: Pick<FastifyRequest, 'facts' | 'method'>): Access =>
  facts.access ?? (isSafe(method) ? anybodyReads : anybodyWrites);
