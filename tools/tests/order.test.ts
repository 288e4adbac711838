import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from './order.ts';

test('the longest files go first, browser files are spread among the others, and none is lost', () => {
  const of = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${folder}/${at}.slow.test.ts`);
  const browsers = [...of('apps/in-browser', 2), ...of('apps/testing/browser/appearances', 2)];
  const [second, longest] = [
    'engine/runner/coverage/network.lab.test.ts',
    'engine/runner/coverage/dns-email.lab.test.ts',
  ];
  const files = [...browsers, ...of('apps/jobs', 10), second, longest];
  const ordered = inOrder(files);
  assert.deepEqual(ordered.filter((file) => !browsers.includes(file)).slice(0, 2), [longest, second]);
  assert.deepEqual(ordered.toSorted(), files.toSorted());
  const places = browsers.map((file) => ordered.indexOf(file)).toSorted((one, other) => one - other);
  assert.deepEqual(
    places.slice(1).map((place, at) => place - (places[at] ?? 0)),
    [4, 4, 4],
  );
});
