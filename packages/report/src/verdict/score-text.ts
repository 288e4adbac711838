import type { Score } from '@perimeter/contract/score';

/** The score as text, with the uncapped one if a cap applies, so that different sites do not look the same. */
export const scoreText = ({ total, uncapped }: Pick<Score, 'total' | 'uncapped'>): string =>
  `${total} of 100${uncapped > total ? ` (${uncapped} without limits)` : ''}`;
