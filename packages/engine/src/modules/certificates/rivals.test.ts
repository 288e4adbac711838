import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { seen } from '../../evidence/observed.ts';
import { certificates } from './module.ts';
import { at, audited, digest, rsa, together } from './testing/evidence.ts';

/** An address that serves an RSA and an ECDSA certificate with the same faults. */
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

test('findings about two certificates of one address name the key type and digest', () => {
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

test('one certificate at several addresses is one finding that names them, and another certificate is another finding', () => {
  const expired = certificates.checks.find(({ id }) => id === 'cert-expired') ?? assert.fail();
  const serving = (address: string, letter: string) =>
    audited({
      endpoint: { address },
      leaf: { notAfter: at('2026-10-15'), sha256: digest(letter) },
      problems: ['expired'],
    });
  const outcome = expired.evaluate(
    together(serving('192.0.2.3', '1a'), serving('192.0.2.2', '1a'), serving('192.0.2.4', '2b')),
  );
  assert.equal(outcome.reason, 'Certificate is expired or not yet valid (2 of 2 certificates)');
  const [first, second] = draftsOf(outcome);
  assert.equal(draftsOf(outcome).length, 2);
  assert.deepEqual([first?.location.address, second?.location.address], ['192.0.2.2', '192.0.2.4']);
  assert.match(first?.description ?? '', / The same at 192\.0\.2\.3:443\.$/);
  assert.doesNotMatch(second?.description ?? '', /The same at/);
});

test('a certificate without a second one at its endpoint is not named', () => {
  const [expired] = certificates.checks.filter(({ id }) => id === 'cert-expired');
  const [draft] = draftsOf(expired?.evaluate(audited({ problems: ['expired'] })) ?? assert.fail());
  assert.doesNotMatch(draft?.description ?? '', /SHA-256/);
});
