import type { PageRequest } from '@perimeter/dashboard/lib/props';
import { problems, type ProblemCode } from '@perimeter/contract/problem';
import { toAppError } from '../../http/errors.ts';
import type { Http, HttpRequest, HttpReply } from '../../http/http.ts';
import { sendProblem } from '../../plugins/problems.ts';
import type { PageParts } from './options.ts';
import { sendPage } from './send.ts';

/** What a problem means for somebody who reads a page, and what to do next. */
const advice: Partial<Record<ProblemCode, string>> = {
  audit_not_found: 'There is no audit at this address, or it is private. If it is yours, log in and open it again.',
  not_found: 'There is no page at this address.',
  report_expired: 'The report was deleted after its retention period. Audit the domain again for a new one.',
  rate_limited: 'There were too many requests from your network within a minute. Wait a moment and reload the page.',
  service_unavailable: 'The service is busy or its database does not answer. Reload the page in a few seconds.',
  internal_error:
    'This is our fault, and it is logged. Reload the page; if it fails again, tell the operator the request id.',
  forbidden_origin: 'The form was sent from another site. Open the start page of this service and try again.',
};

function pageOf(error: unknown, request: HttpRequest): { page: PageRequest; status: number } {
  const { code, details } = toAppError(error);
  const { status, title, retryable } = problems[code];
  const text = advice[code] ?? details.detail ?? 'The request could not be answered.';
  const afterSeconds = Number(details.headers?.['retry-after'] ?? 0);
  // What a form sent is not sent again: trying again begins where the form is.
  const path = request.method === 'GET' && !request.url.startsWith('//') ? request.url : '/';
  const retry = retryable ? { path, afterSeconds } : null;
  return { status, page: { name: 'problem', status, title, text, code, requestId: request.id, domain: null, retry } };
}

/**
 * Answers errors of pages as pages. What is refused before a page looks at its reader, such as a malformed request or one too
 * many, is answered as problem JSON: a refusal costs no rendering.
 */
export function addProblemPages(http: Http, parts: PageParts): void {
  const admitted = new WeakSet<HttpRequest>();
  http.addHook('preHandler', (request, _reply, done) => {
    admitted.add(request);
    done();
  });
  http.setErrorHandler(async (error: unknown, request: HttpRequest, reply: HttpReply) => {
    if (!admitted.has(request)) return sendProblem(error, request, reply);
    const { page, status } = pageOf(error, request);
    if (status >= 500) request.log.error({ err: error }, 'Page failed');
    try {
      return await sendPage(parts, request, reply, page, status);
    } catch {
      return sendProblem(error, request, reply);
    }
  });
}
