import { z } from 'zod';
import { passkeyRequest } from './passkey.ts';

/** Every problem the service answers with: code to status, title and whether trying again can help (RFC 9457). */
export const problems = {
  invalid_request: { status: 400, title: 'Invalid request', retryable: false },
  invalid_json: { status: 400, title: 'The body is not valid JSON', retryable: false },
  unauthorized: { status: 401, title: 'Authentication required', retryable: false },
  insufficient_scope: { status: 403, title: 'The API key lacks the required scope', retryable: false },
  insufficient_role: { status: 403, title: 'Your role in this team does not allow this', retryable: false },
  forbidden_origin: {
    status: 403,
    title: 'Cross-site request blocked: send an Origin header that matches this service, or use an API key',
    retryable: false,
  },
  credits_exhausted: { status: 402, title: 'No credits left this month', retryable: false },
  account_leaving: {
    status: 403,
    title: 'The account is to be deleted: keep it first',
    retryable: false,
  },
  email_unconfirmed: {
    status: 403,
    title: 'Confirm the e-mail address of the account first: the link is in a message to it',
    retryable: false,
  },
  login_failed: { status: 401, title: 'Wrong e-mail address or password', retryable: false },
  second_factor_required: {
    status: 401,
    title: 'The second factor of the account is required',
    retryable: false,
  },
  second_factor_failed: { status: 401, title: 'Wrong or used code, or wrong passkey', retryable: false },
  admin_factor_required: {
    status: 403,
    title: 'Administrators of this service need a second factor: set one up in the settings of the account',
    retryable: false,
  },
  passkey_failed: { status: 401, title: 'Unknown passkey, or its answer is wrong, used or too late', retryable: false },
  passkey_rejected: { status: 422, title: 'The new passkey could not be verified', retryable: false },
  passkey_not_found: { status: 404, title: 'Passkey not found', retryable: false },
  passkey_exists: { status: 409, title: 'This passkey belongs to an account already', retryable: false },
  too_many_passkeys: { status: 409, title: 'Maximum number of passkeys reached', retryable: false },
  passkeys_unavailable: {
    status: 409,
    title: 'Passkeys need the public address of the service: the operator sets PERIMETER_PUBLIC_URL to an https URL',
    retryable: false,
  },
  second_factor_enabled: { status: 409, title: 'The account has a second factor already', retryable: false },
  second_factor_missing: { status: 409, title: 'The account has no second factor', retryable: false },
  signup_closed: { status: 403, title: 'Sign-up is disabled', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  audit_not_found: { status: 404, title: 'Audit not found', retryable: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retryable: false },
  audit_not_completed: { status: 409, title: 'The audit is not completed yet', retryable: true },
  audit_failed: { status: 409, title: 'The audit failed and has no report', retryable: false },
  no_audit_for_domain: { status: 404, title: 'No completed audit of this domain', retryable: false },
  opt_out_not_found: { status: 404, title: 'This is not on the opt-out list', retryable: false },
  account_not_found: { status: 404, title: 'Account not found', retryable: false },
  member_not_found: { status: 404, title: 'The team has no such member', retryable: false },
  last_admin: { status: 409, title: 'A team needs an admin: give another member this role first', retryable: false },
  already_member: { status: 409, title: 'This address belongs to a member already', retryable: false },
  team_full: { status: 409, title: 'Maximum number of members and invitations reached', retryable: false },
  team_not_found: { status: 404, title: 'You are not a member of such a team', retryable: false },
  invitation_not_found: {
    status: 404,
    title: 'This invitation does not exist, has expired, or was used or withdrawn',
    retryable: false,
  },
  invitation_of_another: {
    status: 403,
    title: 'This invitation is for another e-mail address: log in with that one',
    retryable: false,
  },
  key_not_found: { status: 404, title: 'API key not found', retryable: false },
  batch_not_found: { status: 404, title: 'Batch not found', retryable: false },
  batch_not_paused: { status: 409, title: 'The batch is not paused', retryable: false },
  too_many_batches: { status: 409, title: 'Too many batches are under way', retryable: false },
  audit_ended: { status: 409, title: 'The audit has already ended', retryable: false },
  waiver_not_found: { status: 404, title: 'Waiver not found', retryable: false },
  waiver_exists: { status: 409, title: 'This finding or check already has a waiver', retryable: false },
  too_many_waivers: { status: 409, title: 'Maximum number of waivers reached', retryable: false },
  control_not_found: { status: 404, title: 'The account does not claim this domain', retryable: false },
  control_not_held: { status: 409, title: 'Prove first that the account controls this domain', retryable: false },
  too_many_controls: { status: 409, title: 'Maximum number of claimed domains reached', retryable: false },
  share_link_not_found: { status: 404, title: 'Share link not found', retryable: false },
  answer_not_found: { status: 404, title: 'Answer not found', retryable: false },
  too_many_share_links: { status: 409, title: 'Maximum number of share links reached', retryable: false },
  too_many_keys: { status: 409, title: 'Maximum number of API keys reached', retryable: false },
  email_taken: { status: 409, title: 'An account with this e-mail address already exists', retryable: false },
  mail_not_configured: { status: 409, title: 'This service does not send e-mail', retryable: false },
  idempotency_in_flight: { status: 409, title: 'A request with this Idempotency-Key is in progress', retryable: true },
  policy_changed: { status: 409, title: 'The report was scored by another scoring policy', retryable: false },
  report_expired: { status: 410, title: 'Report deleted after its retention period', retryable: false },
  idempotency_mismatch: { status: 422, title: 'This Idempotency-Key was used with a different body', retryable: false },
  domain_opted_out: { status: 422, title: 'The owner of this domain has opted out of audits', retryable: false },
  target_busy: {
    status: 429,
    title: 'This target was audited as often as it may be for now',
    retryable: true,
  },
  rate_limited: { status: 429, title: 'Rate limit exceeded', retryable: true },
  not_implemented: { status: 501, title: 'Not implemented', retryable: false },
  request_timeout: { status: 408, title: 'Request time-out', retryable: true },
  body_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Content-Type',
    retryable: false,
  },
  invalid_domain: { status: 422, title: 'Invalid domain', retryable: false },
  headers_too_large: { status: 431, title: 'The header fields are too large', retryable: false },
  internal_error: { status: 500, title: 'Internal error', retryable: true },
  service_unavailable: { status: 503, title: 'Service unavailable', retryable: true },
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
    errors: z
      .array(
        z.object({
          pointer: z.string(),
          message: z.string(),
          reason: z.string().optional(),
          suggestion: z.string().optional().describe('the domain that may have been meant'),
        }),
      )
      .optional(),
    /** The state of the audit that the problem is about. */
    auditStatus: z.string().optional(),
    /** Where the target is busy: the latest result that the caller may read. */
    latestAudit: z
      .object({
        id: z.string(),
        endedAt: z.int().describe('epoch milliseconds'),
        report: z.string().describe('path of its report'),
      })
      .optional(),
    /** Where a second factor is required: what the account has, and a challenge for its passkeys. */
    factors: z.array(z.enum(['code', 'passkey'])).optional(),
    passkeyRequest: passkeyRequest.optional(),
    /** When the credits of the next month become available, in epoch milliseconds. */
    resetsAt: z.int().optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
