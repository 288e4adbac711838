import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { HistoricReport } from '../../audits/compared-report.ts';
import { changesBetween } from './changes-between.ts';

const severities = ['critical', 'high', 'medium', 'low'] as const;

const finding = (checkId: string, place: number): HistoricReport['findings'][number] => ({
  fingerprint: `${checkId}@${place}`,
  checkId,
  category: 'tls',
  title: checkId,
  severity: severities[place % 4] ?? 'low',
  host: `h${place}.example`,
  port: 443,
  affectedUrl: `https://h${place}.example/`,
});

const reportOf = (
  findings: HistoricReport['findings'],
  outcomes: ReadonlyMap<string, OutcomeKind>,
): HistoricReport => ({
  id: 'aud_x',
  scanMode: 'standard',
  completedAt: 1,
  score: { total: 1, grade: 'F', policyVersion: '1' },
  findings,
  modules: [{ checks: [...outcomes].map(([id, outcome]) => ({ id, outcome })) }],
});

/** What happens to a check between two audits, and where each of its places is then listed. */
const fates = {
  stays: { before: 'fail', after: 'fail', told: 'still' },
  'grows worse': { before: 'fail', after: 'fail', told: 'worse' },
  'grows better': { before: 'fail', after: 'fail', told: 'better' },
  'is fixed': { before: 'fail', after: 'pass', told: 'gone' },
  'becomes informational': { before: 'fail', after: 'informational', told: 'gone' },
  'becomes not applicable': { before: 'fail', after: 'not-applicable', told: 'noLongerApplies' },
  'is absent from the second audit': { before: 'fail', after: undefined, told: 'noLongerApplies' },
  'becomes inconclusive': { before: 'fail', after: 'inconclusive', told: 'notAnswered' },
  breaks: { before: 'pass', after: 'fail', told: 'new' },
  'becomes applicable and breaks': { before: 'not-applicable', after: 'fail', told: 'new' },
  'was inconclusive': { before: 'inconclusive', after: 'fail', told: 'newlySeen' },
  'is absent from the first audit': { before: undefined, after: 'fail', told: 'newlySeen' },
} as const;
type Fate = keyof typeof fates;

test('the changes of two hundred mutated pairs of reports are found as they were made', () => {
  const names = Object.keys(fates).filter((name): name is Fate => name in fates);
  const check = fc.record({ fate: fc.constantFrom(...names), places: fc.integer({ min: 1, max: 6 }) });
  fc.assert(
    fc.property(fc.array(check, { maxLength: 40 }), (checks) => {
      const before = new Map<string, OutcomeKind>();
      const after = new Map<string, OutcomeKind>();
      const [found, finds]: [HistoricReport['findings'], HistoricReport['findings']] = [[], []];
      const expected: Record<string, string[]> = {};
      for (const [at, { fate, places }] of checks.entries()) {
        const id = `check-${at}`;
        const made = fates[fate];
        if (made.before !== undefined) before.set(id, made.before);
        if (made.after !== undefined) after.set(id, made.after);
        const moved = made.told === 'worse' ? 'critical' : made.told === 'better' ? 'low' : undefined;
        for (let place = 0; place < places; place += 1) {
          if (made.before === 'fail') found.push(finding(id, place));
          if (made.after === 'fail')
            finds.push({ ...finding(id, place), ...(moved === undefined ? {} : { severity: moved }) });
          // A critical place cannot become worse, nor a low one better.
          const told = moved === finding(id, place).severity ? 'still' : made.told;
          (expected[told] ??= []).push(`${id}@${place}`);
        }
      }
      const changes = changesBetween(reportOf(found, before), reportOf(finds, after));
      for (const [told, list] of Object.entries(changes))
        assert.deepEqual(
          list.map(({ fingerprint }) => fingerprint).toSorted(),
          (expected[told] ?? []).toSorted(),
          told,
        );
    }),
    { numRuns: 200 },
  );
});

test('a place that is fixed while its check still fails elsewhere is gone, and a new place of that check is new', () => {
  const failing = new Map([['a', 'fail' as const]]);
  const changes = changesBetween(
    reportOf([finding('a', 1), finding('a', 2)], failing),
    reportOf([finding('a', 2), finding('a', 3)], failing),
  );
  const told = (list: readonly { fingerprint: string }[]): string[] => list.map(({ fingerprint }) => fingerprint);
  assert.deepEqual([told(changes.new), told(changes.gone), told(changes.still)], [['a@3'], ['a@1'], ['a@2']]);
});

test('several findings with one fingerprint are one place with the highest severity, and the most severe places come first', () => {
  const failing = new Map([['a', 'fail' as const]]);
  const twice = [
    finding('a', 3),
    { ...finding('a', 3), severity: 'critical' as const },
    finding('a', 2),
    finding('a', 1),
  ];
  const { new: found } = changesBetween(reportOf([], new Map([['a', 'pass' as const]])), reportOf(twice, failing));
  assert.deepEqual(
    found.map(({ fingerprint, severity }) => [fingerprint, severity]),
    [
      ['a@3', 'critical'],
      ['a@1', 'high'],
      ['a@2', 'medium'],
    ],
  );
});

test('a place whose severity changed is listed by direction, with the earlier severity', () => {
  const failing = new Map([['a', 'fail' as const]]);
  const low = { ...finding('a', 1), severity: 'low' as const };
  const critical = { ...finding('a', 1), severity: 'critical' as const };
  const { worse, still } = changesBetween(reportOf([low], failing), reportOf([critical], failing));
  assert.deepEqual([worse.map(({ severity, was }) => [was, severity]), still], [[['low', 'critical']], []]);
  const { better } = changesBetween(reportOf([critical], failing), reportOf([low], failing));
  assert.deepEqual(
    better.map(({ severity, was }) => [was, severity]),
    [['critical', 'low']],
  );
});
