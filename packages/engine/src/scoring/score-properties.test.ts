import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '@perimeter/protocols/testing/random';
import { categoryKey } from '@perimeter/contract/category';
import { grade } from '@perimeter/contract/grade';
import type { Coverage } from '@perimeter/contract/score';
import type { JudgedCheck } from './coverage.ts';
import type { Instance } from './penalty.ts';
import { policy } from './policy.data.ts';
import { scoreAudit, type Scored } from './score.ts';

const instance = fc.record<Instance>({
  cvss: fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10),
  confidence: fc.constantFrom('confirmed', 'firm', 'potential'),
});
const ids = [
  'tls-sslv2',
  'tls-1-0',
  'tls-1-1',
  'vuln-beast',
  'tls-1-3-missing',
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
];
const checks = fc
  .uniqueArray(fc.constantFrom(...ids), { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((id) =>
        fc.record({
          id: fc.constant(id),
          title: fc.constant(id),
          category: fc.constantFrom(...categoryKey.options),
          outcome: fc.constantFrom('pass', 'informational', 'not-applicable', 'inconclusive', 'fail'),
          weight: fc.integer({ min: 1, max: 60 }),
          instances: fc.array(instance, { minLength: 1, maxLength: 4 }),
        }),
      ),
    ),
  )
  .map((list): JudgedCheck[] =>
    list.map((one) => ({ ...one, instances: one.outcome === 'fail' ? one.instances : [] }) as JudgedCheck),
  );
const runs = { numRuns: dayRuns(200) };

/** Points and grade as one number for comparisons; no score counts as lowest. */
const rank = (result: Scored): number =>
  result.sufficient ? result.score.total * 10 - grade.options.indexOf(result.score.grade) : Number.NaN;

test('the order of checks has no effect', () => {
  fc.assert(
    fc.property(checks, (list) => assert.deepEqual(scoreAudit(list.toReversed(), policy), scoreAudit(list, policy))),
    runs,
  );
});

test('deductions add up exactly to the missing points', () => {
  fc.assert(
    fc.property(checks, (list) => {
      const result = scoreAudit(list, policy);
      if (!result.sufficient) return;
      const sum = result.score.deductions.reduce((total, { milliPoints }) => total + milliPoints, 0);
      assert.equal(sum, (100 - result.score.total) * 1000);
      assert.ok(result.score.deductions.every(({ milliPoints }) => milliPoints > 0));
    }),
    runs,
  );
});

test('an unassessed category shows less than half, and each category is in at most one list', () => {
  fc.assert(
    fc.property(checks, (list) => {
      const result = scoreAudit(list, policy);
      if (!result.sufficient) return;
      const { notAssessed = [], notApplicable = [], categories } = result.score;
      for (const key of notAssessed) assert.ok(categories[key] < 50, `${key} ${categories[key]}`);
      assert.equal(new Set([...notAssessed, ...notApplicable]).size, notAssessed.length + notApplicable.length);
      for (const key of categoryKey.options) {
        const count: Coverage['overall'] = result.coverage.categories[key];
        assert.equal(
          notAssessed.includes(key),
          !list.some(({ category }) => category === key) || (count.applicable > 0 && count.concludedPermille < 500),
        );
      }
    }),
    runs,
  );
});

test('a further finding never raises score or grade', () => {
  fc.assert(
    fc.property(checks, fc.nat(), instance, (list, at, extra) => {
      const index = at % list.length;
      const target = list[index];
      if (target === undefined || target.outcome === 'not-applicable') return;
      const worse = list.with(index, { ...target, outcome: 'fail', instances: [...target.instances, extra] });
      const before = rank(scoreAudit(list, policy));
      const after = rank(scoreAudit(worse, policy));
      assert.ok(Number.isNaN(before) || after <= before, `${before} -> ${after}`);
    }),
    runs,
  );
});

test('higher confidence of a finding never raises score or grade, and a firm critical finding rules out a C', () => {
  const certainty: readonly Instance['confidence'][] = ['potential', 'firm', 'confirmed'];
  fc.assert(
    fc.property(checks, fc.nat(), fc.nat({ max: 1 }), (list, at, step) => {
      const index = at % list.length;
      const target = list[index];
      const [first, ...others] = target?.instances ?? [];
      if (target === undefined || first === undefined) return;
      const [less, more] = [step, step + 1].map((level) => {
        const instances = [{ ...first, confidence: certainty[level] ?? 'confirmed' }, ...others];
        return scoreAudit(list.with(index, { ...target, instances }), policy);
      });
      if (less?.sufficient !== true || more?.sufficient !== true) return;
      assert.ok(rank(more) <= rank(less), `${rank(less)} -> ${rank(more)}`);
      const isCritical = list.some(({ instances }) =>
        instances.some(({ cvss, confidence }) => cvss >= 9 && confidence === 'firm'),
      );
      const whole = scoreAudit(list, policy);
      if (isCritical && whole.sufficient) assert.ok(whole.score.total <= 64);
    }),
    runs,
  );
});

test('a better grade never has a lower total', () => {
  fc.assert(
    fc.property(checks, checks, (a, b) => {
      const [one, other] = [scoreAudit(a, policy), scoreAudit(b, policy)];
      if (!one.sufficient || !other.sufficient || one.score.total >= other.score.total) return;
      const letter = (score: Scored): number => (score.sufficient ? grade.options.indexOf(score.score.grade) : -1);
      assert.ok(letter(one) >= letter(other) || other.score.grade === 'A');
    }),
    runs,
  );
});

test('a hidden protection has the penalty of a missing one, and is no better than a present one', () => {
  fc.assert(
    fc.property(checks, fc.nat(), instance, (list, at, presumed) => {
      const index = at % list.length;
      const target = list[index];
      if (target === undefined) return;
      const as = (changes: Partial<JudgedCheck>): Scored =>
        scoreAudit(list.with(index, { ...target, instances: [], ...changes }), policy);
      const hidden = as({ outcome: 'inconclusive', presumed });
      const missing = as({ outcome: 'fail', instances: [presumed] });
      const there = as({ outcome: 'pass' });
      const open = as({ outcome: 'inconclusive' });
      if (!hidden.sufficient || !missing.sufficient || !there.sufficient || !open.sufficient) return;
      assert.equal(hidden.score.uncapped, missing.score.uncapped);
      assert.ok(rank(hidden) <= rank(there) && rank(hidden) <= rank(open));
      assert.deepEqual(hidden.score.caps, open.score.caps);
    }),
    runs,
  );
});
