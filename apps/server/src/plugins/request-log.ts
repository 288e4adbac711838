import type { Http } from '../http.ts';

/** One line for each answer: the route's pattern, never the URL, a header or a body. */
export function addRequestLog(http: Http): void {
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, params, log } = request;
    const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined;
    const audit = typeof id === 'string' && id.startsWith('aud_') ? { auditId: id.slice(0, 40) } : {};
    const answer = {
      method,
      route: routeOptions.url ?? null,
      status: reply.statusCode,
      elapsedMs: Math.round(reply.elapsedTime),
    };
    log.info({ ...answer, ...audit }, 'Answered');
  });
}
