import type { Grade } from '@perimeter/contract/score';

/** The class of the style sheet that a grade is painted with. */
export const gradeTones: Record<Grade, string> = { 'A+': 'good', A: 'good', B: 'fair', C: 'fair', D: 'bad', F: 'bad' };
