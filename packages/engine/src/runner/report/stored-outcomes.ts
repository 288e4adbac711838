import type { CheckResult, ModuleResult, Report } from '@perimeter/contract/report';
import type { AfterFixes, Outlook, Score } from '@perimeter/contract/score';
import { modules } from '../../modules/registry.ts';
import type { JudgedCheck } from '../../scoring/coverage.ts';
import { scoreVector } from '../../scoring/cvss.ts';
import { stepsOf } from '../../scoring/outlook.ts';
import { penaltyOf } from '../../scoring/penalty.ts';
import { type Circumstance, policy } from '../../scoring/policy.data.ts';
import { scoreAudit } from '../../scoring/score.ts';
import { causeOfReason } from '../inconclusive/next-steps.ts';
import { isHidden, presumedOf } from '../inconclusive/presumed.ts';

/** The parts of a stored report that scoring reads. */
export interface ScoredReport {
  score: Pick<Score, 'total' | 'grade' | 'policyVersion' | 'notAPlus'> & {
    caps: readonly Pick<Score['caps'][number], 'limit' | 'reason' | 'circumstance'>[];
  };
  modules: readonly (Pick<ModuleResult, 'category'> & {
    checks: readonly Pick<CheckResult, 'id' | 'title' | 'outcome' | 'reason'>[];
  })[];
  findings: readonly Pick<Report['findings'][number], 'checkId' | 'cvss' | 'confidence' | 'fingerprint'>[];
  coverage: {
    openAddresses?: readonly string[] | undefined;
    refusingAddresses?: readonly string[] | undefined;
    unreadDocument?: string | undefined;
  };
}

/** The outcomes of a stored report, to be scored without some of its findings. */
export interface StoredOutcomes {
  /** The score if these checks were fixed, with its steps; other ids have no effect. Null: too few results for a score. */
  ifFixed: (checkIds: ReadonlySet<string>) => (AfterFixes & { steps: Outlook['steps'] }) | null;
  /** The score without the findings of these fingerprints: a check without remaining findings counts as passed. */
  without: (fingerprints: ReadonlySet<string>) => AfterFixes | null;
}

/** Penalty of a confirmed finding with the check's own vector: the weight of each check. */
const weights: ReadonlyMap<string, number> = new Map(
  modules.flatMap(({ checks }) =>
    checks.map(({ id, cvss }) => {
      const own = cvss === undefined ? 0 : scoreVector(cvss).score;
      return [id, Math.max(1, penaltyOf({ cvss: own, confidence: 'confirmed' }, policy))] as const;
    }),
  ),
);

/** True for a cap of this circumstance: by its code, which reports before it lack. */
const isCapOf = (
  rule: Extract<(typeof policy.caps)[number], { when: 'circumstance' }>,
  { limit, reason, circumstance }: ScoredReport['score']['caps'][number],
): boolean =>
  circumstance === undefined ? limit === rule.limit && reason === rule.reason : circumstance === rule.circumstance;

/** The circumstances of the evidence as stored in the report: each has a cap, a list of addresses or a reason. */
function circumstancesIn({ score, coverage }: ScoredReport): Circumstance[] {
  const capped = policy.caps.flatMap((rule) =>
    rule.when === 'circumstance' && score.caps.some((cap) => isCapOf(rule, cap)) ? [rule.circumstance] : [],
  );
  return [
    ...new Set<Circumstance>([
      ...capped,
      ...((coverage.openAddresses?.length ?? 0) > 0 ? (['unseen-address'] as const) : []),
      ...((coverage.refusingAddresses?.length ?? 0) > 0 ? (['web-refused'] as const) : []),
      ...(coverage.unreadDocument === undefined ? [] : (['document-unread'] as const)),
    ]),
  ];
}

type Finding = ScoredReport['findings'][number];

function judged(report: ScoredReport, isLeftOut: (finding: Finding) => boolean): JudgedCheck[] {
  const byCheck = Map.groupBy(report.findings, ({ checkId }) => checkId);
  return report.modules.flatMap(({ category, checks }) =>
    checks.map((check): JudgedCheck => {
      const { id, title, outcome, reason } = check;
      const cause = outcome === 'inconclusive' ? causeOfReason(reason) : null;
      const all = byCheck.get(id) ?? [];
      const instances = all.filter((finding) => !isLeftOut(finding));
      const isCleared = outcome === 'fail' && all.length > 0 && instances.length === 0;
      const weight = weights.get(id) ?? 1;
      const seen = { presumed: presumedOf(id, cause), hidden: isHidden(cause), instances };
      return { id, title, category, outcome: isCleared ? 'pass' : outcome, weight, ...seen };
    }),
  );
}

function scored(checks: readonly JudgedCheck[], circumstances: readonly Circumstance[]): AfterFixes | null {
  const result = scoreAudit(checks, policy, circumstances);
  if (!result.sufficient) return null;
  const { total, grade, gradeStatus, categories } = result.score;
  return { total, grade, gradeStatus, categories };
}

/**
 * The outcomes of a stored report under the current policy. Null where another policy scored it, or where its outcomes
 * do not reproduce its score, so that no other score would be comparable.
 */
export function storedOutcomes(report: ScoredReport): StoredOutcomes | null {
  if (report.score.policyVersion !== policy.version) return null;
  const circumstances = circumstancesIn(report);
  const checks = judged(report, () => false);
  if (checks.some(({ id }) => !weights.has(id))) return null;
  const own = scored(checks, circumstances);
  if (own === null || own.total !== report.score.total || own.grade !== report.score.grade) return null;
  return {
    ifFixed: (checkIds) => {
      const after = scored(
        judged(report, ({ checkId }) => checkIds.has(checkId)),
        circumstances,
      );
      const steps = stepsOf(checks, policy, circumstances, checkIds);
      return after === null ? null : { ...after, steps };
    },
    without: (fingerprints) =>
      scored(
        judged(report, ({ fingerprint }) => fingerprints.has(fingerprint)),
        circumstances,
      ),
  };
}
