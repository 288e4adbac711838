import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { safeLines, safeText } from '../safe-text.ts';
import { verdict } from '../verdict.ts';
import { evidenceLines } from './evidence-lines.ts';

/** What a job summary takes comfortably, and a comment on a change at all. */
const maxBytes = 64 * 1024;
const maxEvidenceLines = 20;

// Everything that Markdown or its extensions act on, mentions and issue numbers included.
const ACTIVE = /[\\`*_{}[\]()#+\-.!|<>~@&:$=^]/gu;

/** Text from a target or of ours that shows as itself. */
const literal = (text: string, maxLength = 300): string =>
  safeText(text, { maxLength }).replaceAll(ACTIVE, (found) => `\\${found}`);

/** A fence longer than any run of backticks within. */
function fenced(lines: readonly string[]): string[] {
  const runs = lines.flatMap((line) => [...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return [`${fence}text`, ...lines, fence];
}

/** The checks' own prose: Markdown as it is, without HTML outside of code. */
function proseLines(markdown: string): string[] {
  let inCode = false;
  return safeLines(markdown, { maxLength: 4_000 }).map((line) => {
    const isFence = /^\s*(?:```|~~~)/u.test(line);
    if (isFence) inCode = !inCode;
    if (isFence || inCode) return line;
    return line
      .split('`')
      .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
      .join('`');
  });
}

const summaryRow = (finding: Finding): string =>
  `| ${finding.severity} | ${finding.cvss.toFixed(1)} | ${literal(finding.title)} | ${literal(finding.affectedUrl, 120)} | \`${finding.checkId}\` |`;

function details(finding: Finding): string[] {
  const lines = evidenceLines(finding.evidence);
  const cut = lines.length > maxEvidenceLines ? [...lines.slice(0, maxEvidenceLines), '…'] : lines;
  return [
    '<details>',
    `<summary>${finding.severity} ${finding.cvss.toFixed(1)}: ${literal(finding.title)}</summary>`,
    '',
    literal(finding.description, 1_000),
    '',
    `\`${finding.cvssVector}\``,
    '',
    ...fenced(cut),
    '',
    ...proseLines(finding.remediation.fix),
    '',
    '</details>',
    '',
  ];
}

function head(report: Report): string[] {
  const { score, coverage, domain, scanMode, startedAt } = report;
  return [
    `# ${literal(domain)}: ${score.grade}, ${score.total} of 100`,
    '',
    `${verdict(report)}. ${scanMode} audit of ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    '| Category | Score | Grade | Judged |',
    '|---|---:|---|---:|',
    ...categoryKey.options.map((category) => {
      const { applicable, concluded } = coverage.categories[category];
      const [points, grade] =
        applicable === 0 ? ['', ''] : [String(score.categories[category]), score.categoryGrades[category]];
      return `| ${categoryTitles[category]} | ${points} | ${grade} | ${concluded} of ${applicable} |`;
    }),
    '',
  ];
}

const bytesOf = (lines: readonly string[]): number => new TextEncoder().encode(lines.join('\n')).length + 1;

/** Parts in order for as long as they fit; whole parts only, so that no fence or element stays open. */
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

/** The report for a job summary or a comment: GitHub's Markdown, at most 64 KiB, nothing of the target's active in it. */
export function renderMarkdown(report: Report): string {
  const { findings } = report;
  const top = [
    ...head(report),
    ...(findings.length === 0 ? [] : ['| Severity | CVSS | Finding | Where | Check |', '|---|---:|---|---|---|']),
  ];
  const spare = 200;
  const rows = fitting(
    findings.map((finding) => [summaryRow(finding)]),
    maxBytes - bytesOf(top) - spare,
  );
  const rest = maxBytes - bytesOf(top) - bytesOf(rows.lines) - spare;
  const texts = fitting(findings.map(details), rest);
  const left = findings.length - texts.kept;
  return [
    ...top,
    ...rows.lines,
    ...(findings.length === 0 ? [] : ['']),
    ...texts.lines,
    ...(left > 0
      ? [`${left} of ${findings.length} findings without details here: the JSON report has them all.`, '']
      : []),
    `Audit \`${report.id}\``,
    '',
  ].join('\n');
}
