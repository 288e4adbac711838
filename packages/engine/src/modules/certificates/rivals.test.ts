import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { seen } from '../../evidence/observed.ts';
import { certificates } from './module.ts';
import { at, audited, digest, rsa, together } from './testing/evidence.ts';

/** An address that serves an RSA certificate beside one for ECDSA, with the same faults in both. */
function dual() {
  const faults = { notAfter: at('2026-10-15'), subjectAltNames: [], mustStaple: true, serialNumber: '01', crlUrls: [] };
  const problems = ['expired', 'name-mismatch', 'strict-profile'] as const;
  const tlsa = seen([
    {
      name: '_443._tcp.example.test',
      authenticated: true,
      records: [{ usage: 3, selector: 1, matchingType: 1, data: digest('e6'), matches: [] }],
    },
  ]);
  const [ec, other] = [
    audited({ leaf: faults, problems, evidence: { tlsa }, verdict: { anchor: 'public' } }),
    audited({
      leaf: { ...faults, ...rsa(2_048), sha256: digest('9e') },
      problems,
      chain: { keyType: 'rsa' },
      verdict: { anchor: 'public' },
    }),
  ];
  return together(ec, { ...other, tls: { endpoints: [] } });
}

test('findings about the two certificates of one address name key and digest of theirs', () => {
  let pairs = 0;
  for (const check of certificates.checks.filter(({ needs }) => !needs.includes('history'))) {
    const drafts = draftsOf(check.evaluate(dual())).filter(({ subject }) => subject === 'ec' || subject === 'rsa');
    if (drafts.length < 2) continue;
    pairs += 1;
    const [first, second] = drafts.map(({ description }) => description);
    assert.match(first ?? '', /^EC P-256 certificate example\.test \(SHA-256 1a1a1a1a\): /, check.id);
    assert.match(second ?? '', /^RSA 2048 certificate example\.test \(SHA-256 9e9e9e9e\): /, check.id);
  }
  assert.ok(pairs >= 5, String(pairs));
});

test('a certificate without another beside it needs no name', () => {
  const [expired] = certificates.checks.filter(({ id }) => id === 'cert-expired');
  const [draft] = draftsOf(expired?.evaluate(audited({ problems: ['expired'] })) ?? assert.fail());
  assert.doesNotMatch(draft?.description ?? '', /SHA-256/);
});
