import type { Finding, Severity } from '@perimeter/contract/finding';
import { sha256Hex } from '../canonical/digest.ts';
import { safeLines, safeText } from '../safe-text.ts';
import { type AuditEnding, auditOf, failedAuditText } from './ending.ts';
import { evidenceLines } from '../evidence-lines.ts';
import { literal } from './markdown-text.ts';
import { webExchange } from './web-exchange.ts';

/** The version of GitLab's schema for DAST reports. */
const schemaVersion = '15.2.1';

const severities: Record<Severity, string> = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' };

/** A UUID derived from a finding's identity, so that it is stable between audits (RFC 9562 section 5.8). */
function uuid(...names: readonly string[]): string {
  const hex = sha256Hex(names.join('\n'));
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const identifiers = ({ checkId, cwe }: Finding): object[] => [
  { type: 'perimeter_check', name: checkId, value: checkId },
  ...cwe.map((id) => ({
    type: 'cwe',
    name: `CWE-${id}`,
    value: String(id),
    url: `https://cwe.mitre.org/data/definitions/${id}.html`,
  })),
];

/** GitLab distinguishes places only by path, method and param, so the param includes host, port and address. */
function location(finding: Finding): object {
  const { affectedUrl, host, port, address } = finding;
  const parsed = URL.canParse(affectedUrl) ? new URL(affectedUrl) : null;
  // URIs of other schemes (dns:, smtp:) have no origin.
  const url = parsed?.origin === 'null' ? null : parsed;
  const method = webExchange(finding)?.method;
  const peer = `${host}${port === null ? '' : `:${port}`}${address === null ? '' : ` at ${address}`}`;
  return {
    hostname: safeText(url?.origin ?? host),
    path: safeText(url === null ? affectedUrl : `${url.pathname}${url.search}`),
    ...(method === undefined ? {} : { method }),
    param: safeText(peer),
  };
}

const headersOf = (headers: readonly (readonly [string, string])[]): object[] =>
  headers.map(([name, value]) => ({ name: safeText(name), value: safeText(value) }));

function evidenceOf(finding: Finding): object {
  const { evidence } = finding;
  const exchange = webExchange(finding);
  const summary = evidenceLines(evidence).join('\n');
  if (exchange === null) return { summary };
  const { method, url, statusCode, reasonPhrase, headers } = exchange;
  return {
    summary,
    request: { method, url: safeText(url), headers: [] },
    response: { status_code: statusCode, reason_phrase: safeText(reasonPhrase), headers: headersOf(headers) },
  };
}

function vulnerability(finding: Finding, domain: string): object {
  const { id, title, description, severity, cvss, cvssVector, confidence, remediation, references, evidence } = finding;
  const lines = evidenceLines(evidence);
  return {
    id: uuid(domain, id),
    name: safeText(title, { maxLength: 255 }),
    // GitLab parses descriptions as Markdown.
    description: literal(description, 4_000),
    severity: severities[severity],
    solution: safeLines(remediation.fix).join('\n').slice(0, 7_000).toWellFormed(),
    identifiers: identifiers(finding),
    links: references.filter((url) => /^https?:\/\/./u.test(url)).map((url) => ({ url: safeText(url) })),
    location: location(finding),
    evidence: evidenceOf(finding),
    details: {
      cvss: { type: 'text', name: 'CVSS 4.0', value: `${cvss.toFixed(1)} ${cvssVector}` },
      confidence: { type: 'text', name: 'Confidence', value: confidence },
      ...(lines.length === 0 ? {} : { evidence: { type: 'code', name: 'Evidence', value: lines.join('\n') } }),
    },
  };
}

const message = (ending: AuditEnding): object[] =>
  ending.ok
    ? []
    : [
        {
          level: 'fatal',
          value: safeText(`The audit of ${ending.failed.domain} failed: ${failedAuditText(ending.failed)}`),
        },
      ];

/** Without fraction and zone, which the schema does not allow. */
const instant = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

function scanOf(endings: readonly AuditEnding[]): object {
  const audits = endings.map(auditOf);
  const scanner = {
    id: 'perimeter',
    name: 'Perimeter',
    vendor: { name: 'Perimeter' },
    version: audits[0]?.engineVersion ?? '0',
  };
  return {
    type: 'dast',
    status: endings.every(({ ok }) => ok) ? 'success' : 'failure',
    start_time: instant(Math.min(...audits.map(({ startedAt }) => startedAt))),
    end_time: instant(Math.max(...audits.map(({ completedAt }) => completedAt))),
    analyzer: scanner,
    scanner,
    messages: endings.flatMap(message),
    scanned_resources: audits.map(({ domain }) => ({
      method: 'GET',
      url: `https://${safeText(domain)}/`,
      type: 'url',
    })),
  };
}

/** GitLab's DAST report: one vulnerability per place; failed audits are fatal messages. */
export function renderGitlab(endings: readonly AuditEnding[]): string {
  const vulnerabilities = endings.flatMap((ending) =>
    ending.ok ? ending.report.findings.map((finding) => vulnerability(finding, ending.report.domain)) : [],
  );
  const report = { version: schemaVersion, scan: scanOf(endings), vulnerabilities, remediations: [] };
  return `${JSON.stringify(report, null, 2)}\n`;
}
