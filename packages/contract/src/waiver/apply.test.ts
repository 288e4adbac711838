import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyWaivers } from './apply.ts';
import { type AcceptedRisk, calendarDay, expiryMistake, newWaiver, waiverEndMs } from './waiver.ts';

const nowMs = Date.parse('2027-01-10T12:00:00Z');
const print = (letter: string): string => letter.repeat(64);
const finding = (checkId: string, letter: string) => ({ checkId, fingerprint: print(letter) });
const check = (id: string, outcome: 'fail' | 'pass' | 'inconclusive') => ({ id, outcome });
const report = {
  findings: [finding('one', 'a'), finding('one', 'b'), finding('two', 'c')],
  modules: [
    { checks: [check('one', 'fail'), check('two', 'fail'), check('open', 'inconclusive'), check('good', 'pass')] },
  ],
};
const ofCheck = (checkId: string, expires = '2027-06-30') => ({ fingerprint: null, checkId, reason: 'known', expires });
const ofFinding = (letter: string, checkId: string | null = null) => ({
  ...ofCheck('', '2027-06-30'),
  fingerprint: print(letter),
  checkId,
});

const effectsOf = (...waivers: readonly AcceptedRisk[]) =>
  applyWaivers(waivers, report, nowMs).effects.map(({ effect, findings, expiresSoon }) => [
    effect,
    findings,
    expiresSoon,
  ]);

test('a waiver covers all findings of a check, or one finding', () => {
  assert.deepEqual(effectsOf(ofCheck('one')), [['applied', 2, false]]);
  const { effects, waived } = applyWaivers([ofFinding('b')], report, nowMs);
  assert.deepEqual([effects[0]?.findings, [...waived.keys()]], [1, [print('b')]]);
});

test('the waiver of a finding goes before that of its check, in any order', () => {
  const [wide, narrow] = [ofCheck('one'), ofFinding('b', 'one')];
  for (const waivers of [
    [wide, narrow],
    [narrow, wide],
  ])
    assert.equal(applyWaivers(waivers, report, nowMs).waived.get(print('b')), narrow);
});

test('a waiver holds to the end of its day, is announced before, and does nothing after', () => {
  assert.deepEqual(effectsOf(ofCheck('one', '2027-01-10')), [['applied', 2, true]]);
  assert.deepEqual(effectsOf(ofCheck('one', '2027-01-23')), [['applied', 2, true]]);
  assert.deepEqual(effectsOf(ofCheck('one', '2027-01-24')), [['applied', 2, false]]);
  assert.deepEqual(effectsOf(ofCheck('one', '2027-01-09')), [['expired', 2, false]]);
  assert.equal(applyWaivers([ofCheck('one', '2027-01-09')], report, nowMs).waived.size, 0);
});

test('what a report does not have is unmatched, and what could not be judged is not known', () => {
  assert.deepEqual(
    effectsOf(ofCheck('good'), ofCheck('gone'), ofCheck('open'), { ...ofFinding('d', 'open') }, ofFinding('d')).map(
      ([one]) => one,
    ),
    ['unmatched', 'unmatched', 'inconclusive', 'inconclusive', 'unmatched'],
  );
});

test('an end is a day that there is, not past and at most a year ahead', () => {
  for (const wrong of ['2027-02-29', '2027-13-01', '2027-1-1', 'soon', '', '20270101'])
    assert.ok(!calendarDay.safeParse(wrong).success, wrong);
  assert.equal(expiryMistake('2027-01-10', nowMs), null);
  assert.equal(expiryMistake('2028-01-11', nowMs), null);
  assert.match(expiryMistake('2027-01-09', nowMs) ?? '', /past/);
  assert.match(expiryMistake('2029-01-01', nowMs) ?? '', /366 days/);
  assert.equal(new Date(waiverEndMs('2027-02-28')).toISOString(), '2027-02-28T23:59:59.999Z');
});

test('no text makes the schema of a day throw', () => {
  fc.assert(fc.property(fc.string(), (text) => typeof calendarDay.safeParse(text).success === 'boolean'));
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/u),
      (text) => typeof calendarDay.safeParse(text).success === 'boolean',
    ),
  );
});

test('a waiver needs something to be about, a reason and an end', () => {
  const whole = { domain: 'a.net', checkId: 'one', reason: 'known', expires: '2027-06-30' };
  assert.ok(newWaiver.safeParse(whole).success);
  for (const left of ['checkId', 'reason', 'expires', 'domain'] as const) {
    const { [left]: _, ...rest } = whole;
    assert.ok(!newWaiver.safeParse(rest).success, left);
  }
  assert.ok(!newWaiver.safeParse({ ...whole, reason: '  ' }).success);
  assert.ok(!newWaiver.safeParse({ ...whole, fingerprint: 'x' }).success);
});
