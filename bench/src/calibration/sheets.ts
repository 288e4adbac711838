import { createHash } from 'node:crypto';
import type { Report } from '@perimeter/contract/report';
import { calibrationShapes } from '@perimeter/engine/runner/weights/calibration/sites.data';

const shortened = (text: string, limit: number): string => (text.length > limit ? `${text.slice(0, limit)}…` : text);
const firstLines = (text: string): string => text.split('\n').slice(0, 2).join(' / ');

/** An issue: what, where, and the first lines of its evidence, without severity and points. */
function issueLines(findings: Report['findings']): string[] {
  const byCheck = Map.groupBy(findings, ({ checkId }) => checkId);
  return [...byCheck.values()]
    .toSorted(([a], [b]) => ((a?.checkId ?? '') < (b?.checkId ?? '') ? -1 : 1))
    .flatMap((places) => {
      const [first] = places;
      if (first === undefined) return [];
      const where = [...new Set(places.map(({ affectedUrl }) => affectedUrl))].slice(0, 4).join(', ');
      return [
        `- ${first.title} [${first.confidence}] at ${where}${places.length > 4 ? ` and ${places.length - 4} more places` : ''}`,
        `  ${shortened(first.description.replaceAll('\n', ' '), 260)}`,
        `  proof: ${shortened(firstLines(first.evidence), 200)}`,
      ];
    });
}

/** The observations of a site, for people who rank sites without scores. */
function sheetOf({ domain, findings, modules }: Report): string {
  const checks = modules.flatMap((module) => module.checks);
  const count = (outcome: string): number => checks.filter((check) => check.outcome === outcome).length;
  return [
    `## ${domain}`,
    '',
    calibrationShapes[domain as keyof typeof calibrationShapes],
    '',
    `${count('pass')} checks passed, ${count('fail')} failed, ${count('inconclusive')} without an answer.`,
    '',
    ...issueLines(findings),
    '',
  ].join('\n');
}

const shuffleKey = (domain: string): string => createHash('sha256').update(domain).digest('hex');

/** The sheets of all sites, in a neutral order. */
export const sheetsOf = (reports: readonly Report[]): string =>
  reports
    .toSorted((a, b) => (shuffleKey(a.domain) < shuffleKey(b.domain) ? -1 : 1))
    .map(sheetOf)
    .join('\n');
