import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grade, gradeBands, gradeOf, isWorseGrade } from './grade.ts';

test('each grade begins at its band, and the point below has the next one', () => {
  assert.deepEqual(
    gradeBands.map((band) => band.grade),
    grade.options,
  );
  const rows = [100, 97, 96, 90, 89, 80, 79, 65, 64, 50, 49, 0].map((points) => gradeOf(points));
  assert.deepEqual(rows, ['A+', 'A+', 'A', 'A', 'B', 'B', 'C', 'C', 'D', 'D', 'F', 'F']);
});

test('a grade is worse than those before it, and not than itself', () => {
  assert.deepEqual([isWorseGrade('A', 'A+'), isWorseGrade('A+', 'A'), isWorseGrade('B', 'B')], [true, false, false]);
});
