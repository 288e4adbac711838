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
import { answer } from '../testing/rows.ts';
import { certUntrusted } from './trust.ts';

const nobody: Changes = { path: [], problems: ['unknown-issuer'], behind: [] };

const fetched = (reason: 'timeout' | 'unreachable' | 'budget', detail: string): Changes => ({
  ...nobody,
  evidence: {
    fetches: [
      {
        url: 'http://e7.i.lencr.test/',
        purpose: 'issuer',
        failure: { reason, gap: 'words-kept', values: [detail] },
        bytes: 0,
      },
    ],
  },
});

test('the proof lists the path leaf first, with keys, signatures, dates and sources', () => {
  const { text } = answer(certUntrusted, audited({ problems: ['bad-signature'] }));
  assert.match(
    text,
    /Path:\n {2}CN=example\.test \(EC P-256, signed with ecdsa-with-SHA384, 2026-10-01T00:00:00Z to 2026-12-29T23:59:59Z, served\)\n {2}issued by CN=E7,/,
  );
});

test('the proof ends with a command, which selects the key type where there are several', () => {
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

test('a name that is not safe to paste has no command', () => {
  const { text } = answer(
    certUntrusted,
    audited({ endpoint: { serverName: 'a;b.test' }, problems: ['bad-signature'] }),
  );
  assert.doesNotMatch(text, /Reproduce/);
});

test('without a path, the proof follows the served certificates by issuer name and omits others', () => {
  const stranger = intermediate({ sha256: digest('7e'), subject: 'CN=Stranger', commonName: 'Stranger' });
  const problems = [problem('unknown-issuer', intermediate().sha256)];
  const { text } = answer(certUntrusted, audited({ path: [], problems, behind: [stranger, intermediate()] }));
  assert.match(text, /issued by CN=E7/);
  assert.match(text, /no trusted root is the issuer of E7/);
  assert.doesNotMatch(text, /Stranger|whose key did not sign/);
});

test("a served certificate with the issuer's name and another key is mentioned, but not part of the path", () => {
  const problems = [problem('unknown-issuer', goodLeaf.sha256, 'issuer-missing', 'CN=E7')];
  const { text } = answer(certUntrusted, audited({ path: [], problems, behind: [intermediate()] }));
  assert.match(
    text,
    /The issuer CN=E7 is neither a trusted root nor among the available certificates: the server sent a certificate with that name, but its key did not sign this one;/,
  );
  assert.doesNotMatch(text, /issued by CN=E7/);
});

test('certificates that issue each other do not cause an endless loop', () => {
  const a = leaf({ issuer: 'CN=B' });
  const b = intermediate({ subject: 'CN=B', issuer: 'CN=A' });
  const c = intermediate({ sha256: digest('4d'), subject: 'CN=A', issuer: 'CN=B' });
  assert.equal(answer(certUntrusted, audited({ ...nobody, leaf: a, behind: [b, c] })).outcome, 'fail');
});

test('an endpoint whose leaf is missing from the certificates counts as one without a seen certificate', () => {
  const evidence = audited();
  const { outcome } = answer(certUntrusted, {
    ...evidence,
    certificates: { ...evidence.certificates, certificates: [] },
  });
  assert.equal(outcome, 'inconclusive');
});

test('an issuer that others may be able to fetch lowers the confidence', () => {
  const confidenceOf = (changes: Changes) => {
    const outcome = certUntrusted.evaluate(audited(changes));
    assert.ok(outcome.outcome === 'fail');
    return outcome.findings[0].confidence;
  };
  assert.equal(confidenceOf(fetched('timeout', 'No answer')), 'firm');
  assert.equal(confidenceOf(fetched('unreachable', 'No such host')), 'confirmed');
  assert.equal(confidenceOf(nobody), 'confirmed');
});

test('a problem of an issuer names the issuer', () => {
  const { text } = answer(certUntrusted, audited({ problems: [problem('not-a-ca', digest('2b'), 'issuer-not-ca')] }));
  assert.match(text, /^E7: the issuer certificate is not a CA \(basicConstraints CA:FALSE\); expected/m);
});

test('the command offers the options that an unusual key needs', () => {
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
