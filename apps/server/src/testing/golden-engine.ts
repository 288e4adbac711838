import { auditFailureCode, type AuditFailureCode } from '@perimeter/contract/audit';
import { report as reportSchema, type Report } from '@perimeter/contract/report';
import { type AuditEvidence, evidenceVersion } from '@perimeter/engine/evidence/evidence';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { phasesOf } from '../audits/phases.ts';
import type { Engine } from '../process/parts.ts';

const golden = path.resolve(import.meta.dirname, '../../../../packages/engine/golden');

const read = new Map<string, Report>();

/** A golden report by its domain, read once in a process. */
export function goldenReport(domain: string): Report {
  const report =
    read.get(domain) ??
    reportSchema.parse(JSON.parse(readFileSync(path.join(golden, `${domain}.report.json`), 'utf8')));
  read.set(domain, report);
  return report;
}

/** The failure of an audit: below failing.net the first label is its code, as in target-unreachable.failing.net. */
function failureOf(domain: string, registrableDomain: string): AuditFailureCode | null {
  if (registrableDomain === 'walled.net') return 'insufficient_coverage';
  if (registrableDomain !== 'failing.net') return null;
  return auditFailureCode.catch('scan_timeout').parse(domain.split('.')[0]?.replaceAll('-', '_'));
}

/** Duration of a phase: milliseconds, or until the given promise resolves. */
type Pace = number | ((domain: string, phase: number) => Promise<unknown>);

const waitFor = async (pace: Pace, domain: string, phase: number, signal?: AbortSignal): Promise<void> => {
  if (typeof pace === 'number') await sleep(pace, undefined, { signal }).catch(() => undefined);
  else {
    const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([pace(domain, phase), aborted]);
  }
};

/**
 * An engine without network that returns recorded reports: those of the golden files, or given ones. Some domains fail.
 */
export function goldenEngine(pace: Pace, reports: Pick<ReadonlyMap<string, Report>, 'get'> = new Map()): Engine {
  return {
    phasesOf,
    runAudit: async ({ id, domain, registrableDomain, scanMode }, { signal, onProgress = () => undefined }) => {
      const target = { domain, registrableDomain, scanMode, startedAtMs: 1_700_000_000_000, seed: '00' };
      const evidence: AuditEvidence = { version: evidenceVersion, target, missing: [] };
      const code = failureOf(domain, registrableDomain);
      if (code !== null)
        return { ok: false, failure: { code, message: 'As the test wants it', retryable: true }, evidence };
      const report = reports.get(domain) ?? goldenReport(domain);
      const phases = phasesOf(scanMode);
      let [checksExecuted, findingsCount] = [0, 0];
      for (const [index, phase] of phases.entries()) {
        const step = { percent: Math.floor((99 * (index + 1)) / phases.length), elapsedMs: index * 100 };
        onProgress({ type: 'phase-started', phase, ...step });
        await waitFor(pace, domain, index, signal);
        if (signal?.aborted === true) break;
        const checks = report.modules.find((module) => module.phase === phase)?.checks ?? [];
        const findings = report.findings.filter(({ checkId }) => checks.some((check) => check.id === checkId));
        checksExecuted += checks.length;
        findingsCount += findings.length;
        const done = { phasesCompleted: index + 1, phasesTotal: phases.length, checksExecuted, findingsCount };
        const inconclusive = checks.filter(({ outcome }) => outcome === 'inconclusive').length;
        const judged = { checksJudged: checks.length - inconclusive, checksInconclusive: inconclusive };
        onProgress({ type: 'phase-finished', phase, ...done, findings, ...judged, ...step });
      }
      return { ok: true, report: { ...report, id }, evidence };
    },
  };
}
