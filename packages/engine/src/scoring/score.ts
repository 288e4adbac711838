import { type CategoryKey, categoryKey } from '@perimeter/contract/category';
import type { Coverage, Deduction, Grade, Score } from '@perimeter/contract/score';
import { capsOf } from './caps.ts';
import { type JudgedCheck, measureCoverage } from './coverage.ts';
import { gradeOf, reasonsAgainstAPlus } from './grade.ts';
import { checkPenalty } from './penalty.ts';
import type { ScoringPolicy } from './policy.data.ts';

/** Points are carried in millionths, so that integers hold every step exactly. */
const micro = 1_000_000;
const full = 100 * micro;
/** Millionths in a thousandth: deductions are told in thousandths of a point. */
const microInMilli = 1000;

interface CategoryPoints {
  category: CategoryKey;
  weight: number;
  /** After the checks' penalties. */
  points: number;
  /** As it enters the total. */
  entered: number;
  losses: readonly { check: JudgedCheck; micro: number }[];
}

const byId = (a: JudgedCheck, b: JudgedCheck): number => (a.id < b.id ? -1 : Number(a.id > b.id));

/** Takes each check's penalty off what is left, in the order of ids: no early zero, and no order of execution shows. */
function categoryPoints(category: CategoryKey, checks: readonly JudgedCheck[], policy: ScoringPolicy): CategoryPoints {
  const losses: { check: JudgedCheck; micro: number }[] = [];
  let points = full;
  for (const check of checks.filter((each) => each.category === category)) {
    const after = Math.floor((points * (100 - checkPenalty(check.instances, policy))) / 100);
    if (after < points) losses.push({ check, micro: points - after });
    points = after;
  }
  return { category, weight: policy.weights[category], points, entered: points, losses };
}

/** The weighted mean in millionths, rounded down; full where there is nothing to weigh. */
function weightedMean(parts: readonly { weight: number; value: number }[]): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? full : Math.floor(parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight);
}

/** Lets a category that was hardly seen enter at no more than the mean of the others. */
function enter(
  all: readonly CategoryPoints[],
  coverage: Omit<Coverage, 'notTested'>,
  policy: ScoringPolicy,
): CategoryPoints[] {
  return all.map((one) => {
    if (coverage.categories[one.category].assuredPermille >= policy.neutralBelowPermille) return one;
    const others = all.filter((other) => other !== one).map(({ weight, points }) => ({ weight, value: points }));
    return { ...one, entered: Math.min(one.points, weightedMean(others)) };
  });
}

/** Splits what is missing to 100 into its causes, in thousandths; they sum to it exactly. */
function deductionsOf(
  entered: readonly CategoryPoints[],
  uncapped: number,
  total: number,
  caps: Score['caps'],
): Deduction[] {
  const weight = entered.reduce((sum, part) => sum + part.weight, 0);
  const share = (part: CategoryPoints, lost: number): number =>
    Math.floor((part.weight * lost) / (weight * microInMilli));
  const named = entered.flatMap((part): Deduction[] => [
    ...part.losses.map(({ check, micro: lost }): Deduction => ({
      source: check.id,
      kind: 'check',
      category: part.category,
      title: check.title,
      milliPoints: share(part, lost),
    })),
    {
      source: part.category,
      kind: 'coverage',
      category: part.category,
      title: 'Too little was seen to count for more than the other categories',
      milliPoints: share(part, part.points - part.entered),
    },
  ]);
  const [lowest] = caps;
  const rest = (100 - uncapped) * 1000 - named.reduce((sum, { milliPoints }) => sum + milliPoints, 0);
  return [
    ...named,
    {
      source: 'rounding',
      kind: 'rounding',
      category: null,
      title: 'Rounded down to whole points',
      milliPoints: rest,
    } as const,
    {
      source: lowest?.checkId ?? 'cap',
      kind: 'cap',
      category: null,
      title: lowest === undefined ? '' : `Capped at ${lowest.limit}: ${lowest.reason}`,
      milliPoints: (uncapped - total) * 1000,
    } as const,
  ].filter(({ milliPoints }) => milliPoints !== 0);
}

function categoryRecord<T>(of: (category: CategoryKey) => T): Record<CategoryKey, T> {
  return Object.fromEntries(categoryKey.options.map((category) => [category, of(category)])) as Record<CategoryKey, T>;
}

/** What scoring concludes: a score with its coverage, or that too little was seen for one. */
export type Scored =
  | { sufficient: true; score: Score; coverage: Omit<Coverage, 'notTested'> }
  | { sufficient: false; coverage: Omit<Coverage, 'notTested'> };

/** Scores an audit's checks by a policy: integer arithmetic, independent of order, never higher for one finding more. */
export function scoreAudit(unsorted: readonly JudgedCheck[], policy: ScoringPolicy): Scored {
  const checks = unsorted.toSorted(byId);
  const coverage = measureCoverage(checks);
  const { overall, categories: seen } = coverage;
  if (overall.applicable === 0 || overall.concludedPermille < policy.insufficientBelowPermille) {
    return { sufficient: false, coverage };
  }
  const applicable = categoryKey.options.filter((category) => seen[category].applicable > 0);
  const entered = enter(
    applicable.map((category) => categoryPoints(category, checks, policy)),
    coverage,
    policy,
  );
  const mean = weightedMean(entered.map(({ weight, entered: value }) => ({ weight, value })));
  const uncapped = Math.floor(mean / micro);
  const caps = capsOf(checks, overall.assuredPermille, policy);
  const total = Math.min(uncapped, ...caps.map(({ limit }) => limit));
  const notAPlus = reasonsAgainstAPlus(total, checks, coverage, policy);
  const letter = gradeOf(total, policy);
  const categories = categoryRecord((category) => {
    const points = entered.find((one) => one.category === category)?.entered;
    return points === undefined ? uncapped : Math.floor(points / micro);
  });
  const concluded = [overall, ...applicable.map((category) => seen[category])];
  const isProvisional = concluded.some(({ concludedPermille }) => concludedPermille < policy.provisionalBelowPermille);
  const score: Score = {
    total,
    grade: letter === 'A+' && notAPlus.length > 0 ? 'A' : letter,
    gradeStatus: isProvisional ? 'provisional' : 'final',
    categories,
    categoryGrades: categoryRecord((category): Grade => gradeOf(categories[category], policy)),
    uncapped,
    caps,
    deductions: deductionsOf(entered, uncapped, total, caps),
    notAPlus,
    policyVersion: policy.version,
  };
  return { sufficient: true, score, coverage };
}
