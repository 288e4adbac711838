import { type ModuleResult, type Report, reportSchemaVersion } from '@perimeter/contract/report';
import type { AuditFailure } from '@perimeter/contract/audit';
import { tallyOf } from '@perimeter/contract/issue';
import type { AuditEvidence } from '../evidence/evidence.ts';
import { engineVersion } from '../version.ts';
import { type EvaluatedPhase, evaluatePhase, type OnBug } from './evaluate.ts';
import { dnsCounts } from './report/dns-counts.ts';
import { failureOf, failureOfSilence } from './failure.ts';
import { byGravity, countSeverities } from './findings.ts';
import { planPhases } from './plan.ts';
import { judgedHeaders, withHeaders } from './report/http-headers.ts';
import { membersOf } from './report/members.ts';
import { notTested } from './report/not-tested.ts';
import { openAddressesOf, refusingOf, redirectsOf, standInOf, unreadOf } from './report/untested-addresses.ts';
import { weigh } from './report/weigh.ts';
import { sectionsOf } from './sections.ts';
import { vantageSection } from './vantage/section.ts';
import { vantageOf } from './vantage/vantage-of.ts';

/** The parts of a report besides the evidence. */
export interface ReportFrame {
  id: string;
  completedAtMs: number;
}

/** A report, or why the evidence is not enough for one. */
export type Judgement = { ok: true; report: Report } | { ok: false; failure: AuditFailure };

function toModuleResult({ phase, checks }: EvaluatedPhase): ModuleResult {
  const { id, title, category } = phase.module;
  return { id, phase: phase.name, title, category, checks: checks.map(({ result }) => result) };
}

/** Assembles judged phases into a report, or returns why there is none. Pure: equal input gives equal bytes. */
export function assembleReport(
  evidence: AuditEvidence,
  phases: readonly EvaluatedPhase[],
  frame: ReportFrame,
  onBug: OnBug,
): Judgement {
  const stopped = failureOf(evidence);
  if (stopped !== null) return { ok: false, failure: stopped };
  const { scored, outlook } = weigh(evidence, phases);
  if (!scored.sufficient) return { ok: false, failure: failureOfSilence(evidence) };
  const checks = phases.flatMap((phase) => phase.checks);
  const findings = checks.flatMap((check) => check.findings).toSorted(byGravity);
  const { target } = evidence;
  const vantage = vantageOf(evidence);
  const headers = judgedHeaders(evidence, phases);
  const report: Report = {
    id: frame.id,
    domain: target.domain,
    status: 'completed',
    score: scored.score,
    findings,
    schemaVersion: reportSchemaVersion,
    scanMode: target.scanMode,
    ...(target.authority === true ? { authority: target.authority } : {}),
    startedAt: target.startedAtMs,
    completedAt: frame.completedAtMs,
    engineVersion,
    severities: countSeverities(findings),
    issues: { ...tallyOf(findings).bySeverity },
    coverage: {
      ...scored.coverage,
      notTested: notTested(evidence, phases),
      ...openAddressesOf(evidence),
      ...refusingOf(evidence),
      ...unreadOf(evidence),
      ...standInOf(evidence),
      ...redirectsOf(evidence),
      dns: dnsCounts(evidence),
      vantage,
    },
    outlook: outlook(),
    modules: phases.map(toModuleResult),
    observations: checks.flatMap((check) => check.observations),
    ...membersOf(evidence, headers?.map(({ header }) => header) ?? null, findings),
    sections: [...withHeaders(sectionsOf(evidence, onBug), headers), vantageSection(vantage)],
  };
  return { ok: true, report };
}

/** Judges stored evidence again: the report that an audit would give by current rules. */
export function judgeEvidence(evidence: AuditEvidence, frame: ReportFrame, onBug: OnBug): Judgement {
  const phases = planPhases(evidence.target.scanMode).map((phase) => evaluatePhase(phase, evidence, onBug));
  return assembleReport(evidence, phases, frame, onBug);
}
