import Fastify, { LogController, type FastifyServerOptions } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Http } from '../http/http.ts';
import { loggedError } from '../monitoring/logged-error.ts';
import { answerClientError, sendProblem } from './problems.ts';
import { newRequestId } from './request-id.ts';
import { readableTarget } from './unknown-routes.ts';

const maxBodyBytes = 16 * 1024;
const requestTimeoutMs = 30_000;

type Logger = NonNullable<FastifyServerOptions['logger']>;

const withOwnErrors = (logger: Logger): Logger =>
  typeof logger === 'boolean'
    ? logger
    : { ...logger, serializers: { ...logger.serializers, err: (error: unknown) => loggedError(error) } };

/** A server with its logger and without routes. */
export const createHttp = (
  logger: FastifyServerOptions['logger'],
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']> = false,
): Http =>
  Fastify({
    ...(logger === undefined ? {} : { logger: withOwnErrors(logger) }),
    trustProxy,
    http: { requireHostHeader: false },
    rewriteUrl: readableTarget,
    // As long as a request target can be, so that a malformed id of any length gets 404 as an unknown audit.
    routerOptions: { maxParamLength: 16 * 1024 },
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // While closing, open connections are still served; new ones are not accepted.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
