import type { Finding, Observation } from '@perimeter/contract/finding';
import type { CheckResult } from '@perimeter/contract/report';
import type { Check } from '../catalogue/check.ts';
import { inconclusive, type Outcome, type Why, openBy, whyBy } from '../catalogue/outcome.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';
import type { JudgedCheck } from '../scoring/coverage.ts';
import { scoreVector } from '../scoring/cvss.ts';
import { penaltyOf } from '../scoring/penalty.ts';
import { policy } from '../scoring/policy.data.ts';
import { toFinding, toObservation } from './findings.ts';
import type { Phase } from './plan.ts';
import { explained } from './inconclusive/next-steps.ts';
import { isHidden, presumedOf } from './inconclusive/presumed.ts';
import { outcomeBehindProxy } from './site/behind-proxy.ts';
import { outcomeWithoutSite } from './site/without-site.ts';

/** Called when a check throws: an internal error, which affects only that check. */
export type OnBug = (where: string, error: unknown) => void;

/** One check with its outcome and derived data. */
export interface EvaluatedCheck {
  check: Check;
  result: CheckResult;
  /** Why it is inconclusive; null: it is not. */
  cause: Why['cause'] | null;
  findings: readonly Finding[];
  observations: readonly Observation[];
}

/** One phase, judged. */
export interface EvaluatedPhase {
  phase: Phase;
  checks: readonly EvaluatedCheck[];
}

/** Why a check's evidence is missing; null where it is complete. */
function missingEvidence(check: Check, evidence: AuditEvidence): Why | null {
  const absent = check.needs.find((kind) => evidence[kind] === undefined);
  if (absent === undefined) return null;
  const reason = evidence.missing.find(({ kind }) => kind === absent)?.reason ?? 'it was not collected';
  return whyBy('evidence-missing', { kind: absent, reason });
}

function evaluateCheck(phase: Phase, check: Check, evidence: AuditEvidence, onBug: OnBug): EvaluatedCheck {
  const { category } = phase.module;
  const settle = (outcome: Outcome): EvaluatedCheck => {
    const findings =
      outcome.outcome === 'fail' ? outcome.findings.map((draft) => toFinding(check, category, draft)) : [];
    const observations =
      outcome.outcome === 'informational'
        ? outcome.observations.map((draft) => toObservation(check, category, draft))
        : [];
    const { id, title } = check;
    const reason = outcome.outcome === 'inconclusive' ? explained(outcome) : outcome.reason;
    const result = { id, title, outcome: outcome.outcome, reason, findings: findings.length };
    const cause = outcome.outcome === 'inconclusive' ? outcome.cause : null;
    return { check, result, cause, findings, observations };
  };
  const settled = outcomeWithoutSite(category, evidence) ?? outcomeBehindProxy(check, evidence);
  if (settled !== null) return settle(settled);
  const absent = missingEvidence(check, evidence);
  if (absent !== null) return settle(inconclusive(absent));
  try {
    return settle(check.evaluate(evidence));
  } catch (error) {
    onBug(check.id, error);
    return settle(openBy('check-broke'));
  }
}

/** Evaluates every check of a phase. A check that throws is inconclusive, and the others continue. */
export function evaluatePhase(phase: Phase, evidence: AuditEvidence, onBug: OnBug): EvaluatedPhase {
  return { phase, checks: phase.checks.map((check) => evaluateCheck(phase, check, evidence, onBug)) };
}

/** A check as scoring sees it. */
export function toJudged({ phase, checks }: EvaluatedPhase): JudgedCheck[] {
  return checks.map(({ check, result, cause, findings }) => {
    const cvss = check.cvss === undefined ? 0 : scoreVector(check.cvss).score;
    return {
      id: check.id,
      title: check.finding,
      category: phase.module.category,
      outcome: result.outcome,
      weight: Math.max(1, penaltyOf({ cvss, confidence: 'confirmed' }, policy)),
      presumed: presumedOf(check.id, cause),
      hidden: isHidden(cause),
      instances: findings.map((finding) => ({ cvss: finding.cvss, confidence: finding.confidence })),
    };
  });
}
