import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../../http/http.ts';
import { accountsOf, principalKey } from '../../../credentials/principal.ts';
import { problemResponses } from '../../problem-responses.ts';
import { auditEvents, type EventSource, heartbeatMs } from './event-stream.ts';
import { requireVisible, storedId } from '../find.ts';
import { auditParams, type AuditRoutesOptions } from '../options.ts';
import { countStreams, maxStreamsOfCaller } from './streams.ts';

/** The client's version, from the id of its last event. */
function versionSeen(lastEventId: string | string[] | undefined): number {
  const text = String(lastEventId ?? '');
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function openStream(
  { changes, statuses }: AuditRoutesOptions,
  request: HttpRequest,
  reply: HttpReply,
  id: string,
): EventSource {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return {
    id,
    accounts: accountsOf(request.principal),
    changes,
    read: async () => {
      await request.authenticateAgain();
      return requireVisible(await statuses.find(id), request.principal);
    },
    gone: gone.signal,
  };
}

async function answer(
  options: AuditRoutesOptions,
  streams: ReturnType<typeof countStreams>,
  request: HttpRequest,
  reply: HttpReply,
  id: string,
): Promise<HttpReply> {
  const source = openStream(options, request, reply, id);
  const first = await source.read();
  // A higher id was invented, or our cache is outdated: in both cases send the current state.
  const told = versionSeen(request.headers['last-event-id']);
  const known = told > first.version ? 0 : told;
  // HTML Standard section 9.2.2: 204 stops the client from reconnecting.
  if (first.ended_at !== null && known === first.version) return reply.code(204).send();
  const leave = streams.open(principalKey(request.principal));
  if (leave === null) {
    throw new AppError('rate_limited', {
      detail: `At most ${maxStreamsOfCaller} concurrent event streams`,
      headers: { 'retry-after': String(heartbeatMs / 1_000) },
    });
  }
  source.gone.addEventListener('abort', leave, { once: true });
  if (source.gone.aborted) leave();
  // x-accel-buffering asks a reverse proxy not to buffer the stream. connection: a stream that ends with the service
  // must not leave a connection that delays the stop.
  reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' });
  return reply.type('text/event-stream').send(Readable.from(auditEvents(source, first, known)));
}

/** GET /api/audit/{id}/events */
export function eventsRoute(http: Http, options: AuditRoutesOptions): void {
  const streams = countStreams();
  http.get(
    '/api/audit/:id/events',
    {
      // HEAD would have to read the stream to its end.
      exposeHeadRoute: false,
      config: { limit: 'events' },
      schema: {
        tags: ['audit'],
        summary: 'Follow an audit as server-sent events',
        description:
          'One event per change, with the status as data and its version as id; Last-Event-ID ' +
          'resumes. A comment every 15 seconds keeps the connection alive. Ends when the audit has ended, and when the ' +
          'session, the key or the membership of the caller has.',
        params: auditParams,
        response: {
          200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
          204: z.null().describe('The audit has ended, and the client has its final state'),
          ...problemResponses('unauthorized', 'insufficient_scope', 'audit_not_found', 'rate_limited'),
        },
      },
    },
    async (request, reply) => answer(options, streams, request, reply, storedId(request.params.id)),
  );
}
