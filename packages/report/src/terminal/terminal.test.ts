import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Severity } from '@perimeter/contract/finding';
import type { Grade } from '@perimeter/contract/grade';
import type { Report } from '@perimeter/contract/report';
import { hostileReport, issues, sampleReport } from '../testing/sample-report.ts';
import { displayWidth } from '../display-width.ts';
import { verdict } from '../verdict/verdict.ts';
import { renderTerminal } from './terminal.ts';

const asText = { serializers: [String] };
const SGR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'gu');
const widths = [40, 47, 60, 72, 80, 100, 120];

test('the result at 60 columns in ASCII', (t) => {
  t.assert.snapshot(renderTerminal(sampleReport, { width: 60, colour: false, unicode: false, extent: 'all' }), asText);
});

test('the result at 80 columns', (t) => {
  t.assert.snapshot(renderTerminal(sampleReport, { width: 80, colour: false, unicode: true }), asText);
});

test('the result at 120 columns in colour', (t) => {
  const text = renderTerminal(sampleReport, { width: 120, colour: true, unicode: true });
  t.assert.snapshot(text.replaceAll('\u001b', '␛'), asText);
});

test('the result of a hostile target at 80 columns', (t) => {
  t.assert.snapshot(renderTerminal(hostileReport, { width: 80, colour: false, unicode: true }), asText);
});

test('a reason of several sentences loses its final full stop before the list', () => {
  const notTested = [{ what: 'ip6-web-differs', reason: 'Not asked. Audit again.' }];
  const report = { ...sampleReport, coverage: { ...sampleReport.coverage, notTested } };
  const text = renderTerminal(report, { width: 80, colour: false, unicode: true, extent: 'all' });
  assert.match(text, /Not asked\. Audit again: ip6-web-differs/);
});

test('the reproducing command is complete after evidence of any length', () => {
  const [first] = sampleReport.findings;
  assert.ok(first !== undefined);
  const command = `curl -sk --resolve ${'x'.repeat(400)} https://site.lab/end`;
  const headers = Array.from({ length: 12 }, (_, index) => `Header-${index}: x`);
  const evidenceOf = (lines: readonly string[]): string => [...lines, `Reproduce: ${command}`].join('\n');
  const shown = (lines: readonly string[]): string => {
    const report = { ...sampleReport, findings: [{ ...first, evidence: evidenceOf(lines) }] };
    return renderTerminal(report, { width: 80, colour: false, unicode: true, extent: 'all' });
  };
  const long = shown(headers);
  assert.match(long, /Header-7: x\n.*4 more lines\n.*Reproduce: curl/);
  assert.match(long, /site\.lab\/end$/m);
  const nine = shown(headers.slice(0, 8));
  assert.match(nine, /Header-7: x\n.*Reproduce: curl/);
});

test('a place without evidence says what was found there, where that is not said above', () => {
  const [first] = sampleReport.findings;
  assert.ok(first !== undefined);
  const findings = ['One.', 'Two.', 'Three.', 'Four.', 'One.'].map((description, index) => ({
    ...first,
    description,
    evidence: `line ${index}`,
  }));
  const report = { ...sampleReport, findings };
  const text = renderTerminal(report, { width: 80, colour: false, unicode: true, extent: 'all' });
  assert.deepEqual(
    text.match(/^ +(?:One|Two|Three|Four)\.$/gm)?.map((line) => line.trim()),
    ['One.', 'Two.', 'Three.', 'Four.'],
  );
});

