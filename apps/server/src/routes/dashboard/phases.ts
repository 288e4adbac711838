import type { PhaseEntry } from '@perimeter/dashboard/lib/props';
import { planPhases } from '@perimeter/engine/runner/plan';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import type { AuditRoutesOptions } from '../audit/options.ts';

function stateOf(audit: AuditWithElapsed, phase: string, index: number): PhaseEntry['state'] {
  if (index < audit.phases_completed) return 'finished';
  return audit.status === 'in_progress' && phase === audit.current_phase ? 'running' : 'waiting';
}

/** The phases of an audit with how far each has come. */
export function phasesOfAudit(audit: AuditWithElapsed, phasesOf: AuditRoutesOptions['phasesOf']): PhaseEntry[] {
  const planned = new Map(planPhases(audit.scan_mode).map((phase) => [phase.name, phase]));
  return phasesOf(audit.scan_mode).map((phase, index) => ({
    phase,
    title: planned.get(phase)?.module.title ?? phase.replace(/^phase_/, '').replaceAll('_', ' '),
    state: stateOf(audit, phase, index),
    checks: planned.get(phase)?.checks.length ?? 0,
    findings: null,
    elapsedMs: null,
  }));
}
