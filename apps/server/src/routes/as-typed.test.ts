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
  ['https://me:s3cret@/', 'https://me:s3cret@/', ''],
];
for (const [text, taken, shown] of typed) {
  test(`"${text}" is taken for "${taken}" and shown as "${shown}"`, () => {
    assert.equal(takenFor(text), taken);
    assert.equal(shownAgain(text), shown);
  });
}
