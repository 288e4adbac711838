import type { Finding } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { orderedIssues } from '../verdict/fix-first.ts';
import { type Accepted, acceptedFindings, acceptedPart, acceptedSum } from '../accepted.ts';
import { type AuditEnding, type CompletedAudit, type FailedAudit, failedAuditText } from './ending.ts';
import { evidenceLines } from '../evidence-lines.ts';
import { markdownHead } from './markdown-head.ts';
import { sectionParts } from './markdown-sections.ts';
import { codeCell, fenced, literal, literalHtml, proseLines, tableLines } from './markdown-text.ts';
import { counted } from '../words.ts';

/** Fits a job summary easily, and a comment at all (GitHub's limit is 65,536 characters). */
const maxBytes = 64 * 1024;
const maxEvidenceLines = 20;
const maxSights = 3;
const maxPlaces = 20;

const summaryColumns = [
  { title: 'Severity' },
  { title: 'CVSS', align: 'right' },
  { title: 'Issue' },
  { title: 'Where' },
  { title: 'Check' },
] as const;

function summaryRow(group: Issue, accepted: Accepted | undefined): string[] {
  const [{ severity: level, cvss, title, affectedUrl, checkId }] = group;
  const more = group.length === 1 ? '' : ` and ${group.length - 1} more`;
  const waived = acceptedPart(accepted, group);
  const named = waived === null ? literal(title) : `${literal(title)} (${literal(waived, 200)})`;
  return [level, cvss.toFixed(1), named, `${codeCell(affectedUrl, 120)}${more}`, `\`${checkId}\``];
}

const place = ({ affectedUrl, address }: Finding): string =>
  `${codeCell(affectedUrl)}${address === null ? '' : ` at ${codeCell(address)}`}`;

function sight(finding: Finding): string[] {
  const lines = evidenceLines(finding.evidence);
  // The command that reproduces the finding is the last line: it is kept when the lines before it are cut.
  const command = lines.slice(maxEvidenceLines).filter((line) => line.startsWith('Reproduce: '));
  const cut = lines.length > maxEvidenceLines ? [...lines.slice(0, maxEvidenceLines), '…', ...command] : lines;
  return [
    `${place(finding)}:`,
    '',
    literal(finding.description, 1_000),
    '',
    ...(cut.length === 0 ? [] : [...fenced(cut), '']),
  ];
}

/** The places that have no evidence here, each with what was found where that is not described above. */
function otherPlaces(group: Issue): string[] {
  const findings = group.slice(maxSights);
  if (findings.length === 0) return [];
  const described = new Set(group.slice(0, maxSights).map(({ description }) => description));
  const left = findings.length - maxPlaces;
  const rest = left > 0 ? [`- and ${counted(left, 'more finding')}`] : [];
  const lines = findings.slice(0, maxPlaces).map((finding) => {
    const { description } = finding;
    return `- ${place(finding)}${described.has(description) ? '' : `: ${literal(description, 300)}`}`;
  });
  return ['Also found at', '', ...lines, ...rest, ''];
}

function details(group: Issue, accepted: Accepted | undefined): string[] {
  const [first] = group;
  const waived = acceptedPart(accepted, group);
  const { severity: level, cvss, cvssVector, title, remediation, checkId, confidence } = first;
  return [
    `<details><summary>${level} ${cvss.toFixed(1)}: ${literalHtml(title)}</summary>`,
    '',
    ...(waived === null ? [] : [`Risk ${literal(waived, 700)}.`, '']),
    ...group.slice(0, maxSights).flatMap(sight),
    ...otherPlaces(group),
    'How to fix:',
    '',
    ...proseLines(remediation.fix),
    '',
    `\`${checkId}\`, ${confidence}, \`${cvssVector}\``,
    '',
    '</details>',
    '',
  ];
}

const acceptedColumns = ['Finding', 'Where', 'Reason', 'Owner', 'Ends'].map((title) => ({ title }));

