import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseClearSiteData } from './clear-site-data.ts';

const parse = (...values: string[]) => parseClearSiteData(values.map((value) => ['Clear-Site-Data', value] as const));

test('types are read from quoted strings, over all lines', () => {
  assert.deepEqual(parse('"cache", "cookies"', '"storage"'), { value: ['cache', 'cookies', 'storage'], problems: [] });
  assert.equal(parse('"*"').value?.length, 7);
  assert.deepEqual(parse(), { value: null, problems: [] });
});

test('words without quotes, unknown types and other case clear nothing', () => {
  const { value, problems } = parse('cookies, "Cookies", "history",');
  assert.deepEqual(value, []);
  assert.equal(problems.length, 4);
});
