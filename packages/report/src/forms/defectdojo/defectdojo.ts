import type { Finding } from '@perimeter/contract/finding';
import { safeLines, safeText } from '../../safe-text.ts';
import { type AuditEnding, auditOf, type CompletedAudit } from '../ending.ts';

/** DefectDojo's severities are capitalized. */
const levels = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } as const;

const text = (value: string): string => safeLines(value).join('\n');

/** A place that DefectDojo parses as a URL; it does not accept dns: URIs (RFC 4501). */
const endpointsOf = ({ affectedUrl, host, port }: Finding): string[] =>
  /^[a-z]+:\/\//u.test(affectedUrl) && URL.canParse(affectedUrl)
    ? [safeText(affectedUrl)]
    : [safeText(port === null ? host : `${host}:${port}`)];

function toFinding(finding: Finding, { report, accepted }: CompletedAudit): object {
  const { severity, cvss, cvssVector, cwe, remediation, references, checkId, fingerprint, confidence } = finding;
  const risk = accepted?.waived.get(fingerprint) ?? null;
  const [firstCwe] = cwe;
  return {
    title: safeText(`${finding.title} (${finding.host})`, { maxLength: 500 }),
    severity: levels[severity],
    description: text(`${finding.description}\n\n${finding.evidence}`),
    date: new Date(report.completedAt).toISOString().slice(0, 10),
    ...(firstCwe === undefined ? {} : { cwe: firstCwe }),
    cvssv4: cvssVector,
    cvssv4_score: cvss,
    impact: text(remediation.why),
    mitigation: text(remediation.fix),
    references: references.map((url) => safeText(url)).join('\n'),
    unique_id_from_tool: fingerprint,
    vuln_id_from_tool: checkId,
    active: risk === null,
    verified: confidence === 'confirmed',
    risk_accepted: risk !== null,
    ...(risk === null ? {} : { severity_justification: text(risk.reason), planned_remediation_date: risk.expires }),
    static_finding: false,
    dynamic_finding: true,
    endpoints: endpointsOf(finding),
    tags: ['perimeter', safeText(report.domain)],
  };
}

/**
 * DefectDojo's generic findings format; its parser refuses unknown members. A failed audit has no findings, and does
 * not close earlier ones.
 */
export function renderDefectdojo(endings: readonly AuditEnding[]): string {
  const findings = endings.flatMap((ending) =>
    ending.ok ? ending.report.findings.map((finding) => toFinding(finding, ending)) : [],
  );
  const [first] = endings;
  const version = first === undefined ? {} : { version: auditOf(first).engineVersion };
  return `${JSON.stringify({ name: 'Perimeter', type: 'Perimeter', ...version, findings }, null, 2)}\n`;
}
