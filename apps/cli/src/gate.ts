import type { Accepted } from '@perimeter/contract/waiver/apply';
import { type Severity, severity } from '@perimeter/contract/finding';
import { tallyOf } from '@perimeter/contract/issue';
import { unseen } from '@perimeter/report/verdict/verdict';
import { counted } from '@perimeter/report/words';
import type { Report } from '@perimeter/contract/report';
import { type Grade, isWorseGrade } from '@perimeter/contract/grade';

/** The limits that a report must meet; null: no limit. */
export interface Gate {
  failOn: Severity | null;
  minGrade: Grade | null;
  minScore: number | null;
  /** With a baseline. */
  failOnNew?: Severity | null;
  maxDrop?: number | null;
}

/** What a baseline adds to a verdict. */
export interface Compared {
  reasons: readonly string[];
  notes: readonly string[];
}

// Severities are ordered from the highest, so positions can be compared.
const atLeastAsBad = (limit: Severity): Severity[] => severity.options.slice(0, severity.options.indexOf(limit) + 1);

/** Issues at least as severe as the limit. */
function severe(failOn: Severity | null, findings: Report['findings']): number {
  const { bySeverity } = tallyOf(findings);
  return failOn === null ? 0 : atLeastAsBad(failOn).reduce((sum, level) => sum + bySeverity[level], 0);
}

/** True if a finding has more evidence than a name or word. */
const isSure = ({ confidence }: Report['findings'][number]): boolean => confidence !== 'potential';

/** Issues with only potential findings that would otherwise fail the gate. */
function unsure(failOn: Severity | null, findings: Report['findings']): string {
  const count = severe(failOn, findings) - severe(failOn, findings.filter(isSure));
  return count === 0 ? '' : `; ${counted(count, 'potential issue')} not counted by --fail-on`;
}

/** What the gate ignored because its risk is accepted; limits on score and grade ignore nothing. */
function leftOut({ failOn }: Gate, { findings }: Report, accepted: Accepted | undefined): string {
  const waived = findings.filter(({ fingerprint }) => accepted?.waived.has(fingerprint) === true);
  const count = waived.length;
  if (accepted === undefined || count === 0) return '';
  const { score } = accepted;
  const told = score === null ? '' : `, score with accepted risks ${score.total}, grade ${score.grade}`;
  const what = failOn === null ? 'accepted' : 'accepted and not counted by --fail-on';
  return `; ${counted(count, 'finding')} ${what}${told}`;
}

/** Why a report fails the gate, one reason per line; empty if it passes. */
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

/** The gate's result: a failed limit takes precedence over an incomplete audit, which proves nothing. */
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
