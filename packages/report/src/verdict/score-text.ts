import type { Score } from '@perimeter/contract/score';

/** The score in words, with the one without limits where a limit holds it down, so that no two unlike sites look the same. */
export const scoreText = ({ total, uncapped }: Pick<Score, 'total' | 'uncapped'>): string =>
  `${total} of 100${uncapped > total ? ` (${uncapped} without limits)` : ''}`;
