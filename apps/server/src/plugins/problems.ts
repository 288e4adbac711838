import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { problems, type ProblemCode } from '@perimeter/contract/problem';
import { AppError, toAppError, toProblem } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import { requestIdHeader, requestIdOf } from './request-id.ts';
import { requestUrl } from './request-url.ts';
import { securityHeaders } from './security-headers.ts';

export const problemType = 'application/problem+json';

/** Answers an error as problem JSON; what we did not foresee is logged in full and answered without a word of it. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const { status } = problems[known.code];
  if (status === 503) request.log.warn({ err: error }, 'The request could not be answered now');
  else if (status >= 500) request.log.error({ err: error }, 'The request failed');
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
  const requestId = requestIdOf({ headers: {} });
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

const matches = (pattern: string, pathname: string): boolean => {
  const expected = pattern.split('/');
  const given = pathname.split('/');
  return (
    expected.length === given.length &&
    expected.every((part, n) => (part.startsWith(':') ? given[n] !== '' : part === given[n]))
  );
};

/** Maps every error to problem JSON, an unknown path to 404 and a known path's other methods to 405 with Allow. */
export function addProblems(http: Http): void {
  const methods = new Map<string, Set<string>>();
  http.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  http.setErrorHandler(sendProblem);
  http.setNotFoundHandler((request, reply) => {
    const { pathname } = requestUrl(request);
    const known = [...methods].find(([pattern]) => matches(pattern, pathname))?.[1];
    const allow = { headers: { allow: [...(known ?? [])].toSorted().join(', ') } };
    return sendProblem(
      known === undefined ? new AppError('not_found') : new AppError('method_not_allowed', allow),
      request,
      reply,
    );
  });
}
