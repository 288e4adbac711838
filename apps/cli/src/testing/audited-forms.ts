import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditRequest, AuditResult } from '@perimeter/engine/runner/audit';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { noEvidence } from './command-line.ts';

export const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-forms-'));
// At exit: files that share a process share this module.
process.once('exit', () => rmSync(folder, { recursive: true }));
export const at = (name: string): string => path.join(folder, name);
export const read = (name: string): string => readFileSync(at(name), 'utf8');

/** Reports under the given names; names in fail.org are unreachable, those in fine.org have no findings. */
export const audit = ({ domain }: AuditRequest): AuditResult => {
  if (domain.endsWith('fail.org'))
    return {
      ok: false,
      failure: { code: 'target_unreachable', message: 'Nothing answered', retryable: true },
      evidence: noEvidence,
    };
  const fine = { findings: [], severities: { critical: 0, high: 0, medium: 0, low: 0 } };
  const report = { ...sampleReport, domain, ...(domain.endsWith('fine.org') ? fine : {}) };
  return { ok: true, report, evidence: noEvidence };
};
