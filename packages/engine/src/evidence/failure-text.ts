import { fillSentence } from '@perimeter/protocols/protocol-error';
import { gapTexts } from './gap-texts.data.ts';
import type { UnknownBecause } from './observed.ts';
import { stepText } from './step.ts';

/** Why something is unknown, in one clause for people. */
export const detailOf = (failure: UnknownBecause): string =>
  'gap' in failure ? fillSentence(gapTexts[failure.gap], (failure.values ?? []).map(stepText)) : failure.detail;

/** Why something was not observed: a test that was not made says only why. */
export const gapText = (failure: UnknownBecause): string =>
  failure.reason === 'not-tested' ? detailOf(failure) : failureText(failure);

/** A failure in one line: its closed reason, and the clause that explains it. */
export function failureText(failure: UnknownBecause): string {
  const detail = detailOf(failure);
  return detail === '' ? failure.reason : `${failure.reason}: ${detail}`;
}
