import { z } from 'zod';
import { scanMode } from './report.ts';
import { gradeStatus } from './score.ts';
import { severityCounts } from './finding.ts';

/** Body of POST /api/audit/start; unknown members are refused. */
export const startAuditBody = z.strictObject({
  domain: z
    .string()
    .min(1)
    .max(1024)
    .describe('The domain to audit; trimmed, without one trailing dot, converted to A-labels'),
  scanMode: scanMode.default('standard'),
  authority: z
    .boolean()
    .optional()
    .describe(
      'true: the caller states that it may test this name. It grants no access and opt-outs still apply; deep mode then also requests a longer list of paths and lists all cipher suites of mail servers under the registrable domain. Kept with the audit, and for 24 months apart from it: by whom, when and for which name. An account that has proved control of the name (PUT /api/controls/{domain}) need not state it',
    ),
  private: z
    .boolean()
    .optional()
    .describe(
      'Accounts only: others get the same response as for an unknown id. Default: the setting privateByDefault of the account, which is false at first',
    ),
});
export type StartAuditBody = z.infer<typeof startAuditBody>;

/** aud_ and a UUID: 122 random bits, so an id is a capability. */
export const auditId = z.string().regex(/^aud_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** Audit states; queued and in_progress move on, completed and failed are final. */
export const auditStatus = z.enum(['queued', 'in_progress', 'completed', 'failed']);
export type AuditStatus = z.infer<typeof auditStatus>;

/** True if an audit has ended: its status never changes again. */
export const hasEnded = ({ status }: { status: AuditStatus }): boolean => status === 'completed' || status === 'failed';

/** Answer of POST /api/audit/start. */
export const auditStarted = z
  .object({
    id: auditId,
    domain: z.string(),
    status: z.literal('queued'),
    startedAt: z.int().describe('epoch milliseconds'),
    phasesTotal: z.int(),
  })
  .meta({ id: 'AuditStarted' });
export type AuditStarted = z.infer<typeof auditStarted>;

/** Why an audit failed. */
export const auditFailureCode = z.enum([
  'domain_not_found',
  'dns_unavailable',
  'target_unreachable',
  'target_blocked',
  'insufficient_coverage',
  'scan_timeout',
  'cancelled',
  'domain_opted_out',
  'target_busy',
  'internal_error',
]);
export type AuditFailureCode = z.infer<typeof auditFailureCode>;

export const auditFailure = z.object({
  code: auditFailureCode,
  message: z.string(),
  retryable: z.boolean(),
  hint: z.string().optional().describe('what to try'),
});
export type AuditFailure = z.infer<typeof auditFailure>;

/** Answer of GET /api/audit/{id}. */
export const auditState = z
  .object({
    id: auditId,
    domain: z.string(),
    status: auditStatus,
    currentPhase: z.string(),
    percentComplete: z.int().min(0).max(100),
    elapsedMs: z.int(),
    phasesCompleted: z.int(),
    phasesTotal: z.int(),
    summary: z.object({
      checksExecuted: z.int(),
      findingsCount: z.int().describe('places where a check failed, so far; the findings of one check are one issue'),
    }),
    failure: auditFailure.optional(),
  })
  .meta({ id: 'AuditState' });
export type AuditState = z.infer<typeof auditState>;

/** Query of GET /api/audits. */
export const auditListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Audits per page, 1 to 100'),
  cursor: z.string().max(200).optional().describe('nextCursor of the previous page'),
  domain: z.string().min(1).max(1024).optional().describe('Only audits of this domain'),
  status: auditStatus.optional().describe('Only audits in this state'),
});

/** One audit in a list. */
export const auditSummary = z
  .object({
    id: auditId,
    domain: z.string(),
    scanMode,
    status: auditStatus,
    private: z.boolean(),
    authority: z.boolean().describe('true: stated by the caller or assumed by the operator, or control was proved'),
    authorityProof: z
      .enum(['dns', 'file'])
      .nullable()
      .optional()
      .describe('how the account had proved control of the domain when the audit started; null: it had not'),
    startedAt: z.int().describe('epoch milliseconds'),
    endedAt: z.int().nullable().describe('epoch milliseconds; null until it has ended'),
    percentComplete: z.int().min(0).max(100),
    checksExecuted: z.int(),
    findingsCount: z.int().describe('places where a check failed; the findings of one check are one issue'),
    policyVersion: z.string().nullable().describe('null unless completed, and for audits of earlier versions'),
    severities: severityCounts
      .nullable()
      .describe('number of findings of each severity; null unless completed, and for audits of earlier versions'),
    issues: severityCounts
      .nullable()
      .describe('number of issues of each severity: the findings of one check are one issue; null as severities is'),
    score: z.int().min(0).max(100).nullable().describe('null unless completed'),
    uncapped: z.int().min(0).max(100).nullable().describe('the score without caps; null as severities is'),
    grade: z.string().nullable().describe('null unless completed'),
    gradeStatus: gradeStatus.nullable().describe('null unless completed, and for audits of earlier versions'),
    reportAvailable: z.boolean().describe('false before completion and after retention'),
    failure: auditFailure.optional(),
  })
  .meta({ id: 'AuditSummary' });
export type AuditSummary = z.infer<typeof auditSummary>;

/** Answer of GET /api/audits: newest first. */
export const auditList = z
  .object({ audits: z.array(auditSummary), nextCursor: z.string().nullable().describe('null on the last page') })
  .meta({ id: 'AuditList' });
export type AuditList = z.infer<typeof auditList>;
