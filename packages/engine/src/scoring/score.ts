import { type CategoryKey, categoryKey, categoryTitles } from '@perimeter/contract/category';
import { type Grade, gradeOf } from '@perimeter/contract/grade';
import type { Deduction, Score } from '@perimeter/contract/score';
import { capsOf } from './caps.ts';
import { type CategoriesApart, type JudgedCheck, type Measured, measureCoverage } from './coverage.ts';
import { reasonsAgainstAPlus } from './against-a-plus.ts';
import { checkPenalty } from './penalty.ts';
import type { Circumstance, ScoringPolicy } from './policy.data.ts';
import { compareText } from '@perimeter/contract/text/order';

/** Points are integers in millionths, so that every step is exact. */
const micro = 1_000_000;
const full = 100 * micro;
/** Millionths per thousandth: deductions are reported in thousandths of a point. */
const microInMilli = 1000;

interface CategoryPoints {
  category: CategoryKey;
  weight: number;
  /** Points after the checks' penalties. */
  points: number;
  /** Points after those of hidden protections as well, each as if it were missing. */
  shown: number;
  /** The number that counts in the total. */
  entered: number;
  /** alone: the check's penalty in a category with full points. */
  losses: readonly { check: JudgedCheck; micro: number; alone: number }[];
}

const byId = (a: JudgedCheck, b: JudgedCheck): number => compareText(a.id, b.id);

/**
 * Each check's penalty in percent of the remaining points. Checks of a group share one root cause, so only the highest
 * penalty counts, the first by id among equal ones.
 */
function penaltiesOf(checks: readonly JudgedCheck[], policy: ScoringPolicy): Map<JudgedCheck, number> {
  // Checks without findings have no penalty; skipping them matters because the score after each fix uses all checks.
  const found = checks.filter(({ instances }) => instances.length > 0);
  const penalties = new Map(found.map((check) => [check, checkPenalty(check.instances, policy)]));
  for (const group of policy.groups) {
    const members = found
      .filter(({ id }) => group.includes(id))
      .toSorted((a, b) => (penalties.get(b) ?? 0) - (penalties.get(a) ?? 0));
    for (const cheaper of members.slice(1)) penalties.set(cheaper, 0);
  }
  return penalties;
}

/** A protection that could not be observed, scored as if it were missing. */
const asMissing = (check: JudgedCheck): JudgedCheck =>
  check.presumed ? { ...check, instances: [check.presumed] } : check;

/** Subtracts each check's penalty from the remaining points in the order of ids, so that the order of execution has no effect. */
function categoryPoints(category: CategoryKey, all: readonly JudgedCheck[], policy: ScoringPolicy): CategoryPoints {
  const losses: { check: JudgedCheck; micro: number; alone: number }[] = [];
  const checks = all.filter((each) => each.category === category);
  let points = full;
  for (const [check, penalty] of penaltiesOf(checks, policy)) {
    const after = Math.floor((points * (100 - penalty)) / 100);
    if (after < points) losses.push({ check, micro: points - after, alone: (full / 100) * penalty });
    points = after;
  }
  const failing = penaltiesOf(checks.map(asMissing), policy);
  const shown = [...failing.values()].reduce((left, penalty) => Math.floor((left * (100 - penalty)) / 100), full);
  return { category, weight: policy.weights[category], points, shown, entered: points, losses };
}

/** The weighted mean in millionths, rounded down; full points where there are no weights. */
function weightedMean(parts: readonly { weight: number; value: number }[]): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? full : Math.floor(parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight);
}

/** Whether a category counts only its proved part, because a part of its document is unknown. */
const isProvedOnly = (category: CategoryKey, circumstances: readonly Circumstance[], policy: ScoringPolicy): boolean =>
  policy.provedOnly.some((rule) => rule.category === category && circumstances.includes(rule.circumstance));

