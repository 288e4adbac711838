import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownAgain, takenFor } from './as-typed.ts';

const typed: readonly [typed: string, taken: string, shown: string][] = [
  ['Good.lab', 'Good.lab', 'Good.lab'],
  ['https://me:s3cret@good.lab/a?token=t', 'good.lab', 'good.lab'],
  ['//good.lab/path', 'good.lab', '//good.lab/path'],
  ['me:s3cret@good.lab', 'me:s3cret@good.lab', 'good.lab'],
  ['somebody@good.lab', 'somebody@good.lab', 'somebody@good.lab'],
  ['*.good.lab', '*.good.lab', '*.good.lab'],
  ['bücher.example', 'bücher.example', 'bücher.example'],
  ['good.lab:8443', 'good.lab:8443', 'good.lab:8443'],
  ['good.lab bad.lab', 'good.lab bad.lab', 'good.lab bad.lab'],
  ['goodlab', 'goodlab', 'goodlab'],
  ['\u202egood.lab ', '\u202egood.lab ', '‹U+202E›good.lab'],
  ['good\u0007.lab', 'good\u0007.lab', 'good‹U+0007›.lab'],
  ['a'.repeat(2_000), 'a'.repeat(2_000), 'a'.repeat(1_024)],
  [`https://me:s3cret${'x'.repeat(2_000)}@good.lab`, `https://me:s3cret${'x'.repeat(2_000)}@good.lab`, ''],
  ['https://me:s3cret@/', 'https://me:s3cret@/', ''],
];
for (const [text, taken, shown] of typed) {
  test(`"${text.slice(0, 60)}" is read as "${taken.slice(0, 60)}" and shown as "${shown.slice(0, 60)}"`, () => {
    assert.equal(takenFor(text), taken);
    assert.equal(shownAgain(text), shown);
  });
}
