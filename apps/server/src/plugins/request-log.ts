import { auditRefOf, fromAuditId } from '../audits/audit-id.ts';
import type { Http } from '../http/http.ts';
import { callersRequestId } from './request-id.ts';

// Frequent routes: successful answers are counted in the metrics, and a log line for each would cost more than the
// answer.
const routine: ReadonlySet<string> = new Set(['/api/audit/:id', '/health', '/ready']);

/**
 * Logs one line per answer (at debug level for frequent routes) with the route's pattern, never the URL, a header or a
 * body.
 */
export function addRequestLog(http: Http): void {
  const tellsRoutine = ['debug', 'trace'].includes(http.log.level);
  http.addHook('onResponse', (request, reply, done) => {
    const { method, facts, params, log } = request;
    const isRoutine =
      facts.pattern !== null && routine.has(facts.pattern) && method === 'GET' && reply.statusCode < 400;
    if (isRoutine && !tellsRoutine) {
      done();
      return;
    }
    const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined;
    const audit = typeof id === 'string' && fromAuditId(id) !== null ? { auditRef: auditRefOf(id) } : {};
    const answer = {
      method,
      route: facts.pattern,
      status: reply.statusCode,
      elapsedMs: Math.round(reply.elapsedTime),
    };
    log[isRoutine ? 'debug' : 'info']({ ...answer, ...audit, ...callersRequestId(request) }, 'Answered');
    done();
  });
}
