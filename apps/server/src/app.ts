import Fastify, { LogController, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Http } from './http/http.ts';
import type { Identity } from './identity/identity.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { addAuthentication } from './plugins/authentication.ts';
import { addDeadline } from './plugins/deadline.ts';
import { addDraining } from './plugins/draining.ts';
import { addHostCheck } from './plugins/host.ts';
import { addJsonBody } from './plugins/json-body.ts';
import { addOpenapi } from './plugins/openapi/openapi.ts';
import { addProblems, answerClientError, sendProblem } from './plugins/problems.ts';
import { addRateLimit } from './plugins/rate-limit.ts';
import { addRouteFacts } from './plugins/route-facts.ts';
import { addMetrics } from './plugins/metrics.ts';
import type { CountRequest } from './rate-limits/counters.ts';
import { addRequestId, newRequestId } from './plugins/request-id.ts';
import { addRequestLog } from './plugins/request-log.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { addUnknownRoutes, readableTarget } from './plugins/unknown-routes.ts';
import { addUsageRoute } from './routes/usage/routes.ts';
import { addAccountRoutes } from './routes/account/routes.ts';
import type { AuditRoutesOptions } from './routes/audit/options.ts';
import { addAuditRoutes } from './routes/audit/routes.ts';
import { addChecksRoute } from './routes/checks/routes.ts';
import { addCompareRoute } from './routes/compare/routes.ts';
import { addDocsRoute } from './routes/docs/routes.ts';
import { addHealthRoutes } from './routes/health/routes.ts';
import { addHomeRoute } from './routes/home/routes.ts';
import { addKeyRoutes } from './routes/keys/routes.ts';
import { addOpenapiRoute } from './routes/openapi/routes.ts';
import { addSessionRoutes } from './routes/session/routes.ts';
import { addSecurityTxt } from './routes/well-known/security-txt.ts';
import type { WebSettings } from './settings/web.ts';
import { addVerifyRoutes } from './routes/verify/routes.ts';

const maxBodyBytes = 16 * 1024;
const requestTimeoutMs = 30_000;

/** The bare server with its logger; it answers nothing until the service is added. */
export const createHttp = (
  logger: FastifyServerOptions['logger'],
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']> = false,
): Http =>
  Fastify({
    ...(logger === undefined ? {} : { logger }),
    trustProxy,
    http: { requireHostHeader: false },
    rewriteUrl: readableTarget,
    // As long as a target can be: what is no id is an unknown audit, whatever its length.
    routerOptions: { maxParamLength: 16 * 1024 },
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // While closing, connections that are open are still answered; there are no new ones.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();

/** What the service's answers are made from. */
export interface ServiceParts extends AuditRoutesOptions {
  /** Null where something in front limits callers. */
  count: CountRequest | null;
  identity: Identity;
  isReady: () => Promise<boolean>;
  web: WebSettings;
  /** Null where nobody asks for them. */
  metrics: Metrics | null;
}

/** Puts all that answers on the server, in the order in which a request meets it. */
export async function addService(http: Http, parts: ServiceParts): Promise<void> {
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  addProblems(http);
  addRouteFacts(http);
  addRequestId(http);
  addSecurityHeaders(http, parts.web.hstsSeconds);
  addRequestLog(http);
  if (parts.metrics !== null) addMetrics(http, parts.metrics);
  addDeadline(http);
  addDraining(http, parts.changes.release);
  addAuthentication(http, parts.identity);
  if (parts.count !== null) addRateLimit(http, parts.count);
  addHostCheck(http);
  addUnknownRoutes(http);
  addJsonBody(http);
  await addOpenapi(http);
  addHomeRoute(http, parts.identity);
  addHealthRoutes(http, parts.isReady);
  addOpenapiRoute(http);
  addDocsRoute(http);
  addAuditRoutes(http, parts);
  addAccountRoutes(http, parts.identity);
  addSessionRoutes(http, parts.identity);
  addKeyRoutes(http, parts.identity);
  addUsageRoute(http, parts);
  addCompareRoute(http, parts);
  addChecksRoute(http);
  addVerifyRoutes(http, parts.documents);
  if (parts.web.securityContact !== null) addSecurityTxt(http, parts.web.securityContact);
}
