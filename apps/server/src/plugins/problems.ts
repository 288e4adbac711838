import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problems, type ProblemCode } from '@perimeter/contract/problem';
import { AppError, toAppError, toProblem } from '../http/errors.ts';
import type { Http } from '../http/http.ts';
import { newRequestId, requestIdHeader } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

export const problemType = 'application/problem+json';

type Send = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers errors as pages; null until pages are registered. It never rejects. */
    problemPages: { send: Send | null };
  }
}

/** Logs an internal or temporary error in full; the answer contains no details. */
export function logProblem({ code }: AppError, error: unknown, { log }: FastifyRequest): void {
  const { status } = problems[code];
  if (status === 503) log.warn({ err: error }, 'Request failed temporarily');
  else if (status >= 500) log.error({ err: error }, 'Request failed');
}

/**
 * Header fields that a route may have set for a file before it failed: the error must not be saved under the file's
 * name.
 */
const fieldsOfFiles = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'link',
  'repr-digest',
];

/**
 * Removes the header fields of a file that is not sent. If a stream fails before its first chunk, they are already on
 * the connection.
 */
function withdrawFile(reply: FastifyReply): FastifyReply {
  for (const name of fieldsOfFiles) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  return reply;
}

/** Answers an error as problem JSON. */
export const writeProblem = (error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(problems[error.code].status)
    .headers({ ...securityHeaders, [requestIdHeader]: request.id, ...error.details.headers })
    .type(problemType)
    .send(Buffer.from(JSON.stringify(toProblem(error, request.id))));

/** Answers an error as problem JSON; unexpected errors are logged in full, and the answer contains no details. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  logProblem(known, error, request);
  return writeProblem(known, request, reply);
}

/** True if Accept names HTML, with a weight other than 0 (RFC 9110 section 12.4.2). */
const namesHtml = (accept: string): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/u.test(parameter));
  });

const asksForHtml = ({ headers }: FastifyRequest): boolean =>
  headers.authorization === undefined && namesHtml(headers.accept ?? '');

/**
 * True if a browser opens the URL of a file. Browsers send a navigation mode (Fetch Metadata) or, if old or on an
 * insecure connection, accept XHTML too; some HTTP libraries accept HTML by default.
 */
export function isOpenedByBrowser(request: FastifyRequest): boolean {
  const { accept = '', 'sec-fetch-mode': mode } = request.headers;
  return asksForHtml(request) && (mode === undefined ? accept.includes('application/xhtml+xml') : mode === 'navigate');
}

const asksForPage = (request: FastifyRequest): boolean =>
  request.facts.isFile ? isOpenedByBrowser(request) : !request.facts.isApi && asksForHtml(request);

/** Answers an error as a page if a browser opens a URL outside the API or a file of the API; else as problem JSON. */
export const answerProblem: Send = (error, request, reply) => {
  const { send } = request.server.problemPages;
  withdrawFile(reply);
  return (asksForPage(request) ? (send ?? sendProblem) : sendProblem)(error, request, reply);
};

/** Answers the errors of these routes as pages: to every admitted request, and before admission to browsers. */
export function answerWithPages(http: Http): void {
  const admitted = new WeakSet<FastifyRequest>();
  http.addHook('preHandler', (request, _reply, done) => {
    admitted.add(request);
    done();
  });
  http.setErrorHandler(async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { send } = http.problemPages;
    return admitted.has(request) && send !== null
      ? send(error, request, withdrawFile(reply))
      : answerProblem(error, request, reply);
  });
}

const codesOfClient: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Writes a problem to a connection without a request, and closes it. */
function endWithProblem(socket: Duplex, error: AppError): void {
  const requestId = newRequestId();
  const body = JSON.stringify(toProblem(error, requestId));
  const { status } = problems[error.code];
  const headers = Object.entries({
    ...securityHeaders,
    [requestIdHeader]: requestId,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...error.details.headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`);
}

/** Answers bytes that are not a valid HTTP request. */
export const answerClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  endWithProblem(socket, new AppError(codesOfClient[error.code ?? ''] ?? 'invalid_request'));
};

/**
 * Refuses CONNECT, which Node.js does not pass to routes: this is not a proxy, and no resource allows the method (RFC
 * 9110 section 9.3.6, and section 10.2.1 for the empty Allow).
 */
function refuseTunnels(http: Http): void {
  http.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    endWithProblem(
      socket,
      new AppError('method_not_allowed', { detail: 'This is not a proxy', headers: { allow: '' } }),
    );
  });
}

/** Answers every error as a problem. */
export function addProblems(http: Http): void {
  refuseTunnels(http);
  http.decorate('problemPages', { send: null });
  http.setErrorHandler(answerProblem);
}
