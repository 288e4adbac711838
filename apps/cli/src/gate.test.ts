import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { type Gate, gateVerdict } from './gate.ts';

const open: Gate = { failOn: null, minGrade: null, minScore: null };
const provisional = { ...sampleReport, score: { ...sampleReport.score, gradeStatus: 'provisional' as const } };
const final = { ...sampleReport, score: { ...sampleReport.score, gradeStatus: 'final' as const } };

test('a final result passes a gate without limits', () => {
  assert.equal(gateVerdict({ gate: open, allowIncomplete: false }, final).outcome, 'ok');
});

test('potential findings do not fail the gate, and are listed', () => {
  const [worst] = sampleReport.findings.filter(({ severity }) => severity === 'high' || severity === 'critical');
  assert.ok(worst !== undefined);
  const verdictOf = (confidence: 'firm' | 'potential') =>
    gateVerdict(
      { gate: { ...open, failOn: 'high' }, allowIncomplete: true },
      { ...final, findings: [{ ...worst, confidence }] },
    );
  assert.deepEqual(verdictOf('potential'), {
    outcome: 'ok',
    text: 'gate passed; 1 potential issue not counted by --fail-on',
  });
  assert.equal(verdictOf('firm').outcome, 'gateFailed');
});

test('a provisional result fails unless allowed', () => {
  const { outcome, text } = gateVerdict({ gate: open, allowIncomplete: false }, provisional);
  assert.equal(outcome, 'noReport');
  assert.match(text, /^incomplete: \d+ of \d+ applicable checks had a result; use --allow-incomplete/);
  assert.equal(gateVerdict({ gate: open, allowIncomplete: true }, provisional).outcome, 'ok');
});

test('addresses that could not be judged are listed as the cause', () => {
  const coverage = { ...provisional.coverage, openAddresses: ['192.0.2.7:443'] };
  const { outcome, text } = gateVerdict({ gate: open, allowIncomplete: false }, { ...provisional, coverage });
  assert.equal(outcome, 'noReport');
  assert.match(text, /^incomplete: .*192\.0\.2\.7:443 could not be judged; use --allow-incomplete/);
});

test('a failed gate takes precedence over an incomplete result', () => {
  for (const allowIncomplete of [false, true]) {
    const { outcome } = gateVerdict({ gate: { ...open, minScore: 100 }, allowIncomplete }, provisional);
    assert.equal(outcome, 'gateFailed');
  }
});
