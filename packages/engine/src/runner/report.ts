import type { Finding, Severity } from '@perimeter/contract/finding';
import { type ModuleResult, type Report, reportSchemaVersion } from '@perimeter/contract/report';
import type { AuditFailure } from '@perimeter/contract/audit';
import type { AuditEvidence } from '../evidence/evidence.ts';
import { modules } from '../modules/registry.ts';
import { outlookOf } from '../scoring/outlook.ts';
import { policy } from '../scoring/policy.data.ts';
import { scoreAudit } from '../scoring/score.ts';
import { engineVersion } from '../version.ts';
import { circumstancesOf } from './circumstances.ts';
import { type EvaluatedPhase, evaluatePhase, type OnBug, toJudged } from './evaluate.ts';
import { dnsCounts } from './dns-counts.ts';
import { auditFailure, failureOf } from './failure.ts';
import { byGravity } from './findings.ts';
import { oldLists } from './old-lists.ts';
import { planPhases } from './plan.ts';
import { sectionsOf } from './sections.ts';
import { certificatesMember } from '../evidence/certificates/member.ts';
import { dnsMember } from '../evidence/dns/member.ts';
import { httpMember } from '../evidence/http/member.ts';
import { tlsMember } from '../evidence/tls/member.ts';
import { vulnerabilitiesMember } from '../evidence/vulnerabilities/member.ts';

/** What a report needs beside the evidence. */
export interface ReportFrame {
  id: string;
  completedAtMs: number;
}

/** A report, or why the evidence does not carry one. */
export type Judgement = { ok: true; report: Report } | { ok: false; failure: AuditFailure };

const neverAsked = [
  'Request smuggling, password guessing, exploit payloads, HTTP/2 resets, PUT and DELETE requests, form submission',
];

/** Everything that was not tested: missing modules, checks of the other mode, addresses beyond the cap, open checks. */
function notTested(evidence: AuditEvidence, phases: readonly EvaluatedPhase[]): Report['coverage']['notTested'] {
  const { scanMode } = evidence.target;
  const asked = new Set(phases.flatMap(({ checks }) => checks.map(({ check }) => check.id)));
  return [
    ...modules
      .filter(({ checks }) => checks.length === 0)
      .map(({ title }) => ({ what: title, reason: 'No checks in this version' })),
    ...modules
      .flatMap(({ checks }) => checks)
      .filter(({ id }) => !asked.has(id))
      .map(({ id }) => ({ what: id, reason: `Deep mode only (this audit: ${scanMode})` })),
    ...(evidence.endpoints?.hosts ?? []).flatMap(({ host, notProbed }) =>
      notProbed.map((address) => ({
        what: `${host} at ${address}`,
        reason: 'Only four addresses per family are probed',
      })),
    ),
    ...phases.flatMap(({ checks }) =>
      checks
        .filter(({ result }) => result.outcome === 'inconclusive')
        .map(({ result }) => ({ what: result.id, reason: result.reason })),
    ),
    ...oldLists(evidence),
    ...neverAsked.map((what) => ({ what, reason: 'Out of scope' })),
  ];
}

function toModuleResult({ phase, checks }: EvaluatedPhase): ModuleResult {
  const { id, title, category } = phase.module;
  return { id, phase: phase.name, title, category, checks: checks.map(({ result }) => result) };
}

function countSeverities(findings: readonly Finding[]): Report['severities'] {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') };
}

/** Puts judged phases together into a report, or says why there can be none. Pure: the same in, the same bytes out. */
export function assembleReport(
  evidence: AuditEvidence,
  phases: readonly EvaluatedPhase[],
  frame: ReportFrame,
  onBug: OnBug,
): Judgement {
  const stopped = failureOf(evidence);
  if (stopped !== null) return { ok: false, failure: stopped };
  const judged = phases.flatMap(toJudged);
  const circumstances = circumstancesOf(evidence);
  const scored = scoreAudit(judged, policy, circumstances);
  if (!scored.sufficient) return { ok: false, failure: auditFailure('insufficient_coverage') };
  const checks = phases.flatMap((phase) => phase.checks);
  const findings = checks.flatMap((check) => check.findings).toSorted(byGravity);
  const { target, tls, http, dns, endpoints, certificates, vulnerabilities } = evidence;
  const report: Report = {
    id: frame.id,
    domain: target.domain,
    status: 'completed',
    score: scored.score,
    findings,
    schemaVersion: reportSchemaVersion,
    scanMode: target.scanMode,
    startedAt: target.startedAtMs,
    completedAt: frame.completedAtMs,
    engineVersion,
    severities: countSeverities(findings),
    coverage: { ...scored.coverage, notTested: notTested(evidence, phases), dns: dnsCounts(evidence) },
    outlook: outlookOf(judged, policy, circumstances),
    modules: phases.map(toModuleResult),
    observations: checks.flatMap((check) => check.observations),
    tls: tls === undefined ? null : tlsMember(tls, certificates),
    certificates: certificates === undefined ? null : certificatesMember(certificates),
    vulnerabilities: vulnerabilities === undefined ? null : vulnerabilitiesMember(vulnerabilities),
    http: http === undefined ? null : httpMember(http),
    dns: dns === undefined ? null : dnsMember(dns, endpoints),
    sections: sectionsOf(evidence, onBug),
  };
  return { ok: true, report };
}

/** Judges stored evidence from the start: what an audit of it would have reported, under today's rules. */
export function judgeEvidence(evidence: AuditEvidence, frame: ReportFrame, onBug: OnBug): Judgement {
  const phases = planPhases(evidence.target.scanMode).map((phase) => evaluatePhase(phase, evidence, onBug));
  return assembleReport(evidence, phases, frame, onBug);
}
