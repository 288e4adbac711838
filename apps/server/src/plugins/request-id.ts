import { randomUUID } from 'node:crypto';
import type { RawRequestDefaultExpression } from 'fastify';
import type { Http } from '../http/http.ts';

export const requestIdHeader = 'x-request-id';
const sane = /^[A-Za-z0-9._-]{8,128}$/;

/** The id that a caller gave a request, when it is one that logs can carry; else one of ours. */
export function requestIdOf(request: Pick<RawRequestDefaultExpression, 'headers'>): string {
  const given = request.headers[requestIdHeader];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}

/** Puts the request's id on every answer. */
export function addRequestId(http: Http): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
}
