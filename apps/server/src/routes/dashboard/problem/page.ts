import { problems, type ProblemCode } from '@perimeter/contract/problem';
import { inTime } from '@perimeter/engine/net/in-time';
import { AppError, toAppError } from '../../../http/errors.ts';
import type { Http, HttpRequest, HttpReply } from '../../../http/http.ts';
import { logProblem } from '../../../plugins/problems.ts';
import { bareFrame, frameOf } from '../frame.ts';
import type { Pages } from '../../../pages/pages.ts';
import type { AskedPage } from '../../../pages/renderer.ts';
import type { PageParts } from '../options.ts';
import { sendPlainProblem } from './plain.ts';
import { sendFramed } from '../send.ts';

/** What a problem means for the reader of a page, and what to do next. */
const advice: Partial<Record<ProblemCode, string>> = {
  audit_not_found: 'There is no audit at this address, or it is private. If it is yours, log in and open it again.',
  audit_not_completed: 'The audit has not ended yet. Its page shows how far it is, and then the report.',
  audit_failed: 'The audit failed, so it has no report. Its page tells why.',
  unauthorized: 'This needs an account. Log in, and open the address again.',
  not_found: 'There is no page at this address.',
  invalid_request: 'The address or the form holds a value that this page cannot read. Open it from its link again.',
  method_not_allowed: 'This address does not accept such a form. Begin again at the start page.',
  body_too_large: 'What was sent is too large. Begin again at the start page.',
  report_expired: 'Reports are kept for a limited time. Audit the domain again for a new one.',
  rate_limited: 'There were too many requests within a minute. Wait a moment and reload the page.',
  service_unavailable: 'The service is busy or its database does not answer. Reload the page in a few seconds.',
  internal_error:
    'This is our fault, and it is logged. Reload the page; if it fails again, tell the operator the request id.',
  forbidden_origin: 'The form was sent from another site. Open the start page of this service and try again.',
};

/** For a refused form the route's own detail is shown. */
const textOf = ({ code, details }: AppError): string =>
  (code === 'invalid_request' ? details.detail : undefined) ??
  advice[code] ??
  details.detail ??
  'The request could not be answered.';

/** A form is never sent again automatically: retrying means going back to the form. */
const againAt = ({ method }: HttpRequest): string | null => (method === 'GET' ? null : '/');

function pageOf(error: AppError, path: string | null, requestId: string): AskedPage {
  const { code, details } = error;
  const { status, title, retryable } = problems[code];
  const text = textOf(error);
  const afterSeconds = Number(details.headers?.['retry-after'] ?? 0);
  const retry = retryable ? { path, afterSeconds } : null;
  return { name: 'problem', status, title, text, code, requestId, domain: details.domain ?? null, retry };
}

/** Refusals that can occur in large numbers, or while the database is away. */
const isFrequent = ({ code }: AppError): boolean => code === 'rate_limited' || code === 'service_unavailable';

/** The page with the reader's name and credits. */
async function sendWhole(
  parts: PageParts,
  error: AppError,
  request: HttpRequest,
  reply: HttpReply,
): Promise<HttpReply> {
  const page = pageOf(error, againAt(request), request.id);
  return sendFramed(parts, request, reply, page, await frameOf(parts, request));
}

type Drawing = Pick<Pages, 'html'>;

/** How long a refusal waits for the renderer, in milliseconds; then a plain page is sent. */
const drawnWithinMs = 1_000;

function late(): never {
  throw new AppError('service_unavailable');
}

const soon =
  ({ html }: Drawing): Drawing['html'] =>
  async (page, frame) =>
    inTime(html(page, frame), drawnWithinMs, late);

/** The same page for everyone: it is rendered once, and needs no database. */
async function sendBare(parts: PageParts, error: AppError, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const pages = { html: soon(parts.pages) };
  return sendFramed({ pages }, request, reply, pageOf(error, againAt(request), ''), bareFrame(parts));
}

/** Renders the page for an overloaded service in advance, while it is not overloaded. */
export const renderBusy = async (parts: PageParts): Promise<unknown> => {
  const busy = new AppError('service_unavailable', { headers: { 'retry-after': '2' } });
  return parts.pages.html(pageOf(busy, null, ''), bareFrame(parts));
};

/** Answers errors as pages: every error of a page, and those that browsers get elsewhere outside the API. */
export function addProblemPages(http: Http, parts: PageParts): void {
  http.problemPages.send = async (thrown, request, reply) => {
    const error = toAppError(thrown);
    logProblem(error, thrown, request);
    reply.code(problems[error.code].status).headers(error.details.headers ?? {});
    for (const send of isFrequent(error) ? [sendBare] : [sendWhole, sendBare]) {
      try {
        return await send(parts, error, request, reply);
      } catch {
        // The database or the renderer is away: try the page without database, then the plain one.
      }
    }
    const { status, title, retryable } = problems[error.code];
    return sendPlainProblem(parts, reply, {
      status,
      title,
      text: textOf(error),
      code: error.code,
      requestId: request.id,
      isPassing: retryable && againAt(request) === null,
    });
  };
}
