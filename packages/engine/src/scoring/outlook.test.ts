import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { categoryKey } from '@perimeter/contract/category';
import type { JudgedCheck } from './coverage.ts';
import { outlookOf } from './outlook.ts';
import { penaltyOf } from './penalty.ts';
import { policy } from './policy.data.ts';
import { scoreAudit } from './score.ts';

const failed = (id: string, cvss: number): JudgedCheck => ({
  id,
  title: id,
  category: 'tls',
  outcome: 'fail',
  weight: penaltyOf({ cvss, confidence: 'confirmed' }, policy),
  instances: [{ cvss, confidence: 'confirmed' }],
});

const passed = (id: string): JudgedCheck => ({ ...failed(id, 5.3), outcome: 'pass', instances: [], weight: 40 });

const totalOf = (checks: readonly JudgedCheck[]): number => {
  const scored = scoreAudit(checks, policy);
  assert.ok(scored.sufficient);
  return scored.score.total;
};

const checks = [failed('low', 2.3), failed('medium', 6.3), failed('critical', 9.1), failed('high', 8.2)].concat(
  Array.from({ length: 20 }, (_, index) => passed(`good-${index}`)),
);

test('steps go from most to least severe, each including the earlier ones, and after the last no check fails', () => {
  const { steps } = outlookOf(checks, policy);
  assert.deepEqual(
    steps.map(({ name, checkIds }) => [name, checkIds]),
    [
      ['contain', ['critical', 'high']],
      ['fix', ['medium']],
      ['harden', ['low']],
    ],
  );
  const mended = checks.map((check) => ({ ...check, outcome: 'pass' as const, instances: [] }));
  assert.equal(steps.at(-1)?.total, totalOf(mended));
  assert.equal(
    steps[0]?.total,
    totalOf(
      mended.map((check) =>
        check.id === 'low' || check.id === 'medium' ? (checks.find(({ id }) => id === check.id) ?? check) : check,
      ),
    ),
  );
});

test('the gain of one check alone is the score without its penalty', () => {
  for (const { checkId, total } of outlookOf(checks, policy).alone) {
    assert.equal(
      total,
      totalOf(
        checks
          .map((check) => (check.id === checkId ? passed(checkId) : check))
          .map((check) =>
            check.id === checkId ? { ...check, weight: checks.find(({ id }) => id === checkId)?.weight ?? 1 } : check,
          ),
      ),
    );
  }
});

test('an audit without failures has no steps', () => {
  assert.deepEqual(outlookOf([passed('one')], policy), { alone: [], steps: [] });
});

test('fixes never lower the total, and no step is below the previous one', () => {
  const one = fc.record({
    cvss: fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10),
    outcome: fc.constantFrom('fail' as const, 'pass' as const, 'inconclusive' as const, 'not-applicable' as const),
    category: fc.constantFrom(...categoryKey.options),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 30 }), (drawn) => {
      const all = drawn.map(({ cvss, outcome, category }, index): JudgedCheck => {
        const base = { ...failed(`c${index}`, cvss), category, outcome };
        return outcome === 'fail' ? base : { ...base, instances: [] };
      });
      const scored = scoreAudit(all, policy);
      if (!scored.sufficient) return;
      const { alone, steps } = outlookOf(all, policy);
      for (const { total } of alone) assert.ok(total >= scored.score.total);
      const totals = [scored.score.total, ...steps.map(({ total }) => total)];
      assert.deepEqual(
        totals,
        totals.toSorted((a, b) => a - b),
      );
    }),
    { numRuns: 500 },
  );
});

test('outages come first and in the first step, whatever their severity; unconfirmed ones do not count', () => {
  const failing = (id: string, cvss: number, confidence: 'confirmed' | 'firm' = 'confirmed'): JudgedCheck => ({
    id,
    title: id,
    category: 'dns_email',
    outcome: 'fail',
    weight: 1,
    instances: [{ cvss, confidence }],
  });
  const checks = [
    failing('spf-pass-all', 9),
    failing('mx-unreachable', 5),
    failing('dnssec-rrsig-expired', 5),
    failing('mtasts-mx-cert-bad', 8.7, 'firm'),
    failing('cert-expired', 7.6),
  ];
  const { alone, steps } = outlookOf(checks, policy);
  assert.deepEqual(
    alone.map(({ checkId, outage }) => [checkId, outage ?? false]),
    [
      ['cert-expired', true],
      ['mx-unreachable', true],
      ['spf-pass-all', false],
      ['mtasts-mx-cert-bad', false],
      ['dnssec-rrsig-expired', false],
    ],
  );
  assert.deepEqual(
    steps.map(({ name, checkIds }) => [name, checkIds]),
    [
      ['contain', ['cert-expired', 'mx-unreachable', 'spf-pass-all', 'mtasts-mx-cert-bad']],
      ['fix', ['dnssec-rrsig-expired']],
    ],
  );
});
