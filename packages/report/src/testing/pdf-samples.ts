import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { PreviousAudit } from '../pdf/changes.ts';
import type { DocumentOptions } from '../pdf/document.ts';
import { sampleReport } from './sample-report.ts';

/** Document options for tests. */
export const options: DocumentOptions = {
  paper: 'a4',
  verifyUrl: 'https://audit.example.org/verify',
  previous: null,
  certificateSha256: 'ab'.repeat(32),
  detail: 'full',
};

/** A finding of its own check, with changes. */
export function finding(index: number, changes: Partial<Finding> = {}): Finding {
  const like = sampleReport.findings[index % sampleReport.findings.length];
  if (like === undefined) throw new Error('The sample has no findings');
  return { ...like, checkId: `check-${index}`, ...changes };
}

const steps = { critical: 'contain', high: 'contain', medium: 'fix', low: 'harden' } as const;
/** A report with the given number of issues, and the steps that fix them. */
export function withFindings(count: number, changes: Partial<Finding> = {}): Report {
  const findings = Array.from({ length: count }, (_, index) => finding(index, changes));
  const names = [...new Set(findings.map(({ severity }) => steps[severity]))];
  return {
    ...sampleReport,
    findings,
    outlook: {
      alone: [],
      steps: names.map((name, index) => ({
        name,
        checkIds: findings.filter(({ severity }) => steps[severity] === name).map(({ checkId }) => checkId),
        total: 80 + 10 * index,
        grade: 'A',
      })),
    },
  };
}

/** An audit before the sample's. */
export const before: PreviousAudit = {
  total: 40,
  grade: 'F',
  completedAt: Date.UTC(2026, 0, 1),
  policyVersion: '0.9',
  findings: [],
  answered: ['gone'],
  earlier: [{ total: 35, grade: 'F', completedAt: Date.UTC(2025, 0, 1) }],
};
