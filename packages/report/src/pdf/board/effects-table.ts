import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { referenceOf } from '../issue-references.ts';
import { clean } from '../typography.ts';
import { factOf } from './cards.ts';
import { effectsOf } from './effects.ts';

/** The possible effects of issues. */
export function printedEffects(report: Report, issues: readonly Issue[]): object[] {
  const worst = issues.map(([first]) => first);
  return effectsOf(report).map(({ cause, ...effect }) => ({
    ...effect,
    cause: cause === null ? '' : clean(cause.title, 100),
    fact: cause === null ? '' : factOf(cause),
    reference: cause === null ? '' : referenceOf(worst.indexOf(cause)),
  }));
}