/** The accepted findings as a separate section. */
function acceptedLines({ report, accepted }: CompletedAudit): string[] {
  const all = acceptedFindings(accepted, report);
  if (all.length === 0) return [];
  const rows = all
    .slice(0, maxPlaces)
    .map(({ finding, risk }) => [
      literal(finding.title),
      codeCell(finding.affectedUrl, 120),
      literal(risk.reason, 300),
      literal(risk.owner ?? '', 100),
      risk.expires,
    ]);
  const left = all.length - rows.length;
  const rest = left > 0 ? ['', `${counted(left, 'more finding')} accepted.`] : [];
  return ['## Accepted risks', '', ...tableLines(acceptedColumns, rows), ...rest, ''];
}

const bytesOf = (lines: readonly string[]): number => new TextEncoder().encode(lines.join('\n')).length + 1;

/** As many parts as fit, in order; only whole ones, so that no fence or element stays open. */
function fitting(parts: readonly (readonly string[])[], room: number): { lines: string[]; kept: number } {
  const lines: string[] = [];
  let used = 0;
  let kept = 0;
  for (const part of parts) {
    used += bytesOf(part);
    if (used > room) break;
    lines.push(...part);
    kept += 1;
  }
  return { lines, kept };
}

/** Room for the note on omitted parts. */
const spareBytes = 200;
/** The sections' minimum share of the room, however many findings there are. */
const sectionShare = 0.25;
/** Rows per table: the next lower number if the sections would not fit. */
const sectionRows = [20, 8, 3];

/** The sections with as many rows as fit. */
function sectionLines(report: Report, room: number): string[] {
  const whole = sectionRows
    .map((rows) => sectionParts(report, rows).flat())
    .find((lines) => lines.length === 0 || bytesOf(lines) <= room);
  if (whole !== undefined) return whole;
  const parts = sectionParts(report, sectionRows.at(-1) ?? 0);
  const { lines, kept } = fitting(parts, room - spareBytes);
  return [...lines, `${parts.length - kept} of ${parts.length} sections are only in the JSON report.`, ''];
}

function reportLines(audit: CompletedAudit, room: number): string[] {
  const { report, accepted } = audit;
  const groups = orderedIssues(report);
  const top = [
    ...markdownHead(report, acceptedSum(accepted, report)),
    ...acceptedLines(audit),
    ...(groups.length === 0 ? [] : ['## Issues', '']),
  ];
  const table =
    groups.length === 0
      ? []
      : tableLines(
          summaryColumns,
          groups.map((group) => summaryRow(group, accepted)),
        );
  const rows = fitting(
    table.map((line) => [line]),
    room - bytesOf(top) - spareBytes,
  );
  const free = room - bytesOf(top) - bytesOf(rows.lines) - 2 * spareBytes;
  const reserved = Math.min(bytesOf(sectionParts(report, sectionRows[0] ?? 0).flat()), Math.floor(room * sectionShare));
  const texts = fitting(
    groups.map((group) => details(group, accepted)),
    free - reserved,
  );
  const left = groups.length - texts.kept;
  return [
    ...top,
    ...rows.lines,
    ...(groups.length === 0 ? [] : ['']),
    ...texts.lines,
    ...(left > 0 ? [`Details of ${left} of ${groups.length} issues are only in the JSON report.`, ''] : []),
    ...sectionLines(report, Math.max(0, free - bytesOf(texts.lines))),
  ];
}

const failedLines = (failed: FailedAudit): string[] => [
  `# ${literal(failed.domain)}: the audit failed`,
  '',
  `${literal(failedAuditText(failed), 1_000)}.`,
  '',
];

/** GitHub's Markdown for a job summary or comment: at most 64 KiB for all audits, with a target's text inactive. */
export function renderMarkdown(endings: readonly AuditEnding[]): string {
  const room = Math.floor(maxBytes / Math.max(1, endings.length));
  return `${endings
    .flatMap((ending) => (ending.ok ? reportLines(ending, room) : failedLines(ending.failed)))
    .join('\n')}\n`;
}
