import type { Severity } from '@perimeter/contract/finding';
import { type Issue, tallyOf, tallyText } from '@perimeter/contract/issue';
import { safeText } from '../safe-text.ts';
import { orderedIssues } from '../verdict/fix-first.ts';
import { scoreText } from '../verdict/score-text.ts';
import { verdict } from '../verdict/verdict.ts';
import { counted } from '../words.ts';
import { type Accepted, acceptedOf, acceptedPart, acceptedSum } from '../accepted.ts';
import { type AuditEnding, failedAuditText, type SourceLine } from './ending.ts';

const levels = ['error', 'warning', 'notice'] as const;
type Level = (typeof levels)[number];

interface Annotation {
  level: Level;
  title: string;
  /** Each on its own line. */
  lines: readonly string[];
  source: SourceLine | null;
}

/** GitHub's maximum of annotations per level and step. */
const maxPerLevel = 10;

const levelOf: Record<Severity, Level> = { critical: 'error', high: 'error', medium: 'warning', low: 'notice' };

const ESCAPES: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A', ':': '%3A', ',': '%2C' };

/** Escapes the message of a workflow command: line ends and the escape character. */
const data = (text: string): string => text.replaceAll(/[%\r\n]/gu, (found) => ESCAPES[found] ?? found);

/** Escapes a property of a workflow command: also the characters that end it. */
const property = (text: string): string => text.replaceAll(/[%\r\n:,]/gu, (found) => ESCAPES[found] ?? found);

function command({ level, title, lines, source }: Annotation): string {
  const properties = [
    ...(source === null ? [] : [`file=${property(safeText(source.path))}`, `line=${source.line}`]),
    `title=${property(safeText(title, { maxLength: 200 }))}`,
  ];
  return `::${level} ${properties.join(',')}::${data(lines.map((line) => safeText(line, { maxLength: 1_000 })).join('\n'))}`;
}

function ofIssue(issue: Issue, domain: string, source: SourceLine | null, accepted: Accepted | undefined): Annotation {
  const [{ severity, cvss, title, description, affectedUrl, checkId }, ...others] = issue;
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more finding')} of this check`;
  const risk = acceptedPart(accepted, issue);
  const waived = issue.filter((finding) => acceptedOf(accepted, finding) !== null).length;
  return {
    level: waived === issue.length ? 'notice' : levelOf[severity],
    title: `${domain}: ${title} (${severity} ${cvss.toFixed(1)})`,
    lines: [...(risk === null ? [] : [`Risk ${risk}`]), description, `${affectedUrl}${more}, check ${checkId}`],
    source,
  };
}

function annotationsOf(ending: AuditEnding): Annotation[] {
  const { source } = ending;
  if (!ending.ok) {
    const { domain } = ending.failed;
    return [
      { level: 'error', title: `The audit of ${domain} failed`, lines: [failedAuditText(ending.failed)], source },
    ];
  }
  const { domain, score, findings } = ending.report;
  const result = `${domain}: grade ${score.grade}, ${scoreText(score)}, ${tallyText(tallyOf(findings))}`;
  const sum = acceptedSum(ending.accepted, ending.report);
  return [
    { level: 'notice', title: result, lines: [verdict(ending.report), ...(sum === null ? [] : [sum])], source },
    ...orderedIssues(ending.report).map((issue) => ofIssue(issue, domain, source, ending.accepted)),
  ];
}

/** At most the maximum, with the last one replaced by the number of omitted ones. */
function withinLimit(annotations: readonly Annotation[], level: Level): Annotation[] {
  const left = annotations.length - (maxPerLevel - 1);
  if (annotations.length <= maxPerLevel) return [...annotations];
  const lines = ['GitHub shows ten per step: the other report formats list all of them'];
  return [
    ...annotations.slice(0, maxPerLevel - 1),
    { level, title: `${left} more of this level`, lines, source: null },
  ];
}

/** Workflow commands of GitHub Actions: one annotation per check, at most ten per level, the most severe first. */
export function renderGithub(endings: readonly AuditEnding[]): string {
  const all = endings.flatMap(annotationsOf);
  const kept = levels.flatMap((level) =>
    withinLimit(
      all.filter((one) => one.level === level),
      level,
    ),
  );
  return kept.map((one) => `${command(one)}\n`).join('');
}
