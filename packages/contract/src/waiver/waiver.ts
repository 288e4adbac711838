import { z } from 'zod';
import { msPerDay } from '../durations.ts';
import { type Severity, severity } from '../finding.ts';
import { grade } from '../grade.ts';
import { afterFixes } from '../score.ts';

/** A waiver may last this long, so that every accepted risk is looked at again. */
export const mostWaiverDays = 365;
/** Before its end a waiver is announced for this long. */
export const soonDays = 14;

/** A calendar day in UTC, such as 2027-03-31. */
export const calendarDay = z.iso.date('Use a date such as 2027-03-31');

/** The calendar day of a time, in UTC. */
export const dayOfMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days from today (UTC) to a day; 0 and less: from this day on, the findings count again. */
export const daysUntil = (expires: string, nowMs: number): number =>
  Math.round((Date.parse(`${expires}T00:00:00Z`) - Date.parse(`${dayOfMs(nowMs)}T00:00:00Z`)) / msPerDay);

/** Why an acceptance cannot end on a day; null where it can. */
export function expiryMistake(expires: string, nowMs: number): string | null {
  const days = daysUntil(expires, nowMs);
  if (days <= 0) return 'Must be after today';
  return days > mostWaiverDays ? `Must be at most ${mostWaiverDays} days ahead` : null;
}

const reason = z.string().trim().min(3, 'State why the risk is accepted').max(500);
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/u, 'Use the fingerprint of a finding: 64 hexadecimal digits');
const owner = z.string().trim().min(1, 'Name who answers for it').max(200);
const checkId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/u, 'Use the id of a check, such as hsts-missing');

// Reports write names in lower case, international ones as xn--, and ports apart.
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[0-9a-f]*:[0-9a-f:.]+)$/iu,
    'Use the name of a host as in reports, such as pay.example.org, without https:// and port',
  );

/** The findings that a waiver covers, and the day on which it ends. */
export const waiverMembers = {
  fingerprint: fingerprint.optional().describe('one finding, in every audit'),
  checkId: checkId.optional().describe('all findings of a check; beside a fingerprint, the check that it is of'),
  host: host.optional().describe('covers findings on this host alone'),
  severity: severity
    .optional()
    .describe(
      'as it is now: a finding that becomes more severe counts again. Left out: as in the latest report of the account for the domain, else as the check usually has',
    ),
  reason,
  owner: owner.describe('who answers for it'),
  expires: calendarDay.describe('the day (UTC) from which the findings count again'),
};

/** A risk that somebody accepted: of one finding, or of all findings of a check. */
export interface AcceptedRisk {
  fingerprint: string | null;
  checkId: string | null;
  reason: string;
  expires: string;
  /** Who answers for it; absent in waivers that the service stored before it asked. */
  owner?: string | null | undefined;
  /** Covers findings on this host alone. */
  host?: string | null | undefined;
  /** As it was when accepted: what became more severe counts again. Absent: any. */
  severity?: Severity | null | undefined;
}

/** Body of POST /api/waivers. */
export const newWaiver = z
  .strictObject({ domain: z.string().max(1024), ...waiverMembers })
  .refine((one) => one.fingerprint !== undefined || one.checkId !== undefined, {
    message: 'Name a fingerprint or a check',
    path: ['checkId'],
  });
export type NewWaiver = z.infer<typeof newWaiver>;

/** An accepted risk in perimeter.yml; for one finding, for those of a check, or for those of a check on a host. */
export const acceptEntry = z
  .strictObject({
    check: checkId.optional().describe('id of a check, such as hsts-missing'),
    fingerprint: fingerprint.optional().describe('one finding, in every audit'),
    host: host.optional().describe('covers findings on this host alone'),
    subject: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('covers findings with this subject alone, such as a cookie'),
    severity: severity
      .optional()
      .describe('severity when the risk was accepted: a finding that became more severe counts again'),
    reason: reason.describe('why the risk is accepted'),
    owner: owner.describe('who answers for it'),
    expires: calendarDay.describe(
      `the day (UTC) from which the findings count again, at most ${mostWaiverDays} days ahead`,
    ),
  })
  .refine((one) => one.check !== undefined || one.fingerprint !== undefined, {
    message: 'Name a check or a fingerprint',
  });
export type AcceptEntry = z.infer<typeof acceptEntry>;

/** Body of PATCH /api/waivers/{id}. */
export const waiverChange = z.strictObject({
  reason: reason.optional(),
  owner: owner.optional(),
  expires: calendarDay.optional(),
  host: host.nullable().optional().describe('null: on any host'),
  severity: severity.optional().describe('accept what became more severe'),
});
export type WaiverChange = z.infer<typeof waiverChange>;

const stored = {
  id: z.string(),
  domain: z.string(),
  fingerprint: z.string().nullable(),
  checkId: z.string().nullable(),
  host: z.string().nullable().describe('covers findings on this host alone; null: on any'),
  severity: severity.nullable().describe('when the risk was accepted; null: covers any, because it was not kept'),
  reason: z.string(),
  owner: z.string().nullable().describe('who answers for it; null: nobody was asked'),
  expires: z.string(),
  createdAt: z.int().describe('epoch milliseconds'),
};

/** A waiver of an account for a domain. */
export const waiver = z.object(stored).meta({ id: 'Waiver' });
export type Waiver = z.infer<typeof waiver>;

/** Answer of GET /api/waivers. */
export const waiverList = z.object({ waivers: z.array(waiver) }).meta({ id: 'WaiverList' });

/** What a waiver does to one report. */
export const waiverEffect = z.enum(['applied', 'expired', 'outgrown', 'unmatched', 'inconclusive']);
export type WaiverEffect = z.infer<typeof waiverEffect>;

/** Answer of GET /api/audit/{id}/waivers. */
export const appliedWaivers = z
  .object({
    id: z.string(),
    domain: z.string(),
    policyVersion: z.string(),
    score: z.object({ total: z.int(), grade }).describe('as in the report: waivers never change it'),
    scoreWithWaivers: afterFixes.describe('the score without the findings whose risk is accepted'),
    waivers: z.array(
      z.object({
        ...stored,
        effect: waiverEffect.describe(
          'applied: its findings are left out of scoreWithWaivers; outgrown: its findings became more severe than when accepted, and count again; unmatched: the report has no such finding; inconclusive: its check has no result this time',
        ),
        findings: z.int().describe('findings of the report that it covers'),
        grownTo: severity
          .nullable()
          .describe('highest severity of the findings that became more severe than when accepted; null: none did'),
        expiresSoon: z.boolean().describe(`within ${soonDays} days`),
      }),
    ),
    waived: z.array(z.string()).describe('fingerprints of the findings whose risk is accepted'),
  })
  .meta({ id: 'AppliedWaivers' });
export type AppliedWaivers = z.infer<typeof appliedWaivers>;