/** Whether the host was seen to have nothing of a category. */
const isWithout = (category: CategoryKey, circumstances: readonly Circumstance[], policy: ScoringPolicy): boolean =>
  policy.without.some((rule) => rule.category === category && circumstances.includes(rule.circumstance));

/** Common inputs of all parts of scoring. */
interface Frame {
  coverage: Measured;
  circumstances: readonly Circumstance[];
  policy: ScoringPolicy;
}

/** The number that a category shows: 0 where the host has nothing of it, and the proved part where the document was not read. */
function shownOf({ category, shown }: CategoryPoints, { coverage, circumstances, policy }: Frame): number {
  if (isWithout(category, circumstances, policy)) return 0;
  const proved = (full / 1_000) * coverage.categories[category].assuredPermille;
  return isProvedOnly(category, circumstances, policy) ? Math.min(shown, proved) : shown;
}

/** Limits a hardly assessed category to a share of the mean of the others, and below an assessed one. */
function enter(whole: readonly CategoryPoints[], frame: Frame): CategoryPoints[] {
  const { coverage, policy } = frame;
  const all = whole.map((one) => ({ ...one, entered: shownOf(one, frame) }));
  return all.map((one) => {
    const { applicable, assuredPermille } = coverage.categories[one.category];
    if (applicable < policy.fewestForShare || assuredPermille >= policy.neutralBelowPermille) return one;
    const others = all.filter((other) => other !== one).map(({ weight, entered }) => ({ weight, value: entered }));
    const mean = Math.floor((weightedMean(others) * policy.neutralSharePermille) / 1_000);
    return { ...one, entered: Math.min(one.entered, mean) };
  });
}

/** Why a category counts less than its remaining points. */
function limitOf({ entered, shown }: CategoryPoints): string {
  if (entered === shown) return 'what the host has to show and did not counts as missing';
  return entered === 0 ? 'the host does not offer it' : 'most checks did not pass';
}

