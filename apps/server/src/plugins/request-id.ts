import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Http } from '../http/http.ts';

export const requestIdHeader = 'x-request-id';
const sane = /^[A-Za-z0-9._-]{8,128}$/;

/** An id of ours: one that a caller chose could stand for requests of others. */
export const newRequestId = (): string => randomUUID();

/** What a caller called its request, for the log, where it is fit to stand there. */
export function callersRequestId({ headers }: Pick<FastifyRequest, 'headers'>): { callersRequestId?: string } {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && sane.test(given) ? { callersRequestId: given } : {};
}

/** Puts the request's id on every answer. */
export function addRequestId(http: Http): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
}
