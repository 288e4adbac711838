import type { Http } from '../http.ts';

// Asked all day by everybody: answered well they are counted in the metrics, and a line each would cost more than the answer.
const routine: ReadonlySet<string | undefined> = new Set(['/api/audit/:id', '/health', '/ready']);

/** One line for each answer, at debug for routine ones: the route's pattern, never the URL, a header or a body. */
export function addRequestLog(http: Http): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, params, log } = request;
    const level = routine.has(routeOptions.url) && method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info';
    const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined;
    const audit = typeof id === 'string' && id.startsWith('aud_') ? { auditId: id.slice(0, 40) } : {};
    const answer = {
      method,
      route: routeOptions.url ?? null,
      status: reply.statusCode,
      elapsedMs: Math.round(reply.elapsedTime),
    };
    log[level]({ ...answer, ...audit }, 'Answered');
    done();
  });
}
