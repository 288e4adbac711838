import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { safeText } from '../safe-text.ts';
import { evidenceLines } from './evidence-lines.ts';

// What makes a spreadsheet read a cell as a formula, in the full-width forms too (OWASP, CSV injection).
const STARTS_FORMULA = /^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/u;

/** One field (RFC 4180 section 2): always quoted, never a formula. */
const field = (text: string): string => `"${(STARTS_FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const columns: readonly (readonly [string, (finding: Finding, report: Report) => string])[] = [
  ['domain', (_, { domain }) => domain],
  ['check', ({ checkId }) => checkId],
  ['title', ({ title }) => title],
  ['severity', ({ severity }) => severity],
  ['cvss', ({ cvss }) => cvss.toFixed(1)],
  ['cvss_vector', ({ cvssVector }) => cvssVector],
  ['confidence', ({ confidence }) => confidence],
  ['category', ({ category }) => category],
  ['host', ({ host }) => safeText(host)],
  ['port', ({ port }) => (port === null ? '' : String(port))],
  ['address', ({ address }) => address ?? ''],
  ['url', ({ affectedUrl }) => safeText(affectedUrl)],
  ['description', ({ description }) => safeText(description)],
  ['evidence', ({ evidence }) => evidenceLines(evidence).join('\n')],
  ['fix', ({ remediation }) => remediation.fix],
  ['references', ({ references }) => references.join(' ')],
  ['fingerprint', ({ fingerprint }) => fingerprint],
];

/** The findings as a table, one row a place, with CRLF line ends (RFC 4180); no byte order mark. */
export function renderCsv(report: Report): string {
  const rows = report.findings.map((finding) => columns.map(([, read]) => field(read(finding, report))).join(','));
  return `${[columns.map(([name]) => field(name)).join(','), ...rows].join('\r\n')}\r\n`;
}
