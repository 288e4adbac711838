import type { Accepted } from '@perimeter/contract/waiver/apply';
import { type Severity, severity } from '@perimeter/contract/finding';
import { tallyOf } from '@perimeter/contract/issue';
import { unseen } from '@perimeter/report/verdict/verdict';
import { counted } from '@perimeter/report/words';
import type { Report } from '@perimeter/contract/report';
import { type Grade, isWorseGrade } from '@perimeter/contract/grade';

/** What a report must fulfil so that a pipeline goes on; null: not asked. */
export interface Gate {
  failOn: Severity | null;
  minGrade: Grade | null;
  minScore: number | null;
  /** Against a baseline. */
  failOnNew?: Severity | null;
  maxDrop?: number | null;
}

/** What a baseline adds to a verdict. */
export interface Compared {
  reasons: readonly string[];
  notes: readonly string[];
}

// Severities stand worst first, so a position compares.
const atLeastAsBad = (limit: Severity): Severity[] => severity.options.slice(0, severity.options.indexOf(limit) + 1);

/** Issues at least as severe as the limit. */
function severe(failOn: Severity | null, findings: Report['findings']): number {
  const { bySeverity } = tallyOf(findings);
  return failOn === null ? 0 : atLeastAsBad(failOn).reduce((sum, level) => sum + bySeverity[level], 0);
}

/** Whether more than a name or a word speaks for a finding. */
const isSure = ({ confidence }: Report['findings'][number]): boolean => confidence !== 'potential';

/** Issues that are potential alone, and severe enough to stop a pipeline if they were more. */
function unsure(failOn: Severity | null, findings: Report['findings']): string {
  const count = severe(failOn, findings) - severe(failOn, findings.filter(isSure));
  return count === 0 ? '' : `; ${counted(count, 'potential issue')} not counted by --fail-on`;
}

/** What the gate left out because its risk is accepted; the limits of score and grade leave nothing out. */
function leftOut({ failOn }: Gate, { findings }: Report, accepted: Accepted | undefined): string {
  const waived = findings.filter(({ fingerprint }) => accepted?.waived.has(fingerprint) === true);
  const count = waived.length;
  if (accepted === undefined || count === 0) return '';
  const { score } = accepted;
  const told = score === null ? '' : `, score with accepted risks ${score.total}, grade ${score.grade}`;
  const what = failOn === null ? 'accepted' : 'accepted and not counted by --fail-on';
  return `; ${counted(count, 'finding')} ${what}${told}`;
}

/** Why a report does not pass the asked limits, one reason a line; none where it passes. */
function gateFailures(
  { failOn, minGrade, minScore }: Gate,
  { findings, score }: Report,
  accepted?: Accepted,
): string[] {
  const open = findings.filter(({ fingerprint }) => accepted?.waived.has(fingerprint) !== true);
  const issues = severe(failOn, open.filter(isSure));
  const orWorse = failOn === 'critical' ? '' : ' or worse';
  return [
    ...(issues > 0 ? [`${counted(issues, 'issue')} of severity ${failOn}${orWorse}`] : []),
    ...(minGrade !== null && isWorseGrade(score.grade, minGrade) ? [`grade ${score.grade} is below ${minGrade}`] : []),
    ...(minScore !== null && score.total < minScore ? [`score ${score.total} is below ${minScore}`] : []),
  ];
}

/** How an audit passes the gate: a failed gate counts first, then an incomplete audit, which proves nothing good. */
export function gateVerdict(
  { gate, allowIncomplete }: { gate: Gate; allowIncomplete: boolean },
  report: Report,
  accepted?: Accepted,
  compared: Compared = { reasons: [], notes: [] },
): { outcome: 'ok' | 'gateFailed' | 'noReport'; text: string } {
  const open = report.findings.filter(({ fingerprint }) => accepted?.waived.has(fingerprint) !== true);
  const notes = compared.notes.map((note) => `; ${note}`).join('');
  const waived = leftOut(gate, report, accepted) + unsure(gate.failOn, open) + notes;
  const reasons = [...gateFailures(gate, report, accepted), ...compared.reasons];
  if (reasons.length > 0) return { outcome: 'gateFailed', text: `gate failed: ${reasons.join(', ')}${waived}` };
  if (report.score.gradeStatus === 'final' || allowIncomplete) return { outcome: 'ok', text: `gate passed${waived}` };
  const { applicable, concluded } = report.coverage.overall;
  const { openAddresses, refusingAddresses, unreadDocument, standIn } = report.coverage;
  const seen = [openAddresses, refusingAddresses, unreadDocument, standIn].every((gap) => gap === undefined)
    ? `${concluded} of ${applicable} applicable checks had a result`
    : unseen(report);
  return { outcome: 'noReport', text: `incomplete: ${seen}; use --allow-incomplete to accept a provisional grade` };
}
