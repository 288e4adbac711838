import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import { isSafe } from './access/access.ts';
import { answerProblem } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Extends the deadline of this answer. */
    grantTime: (ms: number) => void;
  }
}

/** Together with a database connection's time-out and one sweep, less than 15 seconds. */
const usualMs = 13_000;
const sweepMs = 500;

interface Due {
  reply: FastifyReply;
  /** On the clock of performance.now(); infinite while the body is received, which has its own limit. */
  byMs: number;
  leftMs: number;
}

/**
 * Answers 503 if an answer does not come in time, for example from a silent database. One periodic sweep checks all
 * open requests, because a timer for each would cost more than most answers.
 */
export function addDeadline(http: Http, limitMs = usualMs): void {
  const open = new Map<FastifyRequest, Due>();
  const sweep = (): void => {
    const nowMs = performance.now();
    for (const [request, { reply, byMs }] of open) {
      // An answer that has begun cannot be replaced: an event stream lasts as long as its audit.
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
