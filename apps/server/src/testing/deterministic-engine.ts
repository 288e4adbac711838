import type { Report } from '@perimeter/contract/report';
import { type AuditEvidence, evidenceVersion } from '@perimeter/engine/evidence/evidence';
import type { AuditRequest } from '@perimeter/engine/runner/audit';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../process/parts.ts';

export const phases = ['phase_dns_zone', 'phase_tls_configuration', 'phase_http_headers', 'phase_cookies'] as const;

const evidenceOf = ({ domain, registrableDomain, scanMode }: AuditRequest): AuditEvidence => ({
  version: evidenceVersion,
  target: { domain, registrableDomain, scanMode, startedAtMs: 1_700_000_000_000, seed: '00' },
  missing: [],
});

const full = { tls: 100, http_security: 100, dns_email: 100, network: 100 };
const best = { tls: 'A+', http_security: 'A+', dns_email: 'A+', network: 'A+' } as const;
const count = { applicable: 4, concluded: 4, passed: 4, concludedPermille: 1000, assuredPermille: 1000 };

/** A report that depends only on the request. */
export const reportOf = ({ id, domain, scanMode }: AuditRequest): Report => ({
  id,
  domain,
  status: 'completed',
  score: {
    total: 100,
    grade: 'A+',
    gradeStatus: 'final',
    categories: full,
    categoryGrades: best,
    uncapped: 100,
    caps: [],
    deductions: [],
    notAPlus: [],
    policyVersion: '1',
  },
  findings: [],
  schemaVersion: '1.0',
  scanMode,
  startedAt: 1_700_000_000_000,
  completedAt: 1_700_000_001_000,
  engineVersion: '0.0.0',
  severities: { critical: 0, high: 0, medium: 0, low: 0 },
  coverage: {
    overall: count,
    categories: { tls: count, http_security: count, dns_email: count, network: count },
    notTested: [],
  },
  outlook: { alone: [], steps: [] },
  modules: phases.map((phase) => ({ id: phase.slice(6), phase, title: phase, category: 'tls', checks: [] })),
  observations: [],
  tls: null,
  certificates: null,
  vulnerabilities: null,
  http: null,
  dns: null,
});

/**
 * An engine without network for tests of the service: each phase takes a fixed time and finds nothing. Subdomains of
 * failing.net fail, those of breaking.net throw.
 */
export function deterministicEngine(phaseMs: number): Engine {
  return {
    phasesOf: () => [...phases],
    runAudit: async (request, { signal, onProgress = () => undefined }) => {
      const evidence = evidenceOf(request);
      if (request.registrableDomain === 'breaking.net') throw new Error('A defect, on purpose');
      for (const [n, phase] of phases.entries()) {
        const step = { percent: Math.floor((99 * n) / phases.length), elapsedMs: n };
        onProgress({ type: 'phase-started', phase, ...step });
        await sleep(phaseMs, undefined, { signal }).catch(() => undefined);
        const failure = {
          code: 'scan_timeout',
          message: 'The audit did not end within its time',
          retryable: true,
        } as const;
        if (signal?.aborted === true || request.registrableDomain === 'failing.net')
          return { ok: false, failure, evidence };
        const done = {
          phasesCompleted: n + 1,
          phasesTotal: phases.length,
          checksExecuted: (n + 1) * 3,
          findingsCount: 0,
          findings: [],
          checksJudged: 3,
          checksInconclusive: 0,
        };
        onProgress({ type: 'phase-finished', phase, ...done, ...step });
      }
      return { ok: true, report: reportOf(request), evidence };
    },
  };
}
