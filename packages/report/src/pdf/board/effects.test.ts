import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuesOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { issues, sampleReport } from '../../testing/sample-report.ts';
import { effectsOf } from './effects.ts';
import { observedFact } from './observed-fact.ts';
import { fixBy } from './plan.ts';

const effects = (report: Report) => effectsOf(report, issuesOf(report.findings));

test('what can happen, to whom, how likely, by when to fix and who follow from the vectors', () => {
  assert.deepEqual(
    effects(sampleReport).map(({ cause, ...effect }) => ({ ...effect, cause: cause?.checkId })),
    [
      {
        what: 'Outsiders read confidential data, such as passwords, sessions and personal data',
        whom: 'Visitors, customers and partners who exchange data with the site',
        likelihood: 'Less likely: it takes a position on the network path, or special effort',
        by: '6 June 2026',
        owner: 'Server operations',
        severity: 'high',
        reach: '1 issue; 3 more to a lesser extent',
        cause: 'tls-legacy-versions',
      },
      {
        what: 'Outsiders change parts of what visitors see, or act in their name',
        whom: 'Visitors, customers and partners who exchange data with the site; visitors of the website, most of all those who are logged in; recipients of e-mail in your name',
        likelihood: 'Possible: a visitor must first be lured into an action, such as opening a link (1 of 3 issues)',
        by: '6 June 2026',
        owner: 'Server operations; web development; DNS and e-mail administration',
        severity: 'high',
        reach: '3 issues',
        cause: 'tls-legacy-versions',
      },
    ],
  );
  assert.deepEqual(effects({ ...sampleReport, findings: [] }), []);
});

const chain = (keyType: string, trusted: boolean) => ({
  address: '192.0.2.1',
  port: 443,
  serverName: 'example.org',
  keyType,
  trusted,
  servedSuffices: true,
  path: [],
  problems: [],
  staple: null,
  timestamps: [],
});

test('visitors are turned away where no certificate of an address is trusted, and it is certain', () => {
  const [finding] = issues(['high']);
  const modules = [
    {
      id: 'certificates',
      phase: 'phase_certificates',
      title: 'Certificates',
      category: 'tls' as const,
      checks: [{ id: 'high-0', title: 'Valid', outcome: 'fail' as const, reason: '', findings: 1 }],
    },
  ];
  const certificates = {
    rootsDate: '',
    logsDate: '',
    revocation: [],
    caa: [],
    tlsa: [],
    fetched: [],
    chains: [chain('rsa', false)],
  };
  const report = { ...sampleReport, findings: [finding ?? assert.fail()], modules, certificates };
  const [first] = effects(report);
  assert.equal(first?.by, fixBy('high', report.completedAt));
  assert.match(first?.what ?? '', /turn visitors away/u);
  assert.equal(first?.likelihood, 'Certain: it happens with every visit');
  const other = { ...certificates, chains: [chain('rsa', true), chain('dsa', false)] };
  assert.doesNotMatch(effects({ ...report, certificates: other })[0]?.what ?? '', /turn visitors away/u);
});

test('an effect and the issue that it names have one date and one severity', () => {
  const severities = ['high', 'medium', 'low', 'low'] as const;
  for (const findings of [sampleReport.findings, issues(severities)]) {
    const report = { ...sampleReport, findings };
    for (const { by, severity, cause } of effects(report)) {
      assert.ok(cause !== null);
      assert.deepEqual([by, severity], [fixBy(cause.severity, report.completedAt), cause.severity]);
    }
  }
});

test('a site without HTTPS has an effect that no issue states', () => {
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
