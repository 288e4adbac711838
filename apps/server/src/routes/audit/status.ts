import { auditState } from '@perimeter/contract/audit';
import { z } from 'zod';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import { matchesTag } from '../conditional.ts';
import { waitPreference } from '../prefer.ts';
import { problemResponses } from '../problem-responses.ts';
import { requireVisible, storedId } from './find.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';
import { readOrWait } from './read-status.ts';
import { send, tagOf } from './send-status.ts';

// The newest version that the caller has seen, possibly from another process that learned of it earlier.
const seenVersion = (ifNoneMatch: string | undefined): number =>
  ifNoneMatch === undefined
    ? 0
    : Math.max(0, ...[...ifNoneMatch.matchAll(/"(\d{1,9})"/g)].map(([, version]) => Number(version)));

async function answer(options: AuditRoutesOptions, request: HttpRequest, reply: HttpReply, id: string): Promise<void> {
  const known = request.headers['if-none-match'];
  const seconds = waitPreference(request.headers.prefer);
  const audit = await readOrWait(
    options,
    { id, principal: request.principal },
    {
      seconds: seconds ?? 0,
      seen: seenVersion(known),
      isNews: (current) => known !== undefined && !matchesTag(known, tagOf(current)),
      granted: (ms) => request.grantTime(ms),
      closed: (then) => reply.raw.once('close', then),
      again: async () => {
        await request.authenticateAgain();
        return request.principal;
      },
    },
  );
  send(reply, audit, { known, seconds });
}

/** Answers from the cache, without a promise; false if that is not possible. */
function answerAtHand({ statuses }: AuditRoutesOptions, request: HttpRequest, reply: HttpReply, id: string): boolean {
  const { headers, principal } = request;
  if (headers.prefer !== undefined) return false;
  const known = headers['if-none-match'];
  const audit = statuses.atHand(id);
  if (audit === undefined || audit.version < seenVersion(known)) return false;
  send(reply, requireVisible(audit, principal), { known, seconds: null });
  return true;
}

/** GET /api/audit/{id} */
export function statusRoute(http: Http, options: AuditRoutesOptions): void {
  http.get(
    '/api/audit/:id',
    {
      config: { limit: 'status' },
      // The parameter is not validated: a malformed id is an unknown audit.
      validatorCompiler: () => () => true,
      schema: {
        tags: ['audit'],
        summary: 'Read the status of an audit',
        description:
          'With Prefer: wait=N, the response waits up to N (at most 25) seconds for a change; If-None-Match can return 304.',
        params: auditParams,
        response: {
          200: auditState,
          304: z.null().describe('Not modified'),
          ...problemResponses('unauthorized', 'audit_not_found'),
        },
      },
    },
    (request, reply) => {
      const id = storedId(request.params.id);
      return answerAtHand(options, request, reply, id) ? undefined : answer(options, request, reply, id);
    },
  );
}
