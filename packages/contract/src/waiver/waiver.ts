import { z } from 'zod';
import { afterFixes, grade } from '../score.ts';

/** A waiver may last this long, so that every accepted risk is looked at again. */
export const mostWaiverDays = 366;
/** Before its end a waiver is announced for this long. */
export const soonDays = 14;
const dayMs = 86_400_000;

/** A calendar day in UTC, such as 2027-03-31. */
export const calendarDay = z.iso.date('Use a date such as 2027-03-31');

/** When a waiver ends: with the last millisecond of its day, in UTC. */
export const waiverEndMs = (expires: string): number => Date.parse(`${expires}T00:00:00Z`) + dayMs - 1;

/** Why a waiver cannot end on a day; null where it can. */
export function expiryMistake(expires: string, nowMs: number): string | null {
  const endMs = waiverEndMs(expires);
  if (endMs < nowMs) return 'Must not be in the past';
  return endMs > nowMs + (mostWaiverDays + 1) * dayMs ? `Must be at most ${mostWaiverDays} days ahead` : null;
}

const reason = z.string().trim().min(3, 'State why the risk is accepted').max(500);
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/u, 'Use the fingerprint of a finding: 64 hexadecimal digits');
const checkId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/u, 'Use the id of a check, such as hsts-missing');

/** What a waiver is about, and until when. */
export const waiverMembers = {
  fingerprint: fingerprint.optional().describe('one finding, in every audit'),
  checkId: checkId.optional().describe('all findings of a check; beside a fingerprint, the check that it is of'),
  reason,
  expires: calendarDay.describe('the last day (UTC) on which the risk is accepted'),
};

/** A risk that somebody accepted: of one finding, or of all findings of a check. */
export interface AcceptedRisk {
  fingerprint: string | null;
  checkId: string | null;
  reason: string;
  expires: string;
}

/** Body of POST /api/waivers. */
export const newWaiver = z
  .strictObject({ domain: z.string().max(1024), ...waiverMembers })
  .refine((one) => one.fingerprint !== undefined || one.checkId !== undefined, {
    message: 'Name a fingerprint or a check',
    path: ['checkId'],
  });
export type NewWaiver = z.infer<typeof newWaiver>;

const named = { message: 'Name a checkId or a fingerprint', path: ['checkId'] };

/** A waiver in a file of the command line; without a domain it is for every domain. */
export const fileWaiver = z
  .strictObject({ domain: z.string().min(1).max(253).optional(), ...waiverMembers })
  .refine((one) => one.fingerprint !== undefined || one.checkId !== undefined, named);

const unread = z.array(z.unknown());

/** A file of waivers in JSON: a list, or an object with the list waivers. Each is read by fileWaiver, so that a mistake can be told with its place. */
export const waiverFile = z.union([unread, z.strictObject({ waivers: unread }).transform(({ waivers }) => waivers)]);

/** Body of PATCH /api/waivers/{id}. */
export const waiverChange = z.strictObject({ reason: reason.optional(), expires: calendarDay.optional() });

const stored = {
  id: z.string(),
  domain: z.string(),
  fingerprint: z.string().nullable(),
  checkId: z.string().nullable(),
  reason: z.string(),
  expires: z.string(),
  createdAt: z.int().describe('epoch milliseconds'),
};

/** A waiver of an account for a domain. */
export const waiver = z.object(stored).meta({ id: 'Waiver' });
export type Waiver = z.infer<typeof waiver>;

/** Answer of GET /api/waivers. */
export const waiverList = z.object({ waivers: z.array(waiver) }).meta({ id: 'WaiverList' });

/** What a waiver does to one report. */
export const waiverEffect = z.enum(['applied', 'expired', 'unmatched', 'inconclusive']);
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
          'applied: its findings are left out of scoreWithWaivers; unmatched: the report has no such finding; inconclusive: its check has no result this time',
        ),
        findings: z.int().describe('findings of the report that it covers'),
        expiresSoon: z.boolean().describe(`within ${soonDays} days`),
      }),
    ),
    waived: z.array(z.string()).describe('fingerprints of the findings whose risk is accepted'),
  })
  .meta({ id: 'AppliedWaivers' });
export type AppliedWaivers = z.infer<typeof appliedWaivers>;
