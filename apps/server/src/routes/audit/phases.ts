import { auditPhases, auditPhasesQuery, type AuditPhase, type AuditPhases } from '@perimeter/contract/phases';
import { toAuditId } from '../../audits/audit-id.ts';
import { plannedPhases } from '../../audits/phases.ts';
import type { Http } from '../../http/http.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import { findPhaseFindings, findPhases, type StoredPhase } from '../../repositories/audits/phases.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { problemResponses } from '../problem-responses.ts';
import { requireAudit, storedId } from './find.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';

type PhasesOf = AuditRoutesOptions['phasesOf'];

/** The phases of an audit in the order of its report; they can finish in any order. */
export function toPhases(audit: AuditWithElapsed, stored: readonly StoredPhase[], phasesOf: PhasesOf): AuditPhase[] {
  const kept = new Map(stored.map((one) => [one.phase, one]));
  const planned = plannedPhases(audit.scan_mode);
  const isEnded = audit.status === 'completed';
  return phasesOf(audit.scan_mode).map((phase, index) => {
    const known = kept.get(phase);
    // For an audit that an earlier version runs no phases are stored: the count then says which have finished.
    const isFinished = isEnded || known !== undefined || (stored.length === 0 && index < audit.phases_completed);
    const isRunning = audit.status === 'in_progress' && phase === audit.current_phase;
    const { title, checks } = planned.get(phase) ?? { title: phase, checks: 0 };
    return {
      phase,
      title,
      checks,
      state: isFinished ? 'finished' : isRunning ? 'running' : 'waiting',
      findings: known?.findingsCount ?? null,
      checksJudged: known?.checksJudged ?? null,
      checksInconclusive: known?.checksInconclusive ?? null,
      elapsedMs: known?.elapsedMs ?? null,
    };
  });
}

/** An audit's phases, and while it runs, the findings of those that finished after a cursor. */
export async function readPhases(
  db: Db,
  audit: AuditWithElapsed,
  phasesOf: PhasesOf,
  after: number,
): Promise<AuditPhases> {
  const stored = await findPhases(db, audit);
  const isRunning = audit.ended_at === null;
  const next = Math.max(after, ...stored.map(({ number }) => number));
  return {
    id: toAuditId(audit.id),
    status: audit.status,
    phases: toPhases(audit, stored, phasesOf),
    findings: isRunning ? await findPhaseFindings(db, audit, { after, upTo: next }) : [],
    next,
  };
}

/** GET /api/audit/{id}/phases */
export function phasesRoute(http: Http, { db, phasesOf }: AuditRoutesOptions): void {
  http.get(
    '/api/audit/:id/phases',
    {
      config: { limit: 'report' },
      schema: {
        tags: ['audit'],
        summary: 'Read the phases of an audit, and what they have found so far',
        description:
          'Each phase with its state, counts and time, and while the audit runs the findings of finished phases. With ' +
          'after=next of the previous response, only findings of phases that finished since. Phases can finish in any order.',
        params: auditParams,
        querystring: auditPhasesQuery,
        response: {
          200: auditPhases,
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'insufficient_scope',
            'audit_not_found',
            'rate_limited',
          ),
        },
      },
    },
    async ({ params, query, principal }, reply) => {
      const audit = await requireAudit(db, storedId(params.id), principal);
      return reply.header('cache-control', 'no-store').send(await readPhases(db, audit, phasesOf, query.after));
    },
  );
}
