import { auditState } from '@perimeter/contract/audit';
import { z } from 'zod';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import type { Principal } from '../../credentials/principal.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import type { StatusCache } from '../../caches/statuses.ts';
import { matchesTag } from '../conditional.ts';
import { waitPreference } from '../prefer.ts';
import { problemResponses } from '../problem-responses.ts';
import { requireVisible, storedId } from './find.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';
import { toState } from './state.ts';

// Weak, because elapsedMs moves on while nothing else does.
const tagOf = ({ version }: AuditWithElapsed): string => `W/"${version}"`;
const asItIs = (body: string): string => body;
const hasEnded = ({ status }: AuditWithElapsed): boolean => status === 'completed' || status === 'failed';

// The newest version that the caller has seen, maybe from another process that heard of it before us.
const seenVersion = (ifNoneMatch: string | undefined): number =>
  ifNoneMatch === undefined
    ? 0
    : Math.max(0, ...[...ifNoneMatch.matchAll(/"(\d{1,9})"/g)].map(([, version]) => Number(version)));

/** Of whom and of what the status is asked. */
interface Asked {
  id: string;
  principal: Principal;
}

async function readStatus(statuses: StatusCache, { id, principal }: Asked, seen = 0): Promise<AuditWithElapsed> {
  const audit = requireVisible(await statuses.find(id), principal);
  if (audit.version >= seen) return audit;
  statuses.forget(id);
  return requireVisible(await statuses.find(id), principal);
}

/** The audit as it is, or after its next change where the caller would rather wait and there is one to come. */
async function readOrWait(
  { statuses, changes }: AuditRoutesOptions,
  asked: Asked,
  wait: {
    seconds: number;
    seen: number;
    isNews: (audit: AuditWithElapsed) => boolean;
    granted: (ms: number) => void;
    closed: (then: () => void) => void;
  },
): Promise<AuditWithElapsed> {
  if (wait.seconds === 0) return readStatus(statuses, asked, wait.seen);
  const watch = changes.watch(asked.id);
  try {
    const audit = await readStatus(statuses, asked, wait.seen);
    if (hasEnded(audit) || wait.isNews(audit)) return audit;
    wait.closed(watch.end);
    wait.granted(wait.seconds * 1_000);
    await watch.beyond(audit.version, wait.seconds * 1_000);
    return await readStatus(statuses, asked);
  } finally {
    watch.end();
  }
}

function send(
  reply: HttpReply,
  audit: AuditWithElapsed,
  { known, seconds }: { known: string | undefined; seconds: number | null },
): void {
  const tag = tagOf(audit);
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'prefer');
  if (seconds !== null) reply.header('preference-applied', `wait=${seconds}`);
  if (matchesTag(known, tag)) {
    reply.code(304).send();
    return;
  }
  // The types say what the schema says; asking it at each poll would cost more than making the answer.
  reply
    .header('content-type', 'application/json')
    .serializer(asItIs)
    .send(JSON.stringify(toState(audit)));
}

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
    },
  );
  send(reply, audit, { known, seconds });
}

/** Answers out of memory, without a promise; false where that cannot be done. */
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
      // Its parameter is text, whatever it is: what is no id is no audit.
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
