import type { ProgressEvent } from '@perimeter/contract/progress';
import type { AuditRunner } from '../jobs/audit-runner.ts';
import type { Metrics } from './metrics.ts';

type RunAudit = AuditRunner['runAudit'];

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1_000;

/** Counts the probes and phases of one audit as they end. */
function countProgress({ phaseSeconds, probes }: Metrics): (event: ProgressEvent) => void {
  let sinceMs = performance.now();
  return (event) => {
    if (event.type === 'probe' && event.state !== 'started') {
      probes.inc({ probe: event.probe, outcome: event.state });
    } else if (event.type === 'phase-finished') {
      phaseSeconds.observe({ phase: event.phase }, secondsSince(sinceMs));
      sinceMs = performance.now();
    }
  };
}

/** Wraps the engine's audit to count it. */
export function countAudits(runAudit: RunAudit, metrics: Metrics): RunAudit {
  return async (request, options) => {
    const startMs = performance.now();
    const count = countProgress(metrics);
    let outcome = 'broken';
    metrics.auditsRunning.inc();
    try {
      const result = await runAudit(request, {
        ...options,
        onProgress: (event) => {
          count(event);
          options.onProgress?.(event);
        },
      });
      outcome = result.ok ? 'completed' : options.signal?.aborted === true ? 'interrupted' : result.failure.code;
      return result;
    } finally {
      metrics.auditsRunning.dec();
      metrics.auditsEnded.inc({ outcome });
      metrics.auditSeconds.observe({ outcome }, secondsSince(startMs));
    }
  };
}
