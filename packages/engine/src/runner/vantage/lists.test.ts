import assert from 'node:assert/strict';
import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { listAges } from './lists.ts';

const nowMs = Date.parse('2026-12-05T12:00:00Z');
const ageOf = (name: RegExp, settings = {}) => listAges(settings, nowMs).find((list) => name.test(list.name));

test('every list has its date, age and limit; logs have a shorter limit', () => {
  for (const { name, date, days } of listAges({}, nowMs)) {
    assert.match(date, /^\d{4}-\d{2}-\d{2}$/, name);
    assert.equal(days, Math.floor((nowMs - Date.parse(date)) / 86_400_000), name);
  }
  assert.equal(ageOf(/roots \(NSS/)?.maxDays, 60);
  assert.deepEqual(ageOf(/^Chrome's logs/), {
    name: "Chrome's logs (Chromium 156)",
    date: '2026-11-02',
    days: 33,
    maxDays: 30,
  });
});

test("an operator's list replaces the shipped one", () => {
  const edges = { name: 'edges.json', date: '2026-12-01', networks: [] };
  assert.deepEqual(ageOf(/^Networks of CDNs/, { edges }), {
    name: 'Networks of CDNs (edges.json)',
    date: '2026-12-01',
    days: 4,
    maxDays: 60,
  });
});

test('every list with a date is included', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'lists.ts'), 'utf8');
  const packages = path.resolve(import.meta.dirname, '../../../..');
  const left = globSync('*/src/**/*.data.ts', { cwd: packages }).flatMap((file) =>
    [...readFileSync(path.join(packages, file), 'utf8').matchAll(/^export const (\w+Date) = '\d{4}-/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'logsDate' && !source.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(left, []);
});
