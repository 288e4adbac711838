import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Http } from '../http/http.ts';

export const requestIdHeader = 'x-request-id';
const sane = /^[A-Za-z0-9._-]{8,128}$/;

/** A new request id; an id chosen by the caller could collide with those of others. */
export const newRequestId = (): string => randomUUID();

/** The caller's own request id for the log, if its characters are safe there. */
export function callersRequestId({ headers }: Pick<FastifyRequest, 'headers'>): { callersRequestId?: string } {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && sane.test(given) ? { callersRequestId: given } : {};
}

/** Adds the request id to every answer. */
export function addRequestId(http: Http): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
}
