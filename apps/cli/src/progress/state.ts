import { type Severity, severity } from '@perimeter/contract/finding';
import type { ProgressEvent } from '@perimeter/contract/progress';
import { counted } from '@perimeter/report/words';

export interface ProbeState {
  name: string;
  status: 'running' | 'finished' | 'failed';
  /** Elapsed milliseconds of the audit at the probe's start and end. */
  startedMs: number;
  endedMs: number | null;
  detail: string;
}

export interface PhaseState {
  phase: string;
  title: string;
  checks: number;
  status: 'waiting' | 'running' | 'finished';
  /** A phase's result as text; empty until it has finished. */
  found: string;
  findings: number;
}

/** The state of a running audit. */
export interface ProgressState {
  domain: string;
  percent: number;
  probes: readonly ProbeState[];
  phases: readonly PhaseState[];
  severities: Readonly<Record<Severity, number>>;
}

export const noProgress: ProgressState = {
  domain: '',
  percent: 0,
  probes: [],
  phases: [],
  severities: { critical: 0, high: 0, medium: 0, low: 0 },
};

type ProbeEvent = Extract<ProgressEvent, { type: 'probe' }>;
type PhaseFinished = Extract<ProgressEvent, { type: 'phase-finished' }>;

function afterProbe(probes: readonly ProbeState[], { probe, state, detail, elapsedMs }: ProbeEvent): ProbeState[] {
  const known = probes.find(({ name }) => name === probe);
  const startedMs = known?.startedMs ?? elapsedMs;
  const next: ProbeState =
    state === 'started'
      ? { name: probe, status: 'running', startedMs, endedMs: null, detail }
      : { name: probe, status: state, startedMs, endedMs: elapsedMs, detail };
  return known === undefined ? [...probes, next] : probes.map((one) => (one === known ? next : one));
}

const addSeverities = (
  before: ProgressState['severities'],
  { findings }: PhaseFinished,
): ProgressState['severities'] => {
  const count = (level: Severity): number => findings.filter((finding) => finding.severity === level).length;
  const [critical, high, medium, low] = severity.options.map((level) => before[level] + count(level));
  return { critical: critical ?? 0, high: high ?? 0, medium: medium ?? 0, low: low ?? 0 };
};

/** A phase's result as text: "no findings" only if a check was judged. */
export function foundBy({ findings, checksJudged, checksInconclusive }: PhaseFinished): string {
  if (findings.length > 0) return counted(findings.length, 'finding');
  if (checksJudged > 0) return 'no findings';
  return checksInconclusive > 0 ? 'could not be checked' : 'not applicable';
}

/** The state after an event. */
export function afterEvent(state: ProgressState, event: ProgressEvent): ProgressState {
  switch (event.type) {
    case 'started': {
      const phases = event.phases.map((phase) => ({ ...phase, status: 'waiting' as const, found: '', findings: 0 }));
      return { ...noProgress, domain: event.domain, phases };
    }
    case 'probe':
      return { ...state, percent: event.percent, probes: afterProbe(state.probes, event) };
    case 'phase-started':
      return {
        ...state,
        percent: event.percent,
        phases: state.phases.map((one) =>
          one.phase === event.phase && one.status === 'waiting' ? { ...one, status: 'running' } : one,
        ),
      };
    case 'phase-finished':
      return {
        ...state,
        percent: event.percent,
        severities: addSeverities(state.severities, event),
        phases: state.phases.map((one) =>
          one.phase === event.phase
            ? { ...one, status: 'finished', found: foundBy(event), findings: event.findings.length }
            : one,
        ),
      };
  }
}