/** Splits the points missing to 100 by cause, in thousandths; they add up exactly. */
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
    ...part.losses.map(({ check, micro: lost, alone }): Deduction => ({
      source: check.id,
      kind: 'check',
      category: part.category,
      title: check.title,
      milliPoints: share(part, lost),
      aloneMilliPoints: share(part, alone),
    })),
    {
      source: part.category,
      kind: 'coverage',
      category: part.category,
      title: `${categoryTitles[part.category]} score limited: ${limitOf(part)}`,
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

/** The result of scoring: a score with its coverage, or too few results for one. */
export type Scored = { sufficient: true; score: Score; coverage: Measured } | { sufficient: false; coverage: Measured };

/** The separate categories: too few results to be assessed, or not applicable. */
function setApart(checks: readonly JudgedCheck[], { coverage, circumstances, policy }: Frame): CategoriesApart {
  const { categories } = coverage;
  /** The share that decides whether a category is assessed. */
  const seenPermille = (key: CategoryKey): number =>
    categories[key][isProvedOnly(key, circumstances, policy) ? 'assuredPermille' : 'concludedPermille'];
  const hasChecks = (key: CategoryKey): boolean => checks.some(({ category }) => category === key);
  const isUnseen = (key: CategoryKey): boolean =>
    !hasChecks(key) || (categories[key].applicable > 0 && seenPermille(key) < policy.notAssessedBelowPermille);
  return {
    notAssessed: categoryKey.options.filter(isUnseen),
    notApplicable: categoryKey.options.filter((key) => hasChecks(key) && categories[key].applicable === 0),
  };
}

/** The number of each category: an unassessed one shows at most its passed share, so below 50. */
function categoryNumbers(
  entered: readonly CategoryPoints[],
  uncapped: number,
  { categories }: Measured,
  { notAssessed }: CategoriesApart,
): Score['categories'] {
  return categoryRecord((category) => {
    const part = entered.find((one) => one.category === category);
    if (!notAssessed.includes(category)) return part === undefined ? uncapped : Math.floor(part.entered / micro);
    const assuredPercent = Math.floor(categories[category].assuredPermille / 10);
    return part === undefined ? 0 : Math.min(Math.floor(part.points / micro), assuredPercent);
  });
}

/** The lowest cap of a circumstance on a category. */
function categoryLimit(category: CategoryKey, circumstances: readonly Circumstance[], policy: ScoringPolicy): number {
  const limits = policy.caps.flatMap((rule) =>
    rule.when === 'circumstance' && rule.category === category && circumstances.includes(rule.circumstance)
      ? [rule.limit]
      : [],
  );
  return Math.min(100, ...limits);
}

/** Circumstances in which a part of the site is unknown. */
const incomplete: readonly Circumstance[] = [
  'open-address',
  'unseen-address',
  'web-refused',
  'document-unread',
  'stand-in',
];

/**
 * More answers could change the grade: less than three quarters concluded, overall or in an applicable category; an
 * open address; addresses without a web server; an unread document; or a substitute for the site.
 */
function isProvisional(
  { overall, categories }: Measured,
  circumstances: readonly Circumstance[],
  policy: ScoringPolicy,
): boolean {
  if (incomplete.some((one) => circumstances.includes(one))) return true;
  const counts = [overall, ...Object.values(categories).filter(({ applicable }) => applicable > 0)];
  return counts.some(({ concludedPermille }) => concludedPermille < policy.provisionalBelowPermille);
}

/** Half of all checks was concluded, or half of a larger category: mail is judged even if the web is silent. */
function isSufficient({ overall, categories }: Measured, policy: ScoringPolicy): boolean {
  if (overall.applicable === 0) return false;
  const seen = Object.values(categories).filter(({ applicable }) => applicable >= policy.fewestForShare);
  return [overall, ...seen].some(({ concludedPermille }) => concludedPermille >= policy.insufficientBelowPermille);
}

/** Scores an audit's checks by a policy: integer arithmetic, independent of order, and a further finding never raises the score. */
export function scoreAudit(
  unsorted: readonly JudgedCheck[],
  policy: ScoringPolicy,
  circumstances: readonly Circumstance[] = [],
): Scored {
  const checks = unsorted.toSorted(byId);
  const coverage = measureCoverage(checks);
  const { categories: seen } = coverage;
  if (!isSufficient(coverage, policy)) return { sufficient: false, coverage };
  const applicable = categoryKey.options.filter((category) => seen[category].applicable > 0);
  const points = applicable.map((category) => categoryPoints(category, checks, policy));
  const frame = { coverage, circumstances, policy };
  const entered = enter(points, frame);
  const mean = weightedMean(entered.map(({ weight, entered: value }) => ({ weight, value })));
  const uncapped = Math.floor(mean / micro);
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  const caps = capsOf({ failed, coverage, circumstances }, policy);
  const total = Math.min(uncapped, ...caps.map(({ limit }) => limit));
  const apart = setApart(checks, frame);
  const notAPlus = reasonsAgainstAPlus(total, checks, { ...coverage, ...apart, circumstances }, policy);
  const letter = gradeOf(total, policy.grades);
  const numbers = categoryNumbers(entered, uncapped, coverage, apart);
  const categories = categoryRecord((category) =>
    Math.min(numbers[category], categoryLimit(category, circumstances, policy)),
  );
  const score: Score = {
    total,
    grade: letter === 'A+' && notAPlus.length > 0 ? 'A' : letter,
    gradeStatus:
      isProvisional(coverage, circumstances, policy) || points.some((one) => one.shown < one.points)
        ? 'provisional'
        : 'final',
    categories,
    categoryGrades: categoryRecord((category): Grade => gradeOf(categories[category], policy.grades)),
    ...apart,
    uncapped,
    caps,
    deductions: deductionsOf(entered, uncapped, total, caps),
    notAPlus,
    policyVersion: policy.version,
  };
  return { sufficient: true, score, coverage };
}
