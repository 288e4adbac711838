import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from './order.ts';

test('the longest files go first, browser files are spread among the others, and none is lost', () => {
  const of = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${folder}/${at}.slow.test.ts`);
  const browsers = [...of('apps/in-browser', 2), ...of('apps/testing/browser/appearances', 2)];
  const long = 'engine/runner/coverage/tls.lab.test.ts';
  const files = [...browsers, ...of('apps/jobs', 11), long];
  const ordered = inOrder(files);
  assert.equal(ordered[0], long);
  assert.deepEqual(ordered.toSorted(), files.toSorted());
  const places = browsers.map((file) => ordered.indexOf(file)).toSorted((one, other) => one - other);
  assert.deepEqual(
    places.slice(1).map((place, at) => place - (places[at] ?? 0)),
    [4, 4, 4],
  );
});
