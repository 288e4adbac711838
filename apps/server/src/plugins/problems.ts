import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { problems, type ProblemCode } from '@perimeter/contract/problem';
import { AppError, toAppError, toProblem } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import { newRequestId, requestIdHeader } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

export const problemType = 'application/problem+json';

/** Answers an error as problem JSON; what we did not foresee is logged in full and answered without a word of it. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const { status } = problems[known.code];
  if (status === 503) request.log.warn({ err: error }, 'Request failed temporarily');
  else if (status >= 500) request.log.error({ err: error }, 'Request failed');
  return reply
    .code(status)
    .headers({ ...securityHeaders, [requestIdHeader]: request.id, ...known.details.headers })
    .type(problemType)
    .send(Buffer.from(JSON.stringify(toProblem(known, request.id))));
}

const codesOfClient: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what is not HTTP well enough to become a request. */
export const answerClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = codesOfClient[error.code ?? ''] ?? 'invalid_request';
  const requestId = newRequestId();
  const body = JSON.stringify(toProblem(new AppError(code), requestId));
  const { status } = problems[code];
  const headers = Object.entries({
    ...securityHeaders,
    [requestIdHeader]: requestId,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`);
};

/** Maps every error to problem JSON. */
export function addProblems(http: Http): void {
  http.setErrorHandler(sendProblem);
}
