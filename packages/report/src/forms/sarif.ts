import type { Finding, Severity } from '@perimeter/contract/finding';
import type { CheckResult, Report } from '@perimeter/contract/report';
import type { Location, Log, Notification, ReportingDescriptor, Result } from 'sarif';
import { digest } from '../digest.ts';
import { safeLines, safeText } from '../safe-text.ts';
import { evidenceLines } from './evidence-lines.ts';

/** The line of a file in the repository that names the target: code scanning shows findings only on files. */
export interface SarifAnchor {
  /** Path relative to the repository's root. */
  uri: string;
  line: number;
}

/** What consumers take in at most (GitHub's limit on results of one run). */
const maxResults = 25_000;

const levels: Record<Severity, Result.level> = { critical: 'error', high: 'error', medium: 'warning', low: 'note' };
const precisions: Record<Finding['confidence'], string> = { confirmed: 'very-high', firm: 'high', potential: 'medium' };

const pascal = (id: string): string => id.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const prose = (markdown: string): string => safeLines(markdown, { maxLength: 4_000 }).join('\n');

function ruleOf(finding: Finding): ReportingDescriptor {
  const { checkId, title, cvss, cwe, category, remediation, references, severity, confidence } = finding;
  const helpUri = references.find((reference) => reference.startsWith('https://'));
  const help = prose(`${remediation.why}\n\n${remediation.fix}`);
  return {
    id: checkId,
    name: pascal(checkId),
    shortDescription: { text: safeText(title) },
    fullDescription: { text: prose(remediation.why || title) },
    help: { text: help, markdown: help },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: levels[severity] },
    properties: {
      // Read by code scanning as the CVSS score of everything that the rule finds.
      'security-severity': cvss.toFixed(1),
      precision: precisions[confidence],
      tags: ['security', category, ...cwe.map((id) => `external/cwe/cwe-${String(id).padStart(3, '0')}`)],
    },
  };
}

/** Artifact URIs have no scheme: code scanning takes nothing else for a file. */
const artifactUri = ({ affectedUrl, host }: Finding): string =>
  encodeURI(safeText(affectedUrl.replace(/^[a-z]+:\/\//u, '') || host, { ascii: true }));

function locationOf(finding: Finding, anchor: SarifAnchor | undefined): Location {
  const uri = anchor?.uri ?? artifactUri(finding);
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: anchor?.line ?? 1 } },
    logicalLocations: [
      { fullyQualifiedName: safeText(finding.affectedUrl), name: safeText(finding.host), kind: 'resource' },
    ],
  };
}

function resultOf(finding: Finding, ruleIndex: number, anchor: SarifAnchor | undefined): Result {
  const { checkId, severity, cvss, cvssVector, confidence, title, description, host, port, address } = finding;
  return {
    ruleId: checkId,
    ruleIndex,
    kind: 'fail',
    level: levels[severity],
    message: { text: safeText(`${title} on ${host}: ${description}`) },
    locations: [locationOf(finding, anchor)],
    partialFingerprints: { 'perimeter/v1': finding.fingerprint },
    rank: cvss * 10,
    properties: {
      severity,
      cvss,
      cvssVector,
      confidence,
      url: safeText(finding.affectedUrl),
      host: safeText(host),
      port,
      address: address === null ? null : safeText(address),
      evidence: evidenceLines(finding.evidence),
    },
  };
}

const openQuestion = ({ id, reason }: CheckResult): Notification => ({
  level: 'note',
  descriptor: { id },
  message: { text: safeText(`Not judged: ${reason}`) },
});

function invocationOf({ modules, startedAt, completedAt }: Report): object {
  const open = modules.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome === 'inconclusive');
  return {
    executionSuccessful: true,
    startTimeUtc: new Date(startedAt).toISOString(),
    endTimeUtc: new Date(completedAt).toISOString(),
    toolExecutionNotifications: open.map(openQuestion),
  };
}

/** The findings as a SARIF 2.1.0 log (OASIS, errata 01), one rule a check and one result a place. */
export function renderSarif(report: Report, anchor?: SarifAnchor): string {
  const findings = report.findings.slice(0, maxResults);
  const rules = [...Map.groupBy(findings, ({ checkId }) => checkId).values()].flatMap(([first]) => first ?? []);
  const indexOf = new Map(rules.map(({ checkId }, index) => [checkId, index]));
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Perimeter', semanticVersion: report.engineVersion, rules: rules.map(ruleOf) },
        },
        automationDetails: { id: `perimeter/${safeText(report.domain)}/${report.scanMode}` },
        invocations: [{ ...invocationOf(report), executionSuccessful: true }],
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, indexOf.get(finding.checkId) ?? -1, anchor)),
        properties: {
          score: report.score.total,
          grade: report.score.grade,
          auditId: report.id,
          policyVersion: report.score.policyVersion,
          reportSha256: digest(report),
          findingsLeftOut: report.findings.length - findings.length,
        },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
