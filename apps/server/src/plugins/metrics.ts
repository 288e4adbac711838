import type { Http } from '../http/http.ts';
import type { Metrics } from '../monitoring/metrics.ts';

/** Counts each answer by its route's pattern: input of callers never becomes a label. */
export function addMetrics(http: Http, { answers, refusals }: Metrics): void {
  http.addHook('onResponse', ({ method, facts }, reply, done) => {
    const route = facts.pattern ?? 'none';
    answers.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    if (reply.statusCode === 429) refusals.inc({ route });
    done();
  });
}
