import { endSessionsQuery, type Session, sessionList } from '@perimeter/contract/account/session';
import { z } from 'zod';
import { accountOf, personOf } from '../../accounts/caller.ts';
import { endEverySession, endNamedSession } from '../../accounts/sessions/sessions.ts';
import { clearedCookieField, forgetSite } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { absoluteLimitMs, idleLimitMs, listSessions, type SessionRow } from '../../repositories/accounts/sessions.ts';
import { callerOf } from '../caller.ts';
import { problemResponses } from '../problem-responses.ts';

// A session's id is a prefix of its hash, from which the token cannot be derived.
const idDigits = 32;
const sessionParams = z.object({ id: z.string().describe('Session id, as in the list of sessions') });

function toSession(row: SessionRow, currentHash: string): Session {
  const hash = row.token_hash.toString('hex');
  const idleEnd = row.last_used_at.getTime() + idleLimitMs;
  return {
    id: hash.slice(0, idDigits),
    userAgent: row.user_agent,
    network: row.network,
    createdAt: row.created_at.getTime(),
    lastUsedAt: row.last_used_at.getTime(),
    expiresAt: Math.min(row.expires_at.getTime(), idleEnd, row.created_at.getTime() + absoluteLimitMs),
    isCurrent: hash === currentHash,
  };
}

/** GET /api/sessions */
export function listSessionsRoute(http: Http, { db, nowMs }: Identity): void {
  http.get(
    '/api/sessions',
    {
      schema: {
        tags: ['session'],
        summary: 'List sessions',
        response: { 200: sessionList, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => {
      const [accountId, { credentialId }] = [personOf(principal), accountOf(principal)];
      const rows = await listSessions(db, accountId, new Date(nowMs()));
      return { sessions: rows.map((row) => toSession(row, credentialId)) };
    },
  );
}

/** DELETE /api/sessions */
export function endSessionsRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/sessions',
    {
      schema: {
        tags: ['session'],
        summary: 'End all sessions',
        querystring: endSessionsQuery,
        response: {
          204: z.null().describe('All sessions ended'),
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'forbidden_origin',
            'insufficient_scope',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const keepsOwn = request.query.except === 'current';
      await endEverySession(identity, callerOf(identity, request, reply), { keepsOwn });
      if (!keepsOwn)
        reply.headers({ 'set-cookie': clearedCookieField(identity.cookiesOf(request)), 'clear-site-data': forgetSite });
      return reply.code(204).send(null);
    },
  );
}

/** DELETE /api/sessions/{id} */
export function endSessionRoute(http: Http, identity: Identity): void {
  http.delete(
    '/api/sessions/:id',
    {
      schema: {
        tags: ['session'],
        summary: 'End a session',
        params: sessionParams,
        response: {
          204: z.null().describe('Session ended'),
          ...problemResponses('unauthorized', 'forbidden_origin', 'insufficient_scope', 'not_found', 'rate_limited'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!new RegExp(`^[0-9a-f]{${idDigits}}$`).test(id)) throw new AppError('not_found');
      await endNamedSession(identity, callerOf(identity, request, reply), Buffer.from(id, 'hex'));
      return reply.code(204).send(null);
    },
  );
}
