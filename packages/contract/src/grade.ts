import { z } from 'zod';

/** Letter grades, best first. */
export const grade = z.enum(['A+', 'A', 'B', 'C', 'D', 'F']);
export type Grade = z.infer<typeof grade>;

/** A grade and the lowest score that has it. */
export interface GradeBand {
  grade: Grade;
  from: number;
}

/** The bands of the scoring policy in force, best first. To change them is to change the policy: raise its version. */
export const gradeBands: readonly GradeBand[] = [
  { grade: 'A+', from: 97 },
  { grade: 'A', from: 90 },
  { grade: 'B', from: 80 },
  { grade: 'C', from: 65 },
  { grade: 'D', from: 50 },
  { grade: 'F', from: 0 },
];

/** The grade of a score, before gates. */
export const gradeOf = (points: number, bands = gradeBands): Grade =>
  bands.find(({ from }) => points >= from)?.grade ?? 'F';

/** Whether one grade is worse than another. */
export const isWorseGrade = (one: Grade, other: Grade): boolean =>
  grade.options.indexOf(one) > grade.options.indexOf(other);

/** What a grade means, which also decides its colour. */
export type GradeTone = 'good' | 'fair' | 'bad';

/** The tone of each grade. */
export const gradeTones: Readonly<Record<Grade, GradeTone>> = {
  'A+': 'good',
  A: 'good',
  B: 'fair',
  C: 'fair',
  D: 'bad',
  F: 'bad',
};
