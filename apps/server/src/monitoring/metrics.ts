import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What a process counts about itself; names and labels are documented in docs/operations.md. */
export interface Metrics {
  registry: Registry;
  answers: Histogram<'method' | 'route' | 'status'>;
  refusals: Counter<'route'>;
  auditsEnded: Counter<'outcome'>;
  auditSeconds: Histogram<'outcome'>;
  auditsRunning: Gauge;
  phaseSeconds: Histogram<'phase'>;
  probes: Counter<'probe' | 'outcome'>;
}

// From an answer out of memory to a long poll held as long as may be.
const answerBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const auditBuckets = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];

/** Fresh metrics, with those of the process and of Node.js beside our own. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    answers: new Histogram({
      name: 'perimeter_http_request_duration_seconds',
      help: 'Time to answer a request, by the pattern of its route',
      labelNames: ['method', 'route', 'status'],
      buckets: answerBuckets,
      registers,
    }),
    refusals: new Counter({
      name: 'perimeter_limiter_refusals_total',
      help: 'Requests refused by a limit',
      labelNames: ['route'],
      registers,
    }),
    auditsEnded: new Counter({
      name: 'perimeter_audits_ended_total',
      help: 'Audits that this process ran to an end: completed, interrupted, broken, or the code of the failure',
      labelNames: ['outcome'],
      registers,
    }),
    auditSeconds: new Histogram({
      name: 'perimeter_audit_duration_seconds',
      help: 'Time that an audit ran in this process',
      labelNames: ['outcome'],
      buckets: auditBuckets,
      registers,
    }),
    auditsRunning: new Gauge({
      name: 'perimeter_audits_running',
      help: 'Audits that run in this process now',
      registers,
    }),
    phaseSeconds: new Histogram({
      name: 'perimeter_phase_duration_seconds',
      help: 'Time from the end of the phase before, or from the start, to the end of a phase',
      labelNames: ['phase'],
      buckets: auditBuckets,
      registers,
    }),
    probes: new Counter({
      name: 'perimeter_probes_total',
      help: 'Probes that ended, by how',
      labelNames: ['probe', 'outcome'],
      registers,
    }),
  };
}