for (const [name, report] of [
  ['a usual', sampleReport],
  ['a hostile', hostileReport],
] as const) {
  test(`no row of ${name} report exceeds the width or contains a control character`, () => {
    for (const width of widths) {
      for (const unicode of [true, false]) {
        const rows = renderTerminal(report, { width, colour: false, unicode, extent: 'all' }).split('\n');
        for (const row of rows) {
          assert.ok(displayWidth(row) <= width, `${displayWidth(row)} columns at ${width}: ${row}`);
          assert.doesNotMatch(row, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
          if (!unicode) assert.match(row, /^[\x20-\x7e]*$/u);
        }
      }
    }
  });

  test(`colour is the only difference in ${name} report`, () => {
    const options = { width: 80, unicode: true };
    const painted = renderTerminal(report, { ...options, colour: true });
    const plain = renderTerminal(report, { ...options, colour: false });
    assert.notEqual(painted, plain);
    assert.equal(painted.replaceAll(SGR, '').replaceAll(/ +$/gmu, ''), plain);
  });
}

test('the most important part comes last, and the summary is one screen of it', () => {
  const options = { width: 80, colour: false, unicode: true };
  for (const report of [sampleReport, { ...sampleReport, findings: issues(Array<Severity>(60).fill('medium')) }]) {
    const whole = renderTerminal(report, options);
    const parts = ['Score calculation', 'Issues in detail', 'Score after fixes', 'Issues ●', 'Categories', ' of 100'];
    const places = parts.map((part) => whole.lastIndexOf(part.replace(' ●', ' ')));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(!whole.includes('Observations') && renderTerminal(report, { ...options, extent: 'all' }).includes('Obs'));
    const summary = renderTerminal(report, { ...options, extent: 'summary' });
    const rows = summary.trimEnd().split('\n');
    assert.ok(rows.length <= 23, `${rows.length} rows`);
    assert.ok(whole.endsWith(summary));
  }
});

test('every severity found is named in words', () => {
  const text = renderTerminal(sampleReport, { width: 80, colour: false, unicode: false });
  for (const word of [
    'HIGH 8.2',
    'MEDIUM 6.3',
    'LOW 2.7',
    '1 high',
    '2 medium',
    '1 low',
    '0 critical',
    '4 issues, 7 findings',
  ]) {
    assert.ok(text.includes(word), word);
  }
});

test('the deductions shown add up to the missing points, also if small ones are combined', () => {
  const many: Report['score']['deductions'] = Array.from({ length: 40 }, (_, index) => ({
    source: `check-${index}`,
    kind: 'check',
    category: 'tls',
    title: `Check ${index}`,
    milliPoints: index === 0 ? 11_000 : 500 + index * 10 - (index === 39 ? 7300 + 200 : 0),
  }));
  const sum = many.reduce((total, { milliPoints }) => total + milliPoints, 0);
  const report = { ...sampleReport, score: { ...sampleReport.score, deductions: many, total: (100_000 - sum) / 1000 } };
  const text = renderTerminal(report, { width: 80, colour: false, unicode: false });
  const amounts = [...text.matchAll(/^ +([+-]) +(\d+\.\d{3}) {2}/gmu)].map(([, sign, amount]) =>
    Number(`${sign}${amount}`),
  );
  assert.equal(amounts.length, 15);
  assert.equal(Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1000), -sum);
});

test('without findings the list of issues is empty, and the verdict names the best state', () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0 };
  const clean: Report = { ...sampleReport, findings: [], severities: none };
  assert.equal(verdict(clean), 'No issues found');
  assert.equal(verdict({ ...clean, score: { ...clean.score, notAPlus: [] } }), 'All applicable checks passed');
  assert.match(renderTerminal(clean, { width: 80, colour: false, unicode: false }), /^ {2}\+ none$/mu);
});

test('the verdict names the most severe first', () => {
  const of = (...severities: Severity[]) => ({ ...sampleReport, findings: issues(severities) });
  assert.equal(
    verdict(of('critical', 'high', 'high', 'medium')),
    'Fix the 1 critical and 2 high-severity issues first',
  );
  assert.equal(verdict(of('critical', 'medium')), 'Fix the critical issue first');
  const mild = of('medium', 'medium', 'medium', 'low', 'low');
  const graded = (grade: Grade) => ({ ...mild, score: { ...sampleReport.score, grade } });
  assert.equal(verdict(graded('A')), 'Nothing urgent: 3 medium and 2 low-severity issues');
  assert.equal(verdict(graded('D')), 'No critical or high-severity issues; 3 medium and 2 low-severity issues to fix');
});

test('a provisional grade is marked', () => {
  const report: Report = { ...sampleReport, score: { ...sampleReport.score, gradeStatus: 'provisional' } };
  assert.match(renderTerminal(report, { width: 80, colour: false, unicode: false }), /provisional/u);
});

test("the score after fixes is that of the report's outlook, and is omitted without failed checks", () => {
  const options = { width: 80, colour: false, unicode: false };
  const text = renderTerminal(sampleReport, options);
  assert.match(
    text,
    /1\. Outages, critical and high   89  B   tls-legacy-versions\n {2}2\. Medium +98  A   hsts-missing, dmarc-policy-none\n/u,
  );
  assert.doesNotMatch(renderTerminal({ ...sampleReport, outlook: { alone: [], steps: [] } }, options), /after fixes/u);
});
