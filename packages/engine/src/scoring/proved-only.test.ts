import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '@perimeter/protocols/testing/random';
import type { JudgedCheck } from './coverage.ts';
import { policy } from './policy.data.ts';
import { scoreAudit } from './score.ts';

const check = (id: string, outcome: JudgedCheck['outcome'], category: JudgedCheck['category']): JudgedCheck => ({
  id,
  title: id,
  category,
  outcome,
  weight: 1,
  instances: outcome === 'fail' ? [{ cvss: 5.1, confidence: 'confirmed' }] : [],
});

const many = (outcome: JudgedCheck['outcome'], count: number, category: JudgedCheck['category']): JudgedCheck[] =>
  Array.from({ length: count }, (_, index) => check(`${category}-${outcome}-${index}`, outcome, category));

const tls = many('pass', 10, 'tls');
const site = (passed: number, open: number): JudgedCheck[] => [
  ...tls,
  ...many('pass', passed, 'http_security'),
  ...many('inconclusive', open, 'http_security'),
];

function scored(checks: readonly JudgedCheck[], unread: boolean) {
  const result = scoreAudit(checks, policy, unread ? ['document-unread'] : []);
  assert.ok(result.sufficient);
  return result.score;
}

test('if the document was not read, the category counts its passed share, and is provisional', () => {
  const [whole, unread] = [scored(site(36, 4), false), scored(site(36, 4), true)];
  assert.deepEqual([whole.categories.http_security, whole.gradeStatus], [100, 'final']);
  assert.deepEqual([unread.categories.http_security, unread.gradeStatus], [90, 'provisional']);
  assert.deepEqual([whole.total, unread.total], [100, 95]);
  assert.equal(scored(site(36, 12), true).categories.http_security, 75, 'each check without a result costs its share');
  assert.equal(scored(site(36, 4), true).categories.tls, 100);
});

test('below half it is not assessed', () => {
  const unread = scored([...site(19, 11), ...many('fail', 10, 'http_security')], true);
  assert.ok(unread.notAssessed?.includes('http_security'));
  assert.ok(unread.categories.http_security < 50);
  assert.ok(!scored(site(20, 20), true).notAssessed?.includes('http_security'));
});

const outcome = fc.constantFrom<JudgedCheck['outcome']>('pass', 'inconclusive', 'fail', 'informational');
const checks = fc
  .array(outcome, { minLength: 1, maxLength: 30 })
  .map((all) => [...tls, ...all.map((one, index) => check(`http-${index}`, one, 'http_security'))]);

test('an unread document never scores higher, and neither does a further finding in it', () => {
  fc.assert(
    fc.property(checks, fc.nat(), (list, at) => {
      const [whole, unread] = [scored(list, false), scored(list, true)];
      assert.ok(unread.total <= whole.total);
      const sum = unread.deductions.reduce((total, { milliPoints }) => total + milliPoints, 0);
      assert.equal(sum, (100 - unread.total) * 1000);
      const index = tls.length + (at % (list.length - tls.length));
      const worse = list.with(index, check(list[index]?.id ?? '', 'fail', 'http_security'));
      assert.ok(scored(worse, true).total <= unread.total);
    }),
    { numRuns: dayRuns(100) },
  );
});
