import type { Grade } from '@perimeter/contract/grade';

const plus = ['      ', '  ##  ', '######', '  ##  ', '      '];
const a = [' #### ', '##  ##', '######', '##  ##', '##  ##'];

/** The grades as letters of five rows; # is a filled cell. */
export const gradeGlyphs: Record<Grade, readonly string[]> = {
  'A+': a.map((row, index) => `${row} ${plus[index] ?? ''}`),
  A: a,
  B: ['##### ', '##  ##', '##### ', '##  ##', '##### '],
  C: [' #####', '##    ', '##    ', '##    ', ' #####'],
  D: ['##### ', '##  ##', '##  ##', '##  ##', '##### '],
  F: ['######', '##    ', '####  ', '##    ', '##    '],
};
