import type { Finding } from '@perimeter/contract/finding';
import { safeLines, safeText } from '../../safe-text.ts';
import { type AuditEnding, auditOf, type CompletedAudit } from '../ending.ts';

/** DefectDojo's severities are capitalized. */
const levels = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } as const;

const text = (value: string): string => safeLines(value).join('\n');

/** The different texts of findings. */
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** An IPv6 address has brackets before a port (RFC 3986 section 3.2.2): without them the whole import is refused. */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Known vulnerabilities that a finding is about. */
const vulnerabilityIds = (told: string): string[] => distinct(told.match(/\bCVE-\d{4}-\d{4,}\b/gu) ?? []);

/** A place that DefectDojo reads as a URL; DNS names of RFC 4501 are none to it. */
const endpointsOf = ({ affectedUrl, host, port }: Finding): string[] =>
  /^[a-z]+:\/\//u.test(affectedUrl) && URL.canParse(affectedUrl)
    ? [safeText(affectedUrl)]
    : [safeText(port === null ? bracketed(host) : `${bracketed(host)}:${port}`)];

/** Findings by fingerprint, the most severe first: the same place at another address is the same finding to DefectDojo, not a duplicate. */
const sameFindings = (findings: readonly Finding[]): [Finding, ...Finding[]][] => {
  const found = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings.toSorted((a, b) => b.cvss - a.cvss)) {
    const before = found.get(finding.fingerprint);
    if (before === undefined) found.set(finding.fingerprint, [finding]);
    else before.push(finding);
  }
  return [...found.values()];
};

function toFinding(same: [Finding, ...Finding[]], { report, accepted }: CompletedAudit): object {
  const [finding] = same;
  const { severity, cvss, cvssVector, cwe, remediation, references, checkId, fingerprint, confidence } = finding;
  const risk = accepted?.waived.get(fingerprint) ?? null;
  const [firstCwe] = cwe;
  const ids = vulnerabilityIds(`${finding.title} ${finding.description}`);
  return {
    title: safeText(`${finding.title} (${finding.host})`, { maxLength: 500 }),
    severity: levels[severity],
    description: text(finding.description),
    // Apart from the description, by which DefectDojo finds duplicates: evidence has times and differs between audits.
    steps_to_reproduce: text(distinct(same.map(({ evidence }) => evidence)).join('\n\n')),
    date: new Date(report.completedAt).toISOString().slice(0, 10),
    ...(firstCwe === undefined ? {} : { cwe: firstCwe }),
    cvssv4: cvssVector,
    cvssv4_score: cvss,
    impact: text(remediation.why),
    mitigation: text(remediation.fix),
    references: references.map((url) => safeText(url)).join('\n'),
    unique_id_from_tool: fingerprint,
    vuln_id_from_tool: checkId,
    ...(ids.length === 0 ? {} : { vulnerability_ids: ids }),
    active: risk === null,
    verified: confidence === 'confirmed',
    risk_accepted: risk !== null,
    ...(risk === null ? {} : { severity_justification: text(risk.reason), planned_remediation_date: risk.expires }),
    static_finding: false,
    dynamic_finding: true,
    endpoints: distinct(same.flatMap(endpointsOf)),
    ...(same.length === 1 ? {} : { nb_occurences: same.length }),
    tags: ['perimeter', safeText(report.domain)],
  };
}

/**
 * DefectDojo's generic findings format; its parser refuses unknown members. A failed audit has no findings, and does
 * not close earlier ones.
 */
export function renderDefectdojo(endings: readonly AuditEnding[]): string {
  const findings = endings.flatMap((ending) =>
    ending.ok ? sameFindings(ending.report.findings).map((same) => toFinding(same, ending)) : [],
  );
  const [first] = endings;
  const version = first === undefined ? {} : { version: auditOf(first).engineVersion };
  return `${JSON.stringify({ name: 'Perimeter', type: 'Perimeter', ...version, findings }, null, 2)}\n`;
}
