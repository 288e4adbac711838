import { fillTemplate } from '@perimeter/protocols/template';
import { gapTexts } from './gap-texts.data.ts';
import type { UnknownBecause } from './observed.ts';

/** Why something is unknown, in one clause for people. */
export const detailOf = (failure: UnknownBecause): string =>
  'gap' in failure ? fillTemplate(gapTexts[failure.gap], failure.values ?? []) : failure.detail;

/** A failure in one line: its closed reason, and the clause that explains it. */
export function failureText(failure: UnknownBecause): string {
  const detail = detailOf(failure);
  return detail === '' ? failure.reason : `${failure.reason}: ${detail}`;
}
