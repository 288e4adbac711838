import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { CategoryKey } from '@perimeter/contract/category';
import type { JudgedCheck } from './coverage.ts';
import { penaltyOf } from './penalty.ts';
import { policy } from './policy.data.ts';
import { scoreAudit } from './score.ts';

const page = readFileSync(new URL('../../../../docs/scoring.md', import.meta.url), 'utf8');

const failed = (id: string, category: CategoryKey, cvss: number, count: number): JudgedCheck => ({
  id,
  title: id,
  category,
  outcome: 'fail',
  weight: penaltyOf({ cvss, confidence: 'confirmed' }, policy),
  instances: Array.from({ length: count }, () => ({ cvss, confidence: 'confirmed' })),
});

const passed = (category: CategoryKey, count: number): JudgedCheck[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${category}-${index}`,
    title: '',
    category,
    outcome: 'pass',
    weight: 1,
    instances: [],
  }));

const rows = [...page.matchAll(/^\| ([a-z0-9-]+) \| (tls|http_security) \| ([\d.]+) \| (\d+) \|$/gm)];
const example = rows.map(([, id = '', category, cvss, count]) =>
  failed(id, category === 'tls' ? 'tls' : 'http_security', Number(cvss), Number(count)),
);

test('the worked example of docs/scoring.md equals the computed one', () => {
  assert.equal(example.length, 4);
  const result = scoreAudit([...example, ...passed('tls', 34), ...passed('http_security', 14)], policy);
  assert.ok(result.sufficient);
  const { score } = result;
  const stated = /\*\*(\d+), grade ([A-F]\+?)\*\*/.exec(page);
  assert.deepEqual([String(score.total), score.grade], [stated?.[1], stated?.[2]]);
  const deductions = [...page.matchAll(/^\| (?:coverage of )?([a-z0-9-_]+) \| (\d+\.\d{3}) \|$/gm)];
  assert.deepEqual(
    score.deductions.map(({ source, milliPoints }) => [source, (milliPoints / 1000).toFixed(3)]).toSorted(),
    deductions.map(([, source, points]) => [source, points]).toSorted(),
  );
});

test('the tables of docs/scoring.md equal the current policy', () => {
  const grades = [...page.matchAll(/^\| ([A-F]\+?) \| (\d+) \|$/gm)].map(([, grade, from]) => ({
    grade,
    from: Number(from),
  }));
  assert.deepEqual(grades, policy.grades);
  const caps = [...page.matchAll(/^\| (\d+) \| [A-Za-z]/gm)].map(([, limit]) => Number(limit));
  assert.deepEqual(
    caps,
    policy.caps.map(({ limit }) => limit),
  );
});
