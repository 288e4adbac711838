import { type CategoryKey, categoryKey, categoryTitles } from '@perimeter/contract/category';
import { type Grade, gradeOf } from '@perimeter/contract/grade';
import type { Deduction, Score } from '@perimeter/contract/score';
import { capsOf } from './caps.ts';
import { type CategoriesApart, type JudgedCheck, type Measured, measureCoverage } from './coverage.ts';
import { reasonsAgainstAPlus } from './grade.ts';
import { checkPenalty } from './penalty.ts';
import type { Circumstance, ScoringPolicy } from './policy.data.ts';

/** Points are carried in millionths, so that integers hold every step exactly. */
const micro = 1_000_000;
const full = 100 * micro;
/** Millionths in a thousandth: deductions are reported in thousandths of a point. */
const microInMilli = 1000;

interface CategoryPoints {
  category: CategoryKey;
  weight: number;
  /** After the checks' penalties. */
  points: number;
  /** After those of protections whose answers the host hid as well, each as if it were missing. */
  shown: number;
  /** As it enters the total. */
  entered: number;
  /** alone: what the check would take off a category that is whole. */
  losses: readonly { check: JudgedCheck; micro: number; alone: number }[];
}

const byId = (a: JudgedCheck, b: JudgedCheck): number => (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * What each check costs, in percent of what is left. Checks of a group share one root cause, so that of a group only the
 * costliest counts, the first by id where several cost the same.
 */
function penaltiesOf(checks: readonly JudgedCheck[], policy: ScoringPolicy): Map<JudgedCheck, number> {
  // What found nothing costs nothing, and the score after each fix is worked out with all checks again.
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

/** A protection whose answer the host hid, as if it were missing: it has to be shown to count. */
const asMissing = (check: JudgedCheck): JudgedCheck =>
  check.presumed ? { ...check, instances: [check.presumed] } : check;

/** Takes each check's penalty off what is left, in the order of ids: no early zero, and no order of execution shows. */
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

/** The weighted mean in millionths, rounded down; full where there is nothing to weigh. */
function weightedMean(parts: readonly { weight: number; value: number }[]): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? full : Math.floor(parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight);
}

/** Whether a category counts for what was proved at most: it is judged by a document of which a part is unknown. */
const isProvedOnly = (category: CategoryKey, circumstances: readonly Circumstance[], policy: ScoringPolicy): boolean =>
  policy.provedOnly.some((rule) => rule.category === category && circumstances.includes(rule.circumstance));

/** Whether the host was seen to have nothing of what a category is about. */
const isWithout = (category: CategoryKey, circumstances: readonly Circumstance[], policy: ScoringPolicy): boolean =>
  policy.without.some((rule) => rule.category === category && circumstances.includes(rule.circumstance));

/** What all parts of scoring look at beside the checks. */
interface Frame {
  coverage: Measured;
  circumstances: readonly Circumstance[];
  policy: ScoringPolicy;
}

/** What a category shows: nothing of what the host lacks, and where the document was not read, what was proved at most. */
function shownOf({ category, shown }: CategoryPoints, { coverage, circumstances, policy }: Frame): number {
  if (isWithout(category, circumstances, policy)) return 0;
  const proved = (full / 1_000) * coverage.categories[category].assuredPermille;
  return isProvedOnly(category, circumstances, policy) ? Math.min(shown, proved) : shown;
}

/** Lets a category that was hardly seen enter at a share of the mean of the others at most, and at less than one that was seen. */
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

/** Why a category enters with less than the checks left. */
function limitOf({ entered, shown }: CategoryPoints): string {
  if (entered === shown) return 'what the host has to show and did not counts as missing';
  return entered === 0 ? 'the host does not offer it' : 'most checks did not pass';
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

/** What scoring concludes: a score with its coverage, or that too little was seen for one. */
export type Scored = { sufficient: true; score: Score; coverage: Measured } | { sufficient: false; coverage: Measured };

/** The categories that stand apart: seen too little to be assessed, or with nothing that applies. */
function setApart(checks: readonly JudgedCheck[], { coverage, circumstances, policy }: Frame): CategoriesApart {
  const { categories } = coverage;
  /** The share by which a category is judged at all. */
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

/** The number of each category: what was not assessed shows no more than the share that passed, so below 50. */
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

/** The lowest cap that a circumstance sets on a category. */
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
 * Below three quarters concluded, overall or in a category that applies, beside an open address, where no web server
 * answered at addresses that the domain has, where its document was not read, or something else stood in its place, more answers could change the grade.
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

/** Half of everything was concluded, or half of a category of some size: mail is judged where the web is silent. */
function isSufficient({ overall, categories }: Measured, policy: ScoringPolicy): boolean {
  if (overall.applicable === 0) return false;
  const seen = Object.values(categories).filter(({ applicable }) => applicable >= policy.fewestForShare);
  return [overall, ...seen].some(({ concludedPermille }) => concludedPermille >= policy.insufficientBelowPermille);
}

/** Scores an audit's checks by a policy: integer arithmetic, independent of order, never higher for one finding more. */
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
  const caps = capsOf({ checks, coverage, circumstances }, policy);
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
