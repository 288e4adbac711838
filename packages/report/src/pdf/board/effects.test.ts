import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issues, sampleReport } from '../../testing/sample-report.ts';
import { effectsOf } from './effects.ts';
import { observedFact } from './observed-fact.ts';
import { fixBy } from './plan.ts';

const effects = effectsOf;

test("effects use each check's own text, in the order of what to fix first", () => {
  const [first, second] = effects(sampleReport);
  const [worst] = sampleReport.findings;
  assert.ok(first !== undefined && worst !== undefined);
  const { cause, ...effect } = first;
  assert.deepEqual(
    { ...effect, cause: cause?.checkId },
    {
      what: 'Because.',
      whom: 'Visitors, customers and partners who exchange data with the site',
      likelihood: 'Less likely: it takes a position on the network path, or special effort',
      by: '6 June 2026',
      owner: 'Server operations',
      severity: 'high',
      cause: 'tls-legacy-versions',
    },
  );
  assert.equal(second?.cause?.checkId, 'hsts-missing');
  assert.deepEqual(effects({ ...sampleReport, findings: [] }), []);
});

const told = [
  [
    'what something is for is followed by what happens without it',
    'A policy says which scripts run. Without one, injected markup runs. The default is none.',
    'A policy says which scripts run. Without one, injected markup runs.',
  ],
  ['one sentence stays', 'Because of `a.b`, mail is lost.', 'Because of a.b, mail is lost.'],
  [
    'no sentence of two is cut that a cell has room for',
    `${'It does not protect. '}${`Without it, ${'x'.repeat(240)} fails. Also that.`}`,
    `It does not protect. Without it, ${'x'.repeat(240)} fails.`,
  ],
] as const;
for (const [name, why, expected] of told) {
  test(`what can happen: ${name}`, () => {
    const findings = issues(['high']).map((one) => ({ ...one, remediation: { ...one.remediation, why } }));
    const [first] = effects({ ...sampleReport, findings });
    assert.equal(first?.what.replaceAll('\u200b', ''), expected);
  });
}

test('an outage comes first, is certain, and is due on the day of the audit', () => {
  const findings = issues(['high', 'low']);
  const alone = [
    { checkId: 'low-1', total: 80, grade: 'B' as const, outage: true as const },
    { checkId: 'high-0', total: 75, grade: 'C' as const },
  ];
  const report = { ...sampleReport, findings, outlook: { ...sampleReport.outlook, alone } };
  assert.deepEqual(
    effects(report).map(({ cause, by, likelihood }) => [cause?.checkId, by, likelihood.startsWith('Certain')]),
    [
      ['low-1', '7 May 2026', true],
      ['high-0', '6 June 2026', false],
    ],
  );
});

test('an effect and its issue have the same date and severity', () => {
  const severities = ['high', 'medium', 'low', 'low'] as const;
  for (const findings of [sampleReport.findings, issues(severities)]) {
    const report = { ...sampleReport, findings };
    for (const { by, severity, cause } of effects(report)) {
      assert.ok(cause !== null);
      assert.deepEqual([by, severity], [fixBy(cause.severity, report.completedAt), cause.severity]);
    }
  }
});

test('a site without HTTPS has an effect, although no issue states it', () => {
  const caps = [{ limit: 39, checkId: null, reason: 'The site has no HTTPS: every address refuses port 443' }];
  const score = { ...sampleReport.score, total: 39, uncapped: 88, caps };
  const [first] = effects({ ...sampleReport, findings: [], score });
  assert.match(first?.what ?? '', /the site has no HTTPS/u);
  assert.equal(first?.cause, null);
});

const facts: readonly (readonly [string, string])[] = [
  [
    'Valid until 2025-11-22T14:51:40Z, and it is 2026-11-22T14:51:50Z. It expired 365 days before the audit; expected: a certificate that is valid now.',
    'Valid until 2025-11-22, and it is 2026-11-22. It expired 365 days before the audit.',
  ],
  ['Server discloses nginx/1.22.1. Expected: no version, at most a product name.', 'Server discloses nginx/1.22.1.'],
  [
    'Accepted: TLS_RSA_A, TLS_RSA_B, TLS_RSA_C and 3 more; expected: AEAD suites only.',
    'Accepted: TLS_RSA_A and 5 more.',
  ],
  ['The header is missing', 'The header is missing.'],
];
for (const [description, fact] of facts) {
  test(`observed: ${fact}`, () => assert.equal(observedFact({ description }, 150), fact));
}
