import type { ComparedTarget, Comparison } from '@perimeter/contract/compare';
import type { Usage } from '@perimeter/contract/account/usage';
import { severity } from '@perimeter/contract/finding';
import { safeText } from '@perimeter/report/safe-text';
import { counted } from '@perimeter/report/words';

const clean = (text: string): string => safeText(text, { maxLength: 253 });

/** Leaves out times beyond the range of JavaScript dates. */
const dayOf = (ms: number): string =>
  Number.isNaN(new Date(ms).getTime()) ? '?' : new Date(ms).toISOString().slice(0, 10);

function sideText({ domain, score, grade, pillars, issues, completedAt }: ComparedTarget): string[] {
  const rated = Object.entries(pillars).map(([name, pillar]) => `${name} ${pillar.score} (${pillar.status})`);
  const open = severity.options.filter((level) => issues[level] > 0).map((level) => `${issues[level]} ${level}`);
  return [
    `${clean(domain)}: ${score} of 100, grade ${grade}, audited on ${dayOf(completedAt)}`,
    `  ${rated.join(', ')}`,
    `  issues: ${open.length === 0 ? 'none' : open.join(', ')}`,
  ];
}

function leadText({ delta, lead, tieBreak }: Comparison): string {
  if (lead !== null) return `${clean(lead)} leads by ${counted(Math.abs(delta), 'point')}`;
  if (tieBreak === null) return 'The scores are equal';
  const why = tieBreak.by === 'uncapped' ? 'its score without caps is higher' : 'it has fewer severe issues';
  return `The scores are equal; ${clean(tieBreak.lead)} is ahead because ${why}`;
}

/** Where a finding is: @ is the domain or its www, ^ the registrable domain above it. */
function placeText({ domain }: ComparedTarget, { host, port }: Comparison['findings']['onlyInA'][number]): string {
  const name =
    host === '@' ? domain : host.replace(/^\^$/u, 'the domain above').replace(/\.\^$/u, ' below the domain above');
  return `${clean(name)}${port === null ? '' : `, port ${port}`}`;
}

/** Two audits side by side. */
export function comparisonText(comparison: Comparison): string {
  const { targetA, targetB, findings, findingsWithheld } = comparison;
  const only = (side: ComparedTarget, list: Comparison['findings']['onlyInA']): string[] =>
    list.length === 0
      ? []
      : [
          '',
          `Only ${clean(side.domain)}`,
          ...list.map((one) => `  ${one.severity}: ${clean(one.title)} (${placeText(side, one)})`),
        ];
  const lines = [
    ...sideText(targetA),
    ...sideText(targetB),
    leadText(comparison),
    ...only(targetA, findings.onlyInA),
    ...only(targetB, findings.onlyInB),
    ...(findingsWithheld === undefined ? [] : ['The findings are shown for audits of your own account only']),
  ];
  return `${lines.join('\n')}\n`;
}

/** The credits of the month. */
export function usageText({ used, limit, remaining, plan, isAuthenticated, resetsAt, unlimited }: Usage): string {
  const who = isAuthenticated ? `plan ${plan}` : 'without a key';
  const credits = unlimited ? `${used} credits used, no limit` : `${used} of ${limit} credits used, ${remaining} left`;
  return `${credits} (${who}); the next month begins on ${dayOf(resetsAt)}\n`;
}
