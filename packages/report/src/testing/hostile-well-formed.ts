import type { Report } from '@perimeter/contract/report';
import { hostileReport, sampleReport } from './sample-report.ts';

const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

/** The hostile report in a form that an engine could write: no lone surrogates, and remedies of our own. */
export function hostileWellFormed(): Report {
  const copy: Report = Object.assign(
    structuredClone(hostileReport),
    JSON.parse(JSON.stringify(hostileReport, wellFormed)),
  );
  const findings = copy.findings.map((finding, index) => ({
    ...finding,
    remediation: sampleReport.findings[index]?.remediation ?? finding.remediation,
  }));
  return { ...copy, findings };
}
