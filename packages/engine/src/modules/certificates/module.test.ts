import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import { testModule } from '../../catalogue/testing/module.ts';
import { pathProblemCode } from '../../evidence/certificates/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { claimants } from '../derive/certificates/claims.ts';
import { audited, goodLeaf, problem, timedOut, together } from './testing/evidence.ts';
import { answer } from './testing/rows.ts';
import { hostileEvidence } from './testing/hostile.ts';
import { certificates } from './module.ts';

/** Checks that are not applicable to one good certificate, or only inform. */
const otherwise: Partial<Record<string, OutcomeKind>> = {
  'cert-revoked': 'not-applicable',
  'cert-staple-invalid': 'not-applicable',
  'cert-must-staple-unmet': 'not-applicable',
  'cert-alternate-rejected': 'not-applicable',
  'cert-ip-inconsistent': 'not-applicable',
  'dane-https': 'not-applicable',
  'cert-not-stapled': 'not-applicable',
  'cert-lifetime-trend': 'informational',
  'cert-shared-key-services': 'inconclusive',
  'caa-no-issuemail-issuevmc': 'informational',
  'caa-iodef': 'informational',
  'cert-nosni-leak': 'pass',
};

const good = audited({ endpoint: { withoutServerName: seen({ accepted: true, leafSha256: goodLeaf.sha256 }) } });

/** Checks of the certificates served now; checks of earlier audits have their own rows. */
const ofThisAudit = certificates.checks.filter(({ needs }) => !needs.includes('history'));

/** CAA needs no connection: its checks have an outcome wherever there are names. */
const byName: Partial<Record<string, OutcomeKind>> = {
  ...Object.fromEntries(
    certificates.checks.flatMap(({ id, needs }) =>
      needs.includes('tls') ? [] : [[id, otherwise[id] ?? 'pass'] as const],
    ),
  ),
  'caa-lookup-fails': 'not-applicable',
};

const left = audited({
  endpoint: {
    address: '192.0.2.2',
    speaksTls: false,
    unreachable: { reason: 'budget', gap: 'words-kept', values: ['The budget was used up'] },
  },
  evidence: { chains: [] },
});
const bare = audited({
  evidence: { chains: [], certificates: [], caa: timedOut, tlsa: timedOut },
  endpoint: { withoutServerName: timedOut },
});
const nothing = audited({
  endpoint: { unreachable: { reason: 'refused', gap: 'words-kept', values: ['Connection refused'] }, speaksTls: false },
  evidence: { chains: [], certificates: [] },
});
const history = { sinceMs: 0, keys: [], sessions: [] };

testModule(certificates, {
  sound: { evidence: [good], otherwise },
  silent: { evidence: [{ ...bare, history }] },
  refused: { evidence: [{ ...nothing, history }], otherwise: byName },
  hostile: hostileEvidence,
});

test('a pass names an address whose certificate was not seen, and checks that compare all addresses are inconclusive', () => {
  const evidence = { ...together(good, left), history };
  const outcomes = certificates.checks
    .filter(({ id }) => byName[id] === undefined)
    .map(({ id, evaluate }) => ({ id, ...evaluate(evidence) }));
  const passed = outcomes.filter(({ outcome }) => outcome === 'pass');
  assert.ok(passed.length > 20);
  for (const { id, reason } of passed) assert.match(reason, / \(not judged: 192\.0\.2\.2:443\)$/, id);
  const open = outcomes.flatMap(({ id, outcome }) => (outcome === 'inconclusive' ? [id] : []));
  assert.ok(open.includes('cert-ip-inconsistent') && open.includes('caa-issuer-not-allowed'), open.join(' '));
});

test('every path problem belongs to a check of this module', () => {
  const ids = new Set(certificates.checks.map(({ id }) => id));
  for (const code of pathProblemCode.options) {
    const id = claimants[code](goodLeaf, true);
    assert.ok(ids.has(id), `${code}: ${id}`);
  }
});

for (const code of pathProblemCode.options) {
  test(`a path that is broken by ${code} is reported by exactly one check`, () => {
    const broken = { ...audited({ problems: [problem(code)] }), tls: good.tls };
    const failed = ofThisAudit.filter((check) => answer(check, broken).outcome === 'fail').map(({ id }) => id);
    // An algorithm that cannot be verified here is not a fault.
    const expected = code === 'unknown-algorithm' ? [] : [claimants[code](goodLeaf, true)];
    assert.deepEqual(failed, expected);
  });
}

test('a failure carries host, port and address, and its fingerprint is the same after a renewal', () => {
  const check = certificates.checks.find(({ id }) => id === 'cert-name-mismatch');
  assert.ok(check);
  const outcome = check.evaluate(audited({ problems: ['name-mismatch'] }));
  assert.ok(outcome.outcome === 'fail');
  assert.deepEqual(outcome.findings[0].location, { host: 'example.test', port: 443, address: '192.0.2.1' });
  assert.equal(outcome.findings[0].subject, 'ec');
});

test('only checks that need other services are deep mode only', () => {
  const deep = certificates.checks.filter(({ mode }) => mode === 'deep').map(({ id }) => id);
  assert.deepEqual(deep, ['cert-shared-key-services']);
});
