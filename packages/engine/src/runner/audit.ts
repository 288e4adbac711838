import type { AuditFailure } from '@perimeter/contract/audit';
import type { Report, ScanMode } from '@perimeter/contract/report';
import { randomBytes } from 'node:crypto';
import type { AuditEvidence } from '../evidence/evidence.ts';
import type { AuditMemory } from '../evidence/history/memory.ts';
import { probes } from '../probes/registry.ts';
import { createContext } from './context/create-context.ts';
import type { AuditOptions } from './context/options.ts';
import { type EvaluatedPhase, evaluatePhase, type OnBug } from './evaluate.ts';
import { auditFailure, failureOf } from './failure.ts';
import { gather, type Gathering } from './gather.ts';
import { type Phase, planPhases } from './plan.ts';
import { trackProgress } from './progress.ts';
import { memoryAfter } from './remember.ts';
import { assembleReport } from './report.ts';
import { decidesOn } from './site/without-site.ts';

/** One audit to run. The domain is already parsed: A-labels, and allowed. */
export interface AuditRequest {
  id: string;
  domain: string;
  registrableDomain: string;
  scanMode: ScanMode;
  /** The caller states that it may test this domain. */
  authority?: boolean;
  /** The operator forbids port and path sweeps for the caller. */
  passive?: boolean;
}

/** The report of a completed audit, or why there is none; with the evidence in both cases. */
export type AuditResult = (
  | { ok: true; report: Report; evidence: AuditEvidence }
  | { ok: false; failure: AuditFailure; evidence: AuditEvidence }
) & {
  /** Memory for later audits. Contains secrets: separate from report and evidence. */
  memory?: AuditMemory;
};

/** An audit's time limit by mode: what is not seen by then is unknown. */
export const auditDeadlineMs: Record<ScanMode, number> = { standard: 180_000, deep: 600_000 };

/**
 * Evaluates each phase as soon as its evidence is complete; results keep the order of phases. An audit that is known to
 * fail reports none: a nonexistent domain has no findings.
 */
async function evaluatePhases(
  phases: readonly Phase[],
  { settled, evidence }: Gathering,
  onPhase: (phase: EvaluatedPhase) => void,
  onBug: OnBug,
): Promise<EvaluatedPhase[]> {
  return Promise.all(
    phases.map(async (phase) => {
      await settled([...decidesOn(phase.module.category), ...phase.needs]);
      const evaluated = evaluatePhase(phase, evidence, onBug);
      if (failureOf(evidence) === null) onPhase(evaluated);
      return evaluated;
    }),
  );
}

/** Runs one audit from target to report. Targets can never make it throw. */
export async function runAudit(request: AuditRequest, options: AuditOptions): Promise<AuditResult> {
  const { settings, onProgress = () => {}, onBug = () => {} } = options;
  const { id, domain, registrableDomain, scanMode, authority, passive } = request;
  const startedAtMs = settings.nowMs ?? Date.now();
  const startMs = performance.now();
  const deadline = AbortSignal.timeout(auditDeadlineMs[scanMode]);
  const caller = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
  const stopping = new AbortController();
  const signal = AbortSignal.any([caller, stopping.signal]);
  const seed = randomBytes(16).toString('hex');
  const stated = { ...(authority === true ? { authority } : {}), ...(passive === true ? { passive } : {}) };
  const target = { domain, registrableDomain, scanMode, ...stated, startedAtMs, seed };
  const phases = planPhases(scanMode);
  const progress = trackProgress(domain, phases, probes.length, onProgress);
  const context = createContext(target, options, signal);
  const gathering = gather(context, probes, { onProbe: progress.probe, onBug });
  const { evidence, remembered } = gathering;
  await gathering.settled(['endpoints']);
  // Without an address there is nothing to wait for.
  if (failureOf(evidence) !== null) stopping.abort();
  const evaluated = await evaluatePhases(phases, gathering, progress.phaseFinished, onBug);
  if (caller.aborted) return { ok: false, failure: auditFailure('scan_timeout'), evidence };
  const completedAtMs = startedAtMs + Math.round(performance.now() - startMs);
  const judged = assembleReport(evidence, evaluated, { id, completedAtMs }, onBug);
  const { memory } = options;
  if (memory === undefined) return { ...judged, evidence };
  return { ...judged, evidence, memory: memoryAfter(memory, evidence, remembered) };
}
