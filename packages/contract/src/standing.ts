import type { CategoryKey } from './category.ts';
import type { Report } from './report.ts';

/** Whether a category's number and grade count, or why not. */
export type CategoryStanding = 'assessed' | 'not-assessed' | 'not-applicable';

/** Below this assessed share of the applicable checks, in thousandths, a grade depends more on what was not seen than on the target. */
export const leastConcludedPermille = 500;

/** The status of a category of a report; derived from the coverage for reports of a schema below 1.3. */
export function standingOf({ score, coverage, modules }: Report, key: CategoryKey): CategoryStanding {
  if (score.notAssessed !== undefined && score.notApplicable !== undefined) {
    if (score.notAssessed.includes(key)) return 'not-assessed';
    return score.notApplicable.includes(key) ? 'not-applicable' : 'assessed';
  }
  const { applicable, concludedPermille } = coverage.categories[key];
  if (applicable > 0) return concludedPermille < leastConcludedPermille ? 'not-assessed' : 'assessed';
  const hasChecks = modules.some(({ category, checks }) => category === key && checks.length > 0);
  return hasChecks ? 'not-applicable' : 'not-assessed';
}

/** The text in place of the number and the grade of a category that was not judged. */
export const standingTexts: Readonly<Record<Exclude<CategoryStanding, 'assessed'>, string>> = {
  'not-assessed': 'not assessed',
  'not-applicable': 'not applicable',
};
