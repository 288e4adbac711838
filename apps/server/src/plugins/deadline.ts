import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import { isSafe } from './access/access.ts';
import { answerProblem } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Grants the answer more time than its route has. */
    grantTime: (ms: number) => void;
  }
}

/** With what a connection to the database may take, and a sweep, less than 15 seconds. */
const usualMs = 13_000;
const sweepMs = 500;

interface Due {
  reply: FastifyReply;
  /** By performance.now(); infinite while the body is on its way, which has a limit of its own. */
  byMs: number;
  leftMs: number;
}

/**
 * Answers 503 in the place of whatever does not come in time, such as a database that has fallen silent. One sweep looks at
 * all open requests, because a timer for each would cost more than most answers.
 */
export function addDeadline(http: Http, limitMs = usualMs): void {
  const open = new Map<FastifyRequest, Due>();
  const sweep = (): void => {
    const nowMs = performance.now();
    for (const [request, { reply, byMs }] of open) {
      // An answer that has begun cannot be replaced: a stream of events lasts as long as its audit.
      const isOver = reply.sent || reply.raw.headersSent || reply.raw.destroyed;
      if (!isOver && nowMs < byMs) continue;
      open.delete(request);
      if (isOver) continue;
      const late = new AppError('service_unavailable', { headers: { 'retry-after': '2' } });
      void answerProblem(late, request, reply);
    }
  };
  const timer = setInterval(sweep, Math.min(sweepMs, limitMs)).unref();
  http.decorateRequest('grantTime', function grantTime(this: FastifyRequest, ms: number) {
    const due = open.get(this);
    if (due !== undefined) due.byMs += ms;
  });
  http.addHook('onRequest', (request, reply, done) => {
    open.set(request, { reply, byMs: performance.now() + (request.facts.answerWithinMs ?? limitMs), leftMs: 0 });
    done();
  });
  http.addHook('preParsing', (request, _reply, _payload, done) => {
    const due = open.get(request);
    if (due !== undefined && !isSafe(request.method)) {
      due.leftMs = due.byMs - performance.now();
      due.byMs = Infinity;
    }
    done();
  });
  http.addHook('preValidation', (request, _reply, done) => {
    const due = open.get(request);
    if (due?.byMs === Infinity) due.byMs = performance.now() + due.leftMs;
    done();
  });
  http.addHook('onResponse', (request, _reply, done) => {
    open.delete(request);
    done();
  });
  http.addHook('onClose', async () => clearInterval(timer));
}
