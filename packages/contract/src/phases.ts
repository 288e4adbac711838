import { z } from 'zod';
import { auditId, auditStatus } from './audit.ts';
import { finding } from './finding.ts';

/** How far a phase has come. */
export const phaseState = z.enum(['waiting', 'running', 'finished']);
export type PhaseState = z.infer<typeof phaseState>;

/** One phase of an audit. */
export const auditPhase = z
  .object({
    phase: z.string(),
    title: z.string(),
    state: phaseState,
    checks: z.int().describe('checks of the phase in this scan mode'),
    findings: z.int().nullable().describe('findings of a finished phase; null: not finished, or no longer kept'),
    checksJudged: z
      .int()
      .nullable()
      .describe('checks of a finished phase that have a verdict: where there are none, no finding means nothing'),
    checksInconclusive: z.int().nullable().describe('checks of a finished phase that apply, and have no answer'),
    elapsedMs: z
      .int()
      .nullable()
      .describe('from the start of the run to the end of the phase; null: not finished, or no longer kept'),
  })
  .meta({ id: 'AuditPhase' });
export type AuditPhase = z.infer<typeof auditPhase>;

/** Query of GET /api/audit/{id}/phases. */
export const auditPhasesQuery = z.strictObject({
  after: z.coerce.number().int().min(0).default(0).describe('next of the previous response: only later findings'),
});

/** Answer of GET /api/audit/{id}/phases. */
export const auditPhases = z
  .object({
    id: auditId,
    status: auditStatus,
    phases: z.array(auditPhase).describe('in the order of the report'),
    findings: z
      .array(finding)
      .describe('of the phases that finished after the cursor; empty once the audit has ended: read the report then'),
    next: z.int().describe('cursor for the next request'),
  })
  .meta({ id: 'AuditPhases' });
export type AuditPhases = z.infer<typeof auditPhases>;
