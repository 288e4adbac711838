import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { vectors } from '../catalogue/vectors.data.ts';
import { calculatedScore, scoreVector, severityOf } from './cvss.ts';
import { absentVectors, publishedVectors } from '@perimeter/protocols/testing/published-vectors';

const published = publishedVectors('cvss4.json');

test('scores and severities agree with the published vectors', (t) => {
  if (published === null) return t.skip(absentVectors('cvss4.json'));
  const cases: { vector: string; score: number; severity: string }[] = JSON.parse(readFileSync(published, 'utf8'));
  assert.ok(cases.length > 400);
  for (const { vector, score, severity } of cases) {
    const got = scoreVector(vector);
    assert.equal(got.score, score, vector);
    assert.equal(got.severity ?? 'none', severity.toLowerCase(), vector);
  }
});

test('the rating scale has the bounds of the specification', () => {
  const bounds: [number, string | null][] = [
    [0, null],
    [0.1, 'low'],
    [3.9, 'low'],
    [4, 'medium'],
    [6.9, 'medium'],
    [7, 'high'],
    [8.9, 'high'],
    [9, 'critical'],
    [10, 'critical'],
  ];
  for (const [score, severity] of bounds) assert.equal(severityOf(score), severity);
});

test('each catalogue vector has the score its comment states', () => {
  const source = readFileSync(new URL('../catalogue/vectors.data.ts', import.meta.url), 'utf8');
  const stated = [...source.matchAll(/\((Low|Medium|High|Critical), (\d+\.\d)\)\. \*\/\n {2}(\w+):/g)];
  assert.equal(stated.length, Object.keys(vectors).length);
  for (const [, severity, score, name] of stated) {
    const vector = Object.entries(vectors).find(([key]) => key === name)?.[1];
    assert.ok(vector !== undefined, name);
    const stored = scoreVector(vector);
    assert.deepEqual(stored, { score: Number(score), severity: severity?.toLowerCase() }, name);
    assert.deepEqual(calculatedScore(vector), stored, name);
  }
});

for (const bad of ['', 'CVSS:4.0/AV:N', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', `${vectors.weakCrypto}/XX:1`]) {
  test(`"${bad}" is rejected`, () => assert.throws(() => scoreVector(bad)));
}
