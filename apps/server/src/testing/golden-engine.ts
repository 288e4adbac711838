import type { AuditFailureCode } from '@perimeter/contract/audit';
import { report as reportSchema, type Report } from '@perimeter/contract/report';
import { type AuditEvidence, evidenceVersion } from '@perimeter/engine/evidence/evidence';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { phasesOf } from '../audits/phases.ts';
import type { Engine } from '../process/parts.ts';

const golden = path.resolve(import.meta.dirname, '../../../../packages/engine/golden');

/** A golden report by its domain. */
export const goldenReport = (domain: string): Report =>
  reportSchema.parse(JSON.parse(readFileSync(path.join(golden, `${domain}.report.json`), 'utf8')));

const failures: Readonly<Record<string, AuditFailureCode>> = {
  'walled.net': 'insufficient_coverage',
  'failing.net': 'scan_timeout',
};

/**
 * An engine that touches no network and reports what was recorded: domains of golden files, or reports that a test gives.
 * Domains that fail are named above; a phase takes so many milliseconds.
 */
export function goldenEngine(phaseMs: number, reports: ReadonlyMap<string, Report> = new Map()): Engine {
  return {
    phasesOf,
    runAudit: async ({ id, domain, registrableDomain, scanMode }, { signal, onProgress = () => undefined }) => {
      const target = { domain, registrableDomain, scanMode, startedAtMs: 1_700_000_000_000, seed: '00' };
      const evidence: AuditEvidence = { version: evidenceVersion, target, missing: [] };
      const code = failures[registrableDomain];
      if (code !== undefined)
        return { ok: false, failure: { code, message: 'As the test wants it', retryable: true }, evidence };
      const report = reports.get(domain) ?? goldenReport(domain);
      const phases = phasesOf(scanMode);
      let [checksExecuted, findingsCount] = [0, 0];
      for (const [index, phase] of phases.entries()) {
        const step = { percent: Math.floor((99 * (index + 1)) / phases.length), elapsedMs: index * phaseMs };
        onProgress({ type: 'phase-started', phase, ...step });
        await sleep(phaseMs, undefined, { signal }).catch(() => undefined);
        const checks = report.modules.find((module) => module.phase === phase)?.checks ?? [];
        const findings = report.findings.filter(({ checkId }) => checks.some((check) => check.id === checkId));
        checksExecuted += checks.length;
        findingsCount += findings.length;
        const done = { phasesCompleted: index + 1, phasesTotal: phases.length, checksExecuted, findingsCount };
        onProgress({ type: 'phase-finished', phase, ...done, findings, ...step });
      }
      return { ok: true, report: { ...report, id }, evidence };
    },
  };
}
