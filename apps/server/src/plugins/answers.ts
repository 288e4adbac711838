import type { Http } from '../http/http.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { WebSettings } from '../settings/web.ts';
import { addMetrics } from './metrics.ts';
import { addProblems } from './problems.ts';
import { addRequestId } from './request-id.ts';
import { addRequestLog } from './request-log.ts';
import { addRouteFacts } from './route-facts.ts';
import { addSecurityHeaders } from './security-headers.ts';

/** What applies to every answer, refusals included: format, headers, log line and metrics. */
export function addAnswers(http: Http, { web, metrics }: { web: WebSettings; metrics: Metrics | null }): void {
  addProblems(http);
  addRouteFacts(http);
  addRequestId(http);
  addSecurityHeaders(http, web.hstsSeconds);
  addRequestLog(http);
  if (metrics !== null) addMetrics(http, metrics);
}
