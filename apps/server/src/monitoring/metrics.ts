import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of a process; docs/operations.md documents names and labels. */
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

// In seconds, from an answer out of a cache to a long poll of maximum length.
const answerBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const auditBuckets = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];

/** New metrics, including the default ones of the process and Node.js. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    answers: new Histogram({
      name: 'perimeter_http_request_duration_seconds',
      help: 'Response time, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: answerBuckets,
      registers,
    }),
    refusals: new Counter({
      name: 'perimeter_limiter_refusals_total',
      help: 'Requests rejected by a rate limit',
      labelNames: ['route'],
      registers,
    }),
    auditsEnded: new Counter({
      name: 'perimeter_audits_ended_total',
      help: 'Audits ended by this process: completed, interrupted, broken, or the failure code',
      labelNames: ['outcome'],
      registers,
    }),
    auditSeconds: new Histogram({
      name: 'perimeter_audit_duration_seconds',
      help: 'Duration of audits in this process',
      labelNames: ['outcome'],
      buckets: auditBuckets,
      registers,
    }),
    auditsRunning: new Gauge({
      name: 'perimeter_audits_running',
      help: 'Audits running in this process',
      registers,
    }),
    phaseSeconds: new Histogram({
      name: 'perimeter_phase_duration_seconds',
      help: 'Duration of phases, each from the end of the previous one',
      labelNames: ['phase'],
      buckets: auditBuckets,
      registers,
    }),
    probes: new Counter({
      name: 'perimeter_probes_total',
      help: 'Ended probes, by outcome',
      labelNames: ['probe', 'outcome'],
      registers,
    }),
  };
}
