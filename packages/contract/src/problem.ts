import { z } from 'zod';

/** Every problem the service answers with: code to status, title and whether trying again can help (RFC 9457). */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid', retryable: false },
  invalid_json: { status: 400, title: 'The body is not valid JSON', retryable: false },
  unauthorized: { status: 401, title: 'The API key or session is not valid', retryable: false },
  insufficient_scope: { status: 403, title: 'The API key may not do this', retryable: false },
  forbidden_origin: { status: 403, title: 'This request came from another site', retryable: false },
  credits_exhausted: { status: 402, title: 'The credits of this month are used up', retryable: false },
  login_failed: { status: 401, title: 'E-mail or password is wrong', retryable: false },
  signup_closed: { status: 403, title: 'This service takes no sign-ups', retryable: false },
  not_found: { status: 404, title: 'There is nothing here', retryable: false },
  audit_not_found: { status: 404, title: 'There is no audit with this id', retryable: false },
  method_not_allowed: { status: 405, title: 'This method is not allowed here', retryable: false },
  audit_not_completed: { status: 409, title: 'The audit has not ended yet', retryable: true },
  audit_failed: { status: 409, title: 'The audit failed and has no report', retryable: false },
  no_audit_for_domain: { status: 404, title: 'There is no completed audit of this domain', retryable: false },
  account_not_found: { status: 404, title: 'There is no account with this e-mail', retryable: false },
  key_not_found: { status: 404, title: 'There is no API key with this id', retryable: false },
  audit_ended: { status: 409, title: 'The audit has ended already', retryable: false },
  too_many_keys: { status: 409, title: 'The account has as many API keys as it may', retryable: false },
  email_taken: { status: 409, title: 'There is an account with this e-mail already', retryable: false },
  idempotency_in_flight: { status: 409, title: 'The same request is being answered right now', retryable: true },
  report_expired: { status: 410, title: 'The report was kept for its time and is gone', retryable: false },
  idempotency_mismatch: { status: 422, title: 'This Idempotency-Key was used with another body', retryable: false },
  domain_opted_out: { status: 422, title: 'The owner of this domain asked not to be audited', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests in this minute', retryable: true },
  not_implemented: { status: 501, title: 'This is not built yet', retryable: false },
  request_timeout: { status: 408, title: 'The request did not arrive in time', retryable: true },
  body_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_media_type: {
    status: 415,
    title: 'The body is of a media type that is not taken here',
    retryable: false,
  },
  invalid_domain: { status: 422, title: 'This is not a domain that can be audited', retryable: false },
  headers_too_large: { status: 431, title: 'The header fields are too large', retryable: false },
  internal_error: { status: 500, title: 'Something went wrong on our side', retryable: true },
  service_unavailable: { status: 503, title: 'The service cannot answer right now', retryable: true },
} as const;

export type ProblemCode = keyof typeof problems;

/** An error answer, application/problem+json. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ enum: Object.keys(problems) }),
    detail: z.string().optional(),
    instance: z.string().optional(),
    requestId: z.string(),
    retryable: z.boolean(),
    /** One entry a mistake, pointer in JSON Pointer form (RFC 6901); reason where it is one of a closed list. */
    errors: z.array(z.object({ pointer: z.string(), message: z.string(), reason: z.string().optional() })).optional(),
    /** The audit's state, where the audit is the problem. */
    auditStatus: z.string().optional(),
    /** When the credits of the next month are there, in epoch milliseconds. */
    resetsAt: z.int().optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
