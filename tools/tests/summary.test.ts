import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingRun } from './counted.ts';
import { filesStep, summarize } from './summary.ts';
import type { FileResult } from './file-result.ts';

const result = (file: string, ok: boolean): FileResult => ({
  file,
  ok,
  counts: { passed: ok ? 3 : 2, failed: ok ? 0 : 1, skipped: 0 },
  seconds: 2,
  cpuSeconds: 1,
  failure: ok ? null : 'a test: AssertionError',
});

test('a run ends with a table of its steps, the files that failed once, those left out, and the totals', () => {
  const rows = [
    { step: 'npm ci', seconds: 11.04, cpuSeconds: 20 },
    { step: filesStep, seconds: 600, cpuSeconds: 900.5 },
  ];
  const looks = {
    results: [result('a', true), result('b', true)],
    again: [{ first: result('b', false), second: result('b', true) }],
  };
  const before = [
    { file: 'c', digest: '', counts: { passed: 40, failed: 0, skipped: 0 }, seconds: 100.4, at: 0 },
    { file: 'd', digest: '', counts: { passed: 2, failed: 0, skipped: 0 }, seconds: 20, at: 0 },
  ];
  const { lines, passed } = summarize(rows, { passed: 10, failed: 0, skipped: 1 }, looks, before);
  assert.equal(passed, true);
  assert.deepEqual(lines, [
    '',
    'Failed once, passed alone',
    '  b\n    a test: AssertionError',
    '',
    'Step                Seconds  CPU seconds  Files that failed once',
    'npm ci                 11.0         20.0',
    'lab and slow files    600.0        900.5                       1',
    'total                 611.0        920.5                       1',
    '',
    '2 files passed before (42 tests in 120 s); CI runs all',
    'Failed once, passed alone: 1 of at most 6 files',
    '16 passed, 0 failed, 1 skipped',
  ]);
});

test('a failed gate fails the run, and missing CPU times are shown as unknown', () => {
  const rows = [{ step: 'gate', seconds: 1, cpuSeconds: null }];
  const { lines, passed } = summarize(rows, { ...nothingRun, failed: 1 }, { results: [], again: [] });
  assert.equal(passed, false);
  assert.match(lines.join('\n'), /^gate +1\.0 +unknown$/mu);
  assert.equal(lines.at(-1), '0 passed, 1 failed, 0 skipped');
});
