import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { applyWaivers } from './apply.ts';
import { type AcceptedRisk, calendarDay, daysUntil, expiryMistake, newWaiver } from './waiver.ts';

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

test('a waiver is announced for 14 days, and covers nothing from its day on', () => {
  assert.deepEqual(effectsOf(ofCheck('one', '2027-01-11')), [['applied', 2, true]]);
  assert.deepEqual(effectsOf(ofCheck('one', '2027-01-24')), [['applied', 2, true]]);
  assert.deepEqual(effectsOf(ofCheck('one', '2027-01-25')), [['applied', 2, false]]);
  for (const ended of ['2027-01-10', '2027-01-09']) {
    assert.deepEqual(effectsOf(ofCheck('one', ended)), [['expired', 2, false]]);
    assert.equal(applyWaivers([ofCheck('one', ended)], report, nowMs).waived.size, 0);
  }
});

test('a finding that became more severe than when accepted counts again', () => {
  const levels = { a: 'critical', b: 'medium', c: 'low' } as const;
  const findings = report.findings.map((one) => ({
    ...one,
    severity: Object.entries(levels).find(([letter]) => print(letter) === one.fingerprint)?.[1],
  }));
  const rows = [
    ['high', 'applied', 1, 'critical', ['b']],
    ['medium', 'applied', 1, 'critical', ['b']],
    ['low', 'outgrown', 2, 'critical', []],
    ['critical', 'applied', 2, null, ['a', 'b']],
    [undefined, 'applied', 2, null, ['a', 'b']],
  ] as const;
  for (const [severity, ...expected] of rows) {
    const { effects, waived } = applyWaivers([{ ...ofCheck('one'), severity }], { ...report, findings }, nowMs);
    const [first] = effects;
    assert.deepEqual(
      [first?.effect, first?.findings, first?.grownTo, [...waived.keys()].map((key) => key[0])],
      expected,
      severity,
    );
  }
  // One that expired says so, however severe its finding is now.
  const late = { ...ofCheck('one', '2027-01-09'), severity: 'low' as const };
  assert.equal(applyWaivers([late], { ...report, findings }, nowMs).effects[0]?.effect, 'expired');
});

test('a host narrows a waiver, and one outside of the audited domain is not known', () => {
  const hosted = {
    ...report,
    domain: 'a.net',
    findings: [
      { ...finding('one', 'a'), host: 'a.net' },
      { ...finding('one', 'b'), host: 'pay.a.net' },
    ],
  };
  const rows = [
    ['pay.a.net', 'applied', 1],
    ['a.net', 'applied', 1],
    ['www.a.net', 'unmatched', 0],
    ['b.net', 'inconclusive', 0],
    ['xa.net', 'inconclusive', 0],
  ] as const;
  for (const [host, effect, findings] of rows) {
    const [first] = applyWaivers([{ ...ofCheck('one'), host }], hosted, nowMs).effects;
    assert.deepEqual([first?.effect, first?.findings], [effect, findings], host);
  }
});

test('only what was judged is unmatched: not a check that is inconclusive or did not run, nor a fingerprint beside one', () => {
  const judged = { ...report, modules: [{ checks: [check('one', 'fail'), check('good', 'pass')] }] };
  const effectIn = (of: typeof report, waiver: AcceptedRisk) => applyWaivers([waiver], of, nowMs).effects[0]?.effect;
  assert.equal(effectIn(report, ofCheck('good')), 'unmatched');
  assert.equal(effectIn(report, ofCheck('open')), 'inconclusive');
  assert.equal(effectIn(report, ofCheck('gone')), 'inconclusive');
  assert.equal(effectIn(report, ofFinding('d', 'open')), 'inconclusive');
  assert.equal(effectIn(report, ofFinding('d', 'good')), 'unmatched');
  assert.equal(effectIn(report, ofFinding('d')), 'inconclusive');
  assert.equal(effectIn(judged, ofFinding('d')), 'unmatched');
});

test('an end is a day that there is, after today and at most 365 days ahead', () => {
  for (const wrong of ['2027-02-29', '2027-13-01', '2027-1-1', 'soon', '', '20270101'])
    assert.ok(!calendarDay.safeParse(wrong).success, wrong);
  assert.equal(expiryMistake('2027-01-11', nowMs), null);
  assert.equal(expiryMistake('2028-01-10', nowMs), null);
  assert.match(expiryMistake('2028-01-11', nowMs) ?? '', /365 days/);
  for (const past of ['2027-01-10', '2027-01-09']) assert.match(expiryMistake(past, nowMs) ?? '', /after today/);
  assert.deepEqual(
    ['2027-01-09', '2027-01-10', '2027-01-11'].map((day) => daysUntil(day, nowMs)),
    [-1, 0, 1],
  );
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

test('a waiver needs something to be about, a reason, an owner and an end', () => {
  const whole = { domain: 'a.net', checkId: 'one', reason: 'known', owner: 'jane', expires: '2027-06-30' };
  assert.ok(newWaiver.safeParse(whole).success);
  for (const left of ['checkId', 'reason', 'owner', 'expires', 'domain'] as const) {
    const { [left]: _, ...rest } = whole;
    assert.ok(!newWaiver.safeParse(rest).success, left);
  }
  assert.ok(!newWaiver.safeParse({ ...whole, reason: '  ' }).success);
  assert.ok(!newWaiver.safeParse({ ...whole, fingerprint: 'x' }).success);
  assert.equal(newWaiver.parse({ ...whole, host: ' WWW.a.net' }).host, 'www.a.net');
});
