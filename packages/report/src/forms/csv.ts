import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { AcceptedRisk } from '@perimeter/contract/waiver/waiver';
import { plainProse } from '../prose.ts';
import { safeLines, safeText } from '../safe-text.ts';
import type { AuditEnding, CompletedAudit } from './ending.ts';
import { firstName } from '../verdict/names.ts';
import { evidenceLines } from '../evidence-lines.ts';

/** CSV options: a byte order mark, by which spreadsheets recognize UTF-8. */
export interface CsvOptions {
  byteOrderMark: boolean;
}

// Characters that begin a formula in spreadsheets, including full-width forms (OWASP ASVS 5.0, 1.2.10).
const STARTS_FORMULA = /^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/u;

/** Excel's limit for a cell is 32,767 characters; beyond that it breaks the row. */
const maxCell = 32_000;

const cut = (text: string): string =>
  text.length <= maxCell ? text : `${text.slice(0, maxCell).replace(/[\ud800-\udbff]$/u, '')}…`;

/** One field (RFC 4180 section 2): always quoted, never a formula. */
const field = (text: string): string => `"${cut(STARTS_FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** One line without its line end: every field quoted, none a formula. */
export const csvLine = (fields: readonly string[]): string => fields.map((text) => field(text)).join(',');

const columns: readonly (readonly [
  string,
  (finding: Finding, report: Report, risk: AcceptedRisk | undefined) => string,
])[] = [
  ['domain', (_, { domain }) => safeText(domain)],
  ['check', ({ checkId }) => checkId],
  ['title', ({ title }) => safeText(title)],
  ['severity', ({ severity }) => severity],
  ['cvss', ({ cvss }) => cvss.toFixed(1)],
  ['cvss_vector', ({ cvssVector }) => cvssVector],
  ['confidence', ({ confidence }) => confidence],
  ['category', ({ category }) => category],
  ['host', ({ host }) => safeText(host)],
  ['port', ({ port }) => (port === null ? '' : String(port))],
  ['address', ({ address }) => safeText(address ?? '')],
  ['url', ({ affectedUrl }) => safeText(affectedUrl)],
  ['description', ({ description }) => safeText(description)],
  ['evidence', ({ evidence }) => evidenceLines(evidence).join('\n')],
  ['fix', ({ remediation }) => safeLines(plainProse(remediation.fix)).join('\n')],
  ['references', ({ references }) => references.map((url) => safeText(url)).join(' ')],
  ['fingerprint', ({ fingerprint }) => fingerprint],
  ['score', (_, { score }) => String(score.total)],
  ['score_without_limits', (_, { score }) => String(score.uncapped)],
  ['grade', (_, { score }) => score.grade],
  ['accepted_reason', (_, _report, risk) => safeText(risk?.reason ?? '')],
  ['accepted_owner', (_, _report, risk) => safeText(risk?.owner ?? '')],
  ['accepted_expires', (_, _report, risk) => risk?.expires ?? ''],
  ['domain_in_letters', (_, report) => safeText(firstName(report))],
];

const rowsOf = ({ report, accepted }: CompletedAudit): string[] =>
  report.findings.map((finding) => {
    const risk = accepted?.waived.get(finding.fingerprint);
    return csvLine(columns.map(([, read]) => read(finding, report, risk)));
  });

/** The findings as a table, one row per place, with CRLF (RFC 4180); a failed audit has none. */
export function renderCsv(endings: readonly AuditEnding[], { byteOrderMark }: CsvOptions): string {
  const head = csvLine(columns.map(([name]) => name));
  const rows = endings.flatMap((ending) => (ending.ok ? rowsOf(ending) : []));
  return `${byteOrderMark ? '\ufeff' : ''}${[head, ...rows].join('\r\n')}\r\n`;
}
