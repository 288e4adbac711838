import { z } from 'zod';

/** Events that the security log of an account records. */
export const securityEventKind = z.enum([
  'account_created',
  'logged_in',
  'logged_out',
  'sessions_ended',
  'password_wrong',
  'second_factor_wrong',
  'recovery_code_used',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'email_change_requested',
  'email_confirmed',
  'email_changed',
  'application_added',
  'application_removed',
  'second_factors_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'key_created',
  'key_rotated',
  'key_revoked',
  'deletion_requested',
  'account_kept',
  'account_disabled',
  'account_enabled',
  'plan_changed',
]);
export type SecurityEventKind = z.infer<typeof securityEventKind>;

/** One line of the security log, as the holder of the account sees it. */
export const securityEvent = z
  .object({
    id: z.string(),
    at: z.int().describe('epoch milliseconds'),
    kind: securityEventKind,
    network: z
      .string()
      .describe('IPv4 address or IPv6 /64 that the request came from; operator: it was made on the host'),
    userAgent: z.string(),
    detail: z.string().describe('Such as the name of a key, or how somebody logged in; may be empty'),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof securityEvent>;

/** The number of a row, after which a page begins: at most 18 digits, so that every value fits a bigint. */
export const rowCursor = z.string().regex(/^[1-9]\d{0,17}$/);

/** Query of GET /api/account/activity. */
export const activityQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: rowCursor.optional().describe('nextCursor of the page before'),
});

/** Answer of GET /api/account/activity, newest first. */
export const activity = z
  .object({
    events: z.array(securityEvent),
    nextCursor: z.string().nullable(),
    keptDays: z.int().describe('After how many days events are deleted'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activity>;
