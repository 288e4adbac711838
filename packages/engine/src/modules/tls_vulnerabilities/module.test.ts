import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import { textOf } from '../../catalogue/testing/rows.ts';
import { tlsOf, wideOpen } from '../derive/tls/testing/evidence.ts';
import { soundEvidence } from '../derive/tls/testing/flaws.ts';
import { tlsVulnerabilities } from './module.ts';

/** Checks whose question does not arise on a sound server with TLS 1.2 and 1.3 and AEAD suites alone. */
const otherwise: Partial<Record<string, OutcomeKind>> = {
  'vuln-robot': 'not-applicable',
  'vuln-poodle-tls': 'not-applicable',
  'vuln-cbc-oracle': 'not-applicable',
  'vuln-raccoon': 'not-applicable',
  'vuln-starttls-injection': 'not-applicable',
  'vuln-breach': 'not-applicable',
};

for (const check of tlsVulnerabilities.checks) {
  test(`${check.id}: a sound server is judged sound`, () => {
    const outcome = check.evaluate(soundEvidence);
    assert.equal(outcome.outcome, otherwise[check.id] ?? 'pass', textOf(outcome));
  });
}

test('what needs a connection of its own is left to deep mode', () => {
  const deep = tlsVulnerabilities.checks.filter(({ mode }) => mode === 'deep').map(({ id }) => id);
  assert.deepEqual(deep, [
    'vuln-heartbleed',
    'vuln-ccs',
    'vuln-ticketbleed',
    'vuln-robot',
    'vuln-poodle-tls',
    'vuln-cbc-oracle',
    'vuln-reneg-dos',
    'vuln-starttls-injection',
    'vuln-alpaca',
    'vuln-insecure-reuse',
  ]);
});

test('however much is wrong, each proof ends in the command that shows it', () => {
  const open = { ...soundEvidence, ...tlsOf(wideOpen) };
  const failed = tlsVulnerabilities.checks.flatMap((check) => {
    const outcome = check.evaluate(open);
    return outcome.outcome === 'fail' ? outcome.findings.map(({ evidence }) => ({ id: check.id, evidence })) : [];
  });
  assert.deepEqual(
    failed.map(({ id }) => id),
    ['vuln-poodle-ssl3', 'vuln-drown', 'vuln-freak', 'vuln-logjam', 'vuln-beast'],
  );
  for (const { id, evidence } of failed) {
    assert.ok(evidence.length <= 8_192, `${id}: ${evidence.length}`);
    assert.match(evidence.split('\n').at(-1) ?? '', /^Reproduce: /, id);
  }
});
