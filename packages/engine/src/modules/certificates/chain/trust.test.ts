import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  audited,
  digest,
  goodLeaf,
  intermediate,
  key,
  leaf,
  problem,
  rsa,
  together,
  type Changes,
} from '../testing/evidence.ts';
import { answer, testRows, type Row } from '../testing/rows.ts';
import { certDistrustedCa, certNameMismatch, certSelfSigned, certUntrusted } from './trust.ts';

const nobody: Changes = { path: [], problems: ['unknown-issuer'], behind: [] };

const fetched = (reason: 'timeout' | 'unreachable' | 'budget', detail: string): Changes => ({
  ...nobody,
  evidence: {
    fetches: [{ url: 'http://e7.i.lencr.test/', purpose: 'issuer', failure: { reason, detail }, bytes: 0 }],
  },
});
const itself: Changes = {
  leaf: { issuer: 'CN=example.test', selfIssued: true, selfSigned: true },
  behind: [],
  path: [],
  problems: ['self-signed'],
};
const otherAddress = audited({ endpoint: { address: '2001:db8::1' }, problems: ['name-mismatch'] });

const rows: readonly Row[] = [
  [certUntrusted, 'a path to a public root', {}, 'pass', /ISRG Root X2/],
  [certUntrusted, 'a path to a root of the operator', { verdict: { anchor: 'extra' } }, 'pass'],
  [
    certUntrusted,
    'SSL 2.0 has no room for the issuers',
    { ...nobody, chain: { viaVersion: 'SSLv2' } },
    'inconclusive',
    /SSL 2\.0 transmits only one certificate/,
  ],
  [certUntrusted, 'no path at all', nobody, 'fail', /no trusted root is the issuer of example\.test/],
  [
    certUntrusted,
    'the issuer is not where it should be',
    fetched('unreachable', 'No such host'),
    'fail',
    /unreachable, No such host/,
  ],
  [
    certUntrusted,
    'the address of the issuer was silent',
    fetched('timeout', 'No answer within 5 s'),
    'fail',
    /timeout, No answer within 5 s/,
  ],
  [
    certUntrusted,
    'we had no budget left to ask for the issuer',
    fetched('budget', 'The budget was used up'),
    'inconclusive',
    /could not be fetched: The budget was used up/,
  ],
  [
    certUntrusted,
    'the silence of another address says nothing of this one',
    {
      ...nobody,
      evidence: {
        fetches: [
          { url: 'http://else.test/', purpose: 'issuer', failure: { reason: 'timeout', detail: 'Silence' }, bytes: 0 },
        ],
      },
    },
    'fail',
  ],
  [
    certUntrusted,
    'an issuer that may not issue',
    { problems: [problem('not-a-ca', digest('2b'), 'issuer-version', 'CN=E7')] },
    'fail',
    /has version CN=E7, which cannot mark it as a CA; expected/,
  ],
  [
    certUntrusted,
    'a certificate that cannot be read',
    {
      leaf: { malformed: 'An INTEGER without octets' },
      problems: [problem('malformed', goodLeaf.sha256, 'certificate-unreadable', 'An INTEGER without octets')],
    },
    'fail',
    /malformed: An INTEGER/,
  ],
  [
    certUntrusted,
    'an algorithm that cannot be verified here',
    { problems: ['unknown-algorithm'] },
    'inconclusive',
    /which browsers do not support/,
  ],
  [
    certUntrusted,
    'a curve that no browser knows',
    { leaf: key({ algorithm: 'ec', bits: 256, curve: 'secp256k1' }), problems: ['unknown-algorithm'] },
    'fail',
  ],
  [
    certUntrusted,
    'a signature that no browser verifies',
    { leaf: { signature: { algorithm: 'sha224WithRSAEncryption', hash: 'sha224' } }, problems: ['unknown-algorithm'] },
    'fail',
  ],
  [
    certUntrusted,
    'a key that verifiers know and browsers do not',
    { leaf: key({ algorithm: 'ed25519', bits: 253, curve: null }) },
    'pass',
    /browsers do not support its Ed25519 key/,
  ],
  [
    certUntrusted,
    'an unknown issuer beside an unknown algorithm',
    { ...nobody, problems: ['unknown-issuer', 'unknown-algorithm'] },
    'fail',
  ],
  [certUntrusted, 'a self-signed certificate is told apart', itself, 'not-applicable'],
  [certUntrusted, 'an expired one too', { problems: ['expired'] }, 'pass'],
  [certUntrusted, 'the wrong name too', { problems: ['name-mismatch'] }, 'pass'],
  [
    certUntrusted,
    'a DSA key is short, which is another check',
    { leaf: key({ algorithm: 'dsa', bits: 1_024, curve: null }), problems: ['unknown-algorithm'] },
    'pass',
  ],
  [certUntrusted, 'a certificate made in a way that browsers refuse', { problems: ['profile'] }, 'fail'],
  [certUntrusted, 'what only strict verifiers refuse is another check', { problems: ['strict-profile'] }, 'pass'],
  [certSelfSigned, 'issued by an authority', {}, 'pass', /Let's Encrypt/],
  [certSelfSigned, 'signed by its own key', itself, 'fail', /Issuer and subject are both CN=example\.test/],
  [
    certSelfSigned,
    'signed by its own key, and trusted by the operator',
    { ...itself, problems: [], path: [], verdict: { anchor: 'extra' } },
    'pass',
  ],
  [certSelfSigned, 'a private authority is none', nobody, 'pass'],
  [certSelfSigned, 'a certificate that cannot be read', { leaf: { malformed: 'no certificate' } }, 'not-applicable'],
  [
    certUntrusted,
    'a hash that verifiers know and browsers do not',
    { leaf: { signature: { algorithm: 'RSA-SHA3-256', hash: 'sha3-256' } }, problems: ['unknown-algorithm'] },
    'fail',
  ],
  [
    certUntrusted,
    'two problems, the second as a clause',
    {
      problems: [
        problem('bad-signature', goodLeaf.sha256, 'signature-unverifiable', 'E7'),
        problem('path-length', goodLeaf.sha256, 'signature-invalid', 'E7'),
      ],
    },
    'fail',
    /The signature by E7 uses an unsupported algorithm; the signature is invalid: it does not verify with the key of E7; expected/,
  ],
  [certNameMismatch, 'the host is among the names', {}, 'pass'],
  [
    certNameMismatch,
    'the host is the common name alone',
    { leaf: { commonName: 'Example.test', subjectAltNames: [] }, problems: ['name-mismatch'] },
    'fail',
    /is for no host, not for example\.test, which is only its common name/,
  ],
  [
    certNameMismatch,
    'the host is nowhere in the certificate',
    { leaf: { commonName: 'other.test', subjectAltNames: [] }, problems: ['name-mismatch'] },
    'fail',
    /is for no host, not for example\.test; expected/,
  ],
  [
    certNameMismatch,
    'the host is not among the names',
    { leaf: { subjectAltNames: [{ type: 'dns', value: 'elsewhere.test' }] }, problems: ['name-mismatch'] },
    'fail',
    /host: example\.test\nsubjectAltName: elsewhere\.test/,
  ],
  [certNameMismatch, 'on one address of two', together(audited(), otherAddress), 'fail', /\(1 of 2 certificates\)/],
  [
    certNameMismatch,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],
  [certDistrustedCa, 'a root that is trusted', {}, 'pass'],
  [
    certDistrustedCa,
    'a root that lost its trust',
    { problems: ['distrusted'] },
    'fail',
    /the last one is a public root/,
  ],
  [certDistrustedCa, 'a root of the operator', { verdict: { anchor: 'extra' } }, 'not-applicable'],
];

testRows(rows);

test('the path is told leaf first, with keys, signatures, dates and where each came from', () => {
  const { text } = answer(certUntrusted, audited({ problems: ['bad-signature'] }));
  assert.match(
    text,
    /Path:\n {2}CN=example\.test \(EC P-256, signed with ecdsa-with-SHA384, 2026-10-01T00:00:00Z to 2026-12-29T23:59:59Z, served\)\n {2}issued by CN=E7,/,
  );
});

test('the proof ends with a command, which asks for the kind of key where there are several', () => {
  const one = answer(certUntrusted, audited({ problems: ['bad-signature'] }))
    .text.split('\n')
    .at(-1);
  assert.equal(
    one,
    'Reproduce: openssl s_client -connect 192.0.2.1:443 -servername example.test -showcerts </dev/null',
  );
  const second = audited({
    leaf: { sha256: digest('9f'), ...rsa(2_048) },
    chain: { keyType: 'rsa' },
    problems: ['bad-signature'],
  });
  const both = answer(certUntrusted, { ...together(audited(), second), tls: audited().tls })
    .text.split('\n')
    .at(-1);
  assert.match(both ?? '', /-sigalgs RSA-PSS\+SHA256:RSA\+SHA256 -showcerts/);
});

test('a name that is not safe to paste brings no command', () => {
  const { text } = answer(
    certUntrusted,
    audited({ endpoint: { serverName: 'a;b.test' }, problems: ['bad-signature'] }),
  );
  assert.doesNotMatch(text, /Reproduce/);
});

test('without a path the served certificates are followed by name, strangers left out', () => {
  const stranger = intermediate({ sha256: digest('7e'), subject: 'CN=Stranger', commonName: 'Stranger' });
  const problems = [problem('unknown-issuer', intermediate().sha256)];
  const { text } = answer(certUntrusted, audited({ path: [], problems, behind: [stranger, intermediate()] }));
  assert.match(text, /issued by CN=E7/);
  assert.match(text, /no trusted root is the issuer of E7/);
  assert.doesNotMatch(text, /Stranger|whose key did not sign/);
});

test('a served certificate of the name of the issuer and with another key is told, and is no part of the path', () => {
  const problems = [problem('unknown-issuer', goodLeaf.sha256, 'issuer-missing', 'CN=E7')];
  const { text } = answer(certUntrusted, audited({ path: [], problems, behind: [intermediate()] }));
  assert.match(
    text,
    /The issuer CN=E7 is neither a trusted root nor among the available certificates: the server sent a certificate with that name, but its key did not sign this one;/,
  );
  assert.doesNotMatch(text, /issued by CN=E7/);
});

test('certificates that issue each other do not hang the walk', () => {
  const a = leaf({ issuer: 'CN=B' });
  const b = intermediate({ subject: 'CN=B', issuer: 'CN=A' });
  const c = intermediate({ sha256: digest('4d'), subject: 'CN=A', issuer: 'CN=B' });
  assert.equal(answer(certUntrusted, audited({ ...nobody, leaf: a, behind: [b, c] })).outcome, 'fail');
});

test('an endpoint whose leaf is not among the certificates is one whose certificate was not seen', () => {
  const evidence = audited();
  const { outcome } = answer(certUntrusted, {
    ...evidence,
    certificates: { ...evidence.certificates, certificates: [] },
  });
  assert.equal(outcome, 'inconclusive');
});

test('an issuer that others may get makes the finding less sure', () => {
  const confidenceOf = (changes: Changes) => {
    const outcome = certUntrusted.evaluate(audited(changes));
    assert.ok(outcome.outcome === 'fail');
    return outcome.findings[0].confidence;
  };
  assert.equal(confidenceOf(fetched('timeout', 'No answer')), 'firm');
  assert.equal(confidenceOf(fetched('unreachable', 'No such host')), 'confirmed');
  assert.equal(confidenceOf(nobody), 'confirmed');
});

test('a problem of an issuer says which issuer', () => {
  const { text } = answer(certUntrusted, audited({ problems: [problem('not-a-ca', digest('2b'), 'issuer-not-ca')] }));
  assert.match(text, /^E7: the issuer certificate is not a CA \(basicConstraints CA:FALSE\); expected/m);
});

test('the command offers what an unusual key is shown for', () => {
  const commandFor = (changes: Parameters<typeof key>[0]) =>
    answer(
      certUntrusted,
      audited({ leaf: key(changes), chain: { viaVersion: 'TLSv1.2' }, problems: ['bad-signature'] }),
    ).text.match(/-servername example\.test (.*)-showcerts/)?.[1];
  assert.equal(
    commandFor({ curve: 'brainpoolP256r1' }),
    '-tls1_2 -cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0 -curves brainpoolP256r1:P-256 ',
  );
  assert.equal(
    commandFor({ algorithm: 'dsa', curve: null, bits: 2_048 }),
    '-tls1_2 -cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0 ',
  );
  assert.equal(commandFor({ curve: '1.2.3.4' }), '');
  assert.equal(commandFor({ curve: 'P-384' }), '');
});
