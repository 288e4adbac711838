import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { verifySignature } from './verify.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'verify-'));
after(() => rmSync(folder, { recursive: true }));

/** A self-signed certificate made by OpenSSL. */
function selfSigned(...options: string[]) {
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'certificate.der')];
  const request = ['req', '-x509', '-nodes', '-subj', '/CN=test', '-outform', 'DER', ...files, ...options];
  execFileSync('openssl', request, { stdio: 'ignore' });
  return parseCertificate(new Uint8Array(readFileSync(path.join(folder, 'certificate.der'))));
}

const algorithms: Record<string, string[]> = {
  'RSA with SHA-256': ['-newkey', 'rsa:2048', '-sha256'],
  'RSA with MD5': ['-newkey', 'rsa:1024', '-md5'],
  'RSA with SHA-1': ['-newkey', 'rsa:1024', '-sha1'],
  'RSA of 512 bits': ['-newkey', 'rsa:512', '-sha256'],
  'RSA with SHA-512': ['-newkey', 'rsa:1024', '-sha512'],
  'RSA with SHA3-256': ['-newkey', 'rsa:2048', '-sha3-256'],
  'RSA with RIPEMD-160': ['-newkey', 'rsa:2048', '-ripemd160'],
  'RSA-PSS with SHA-384': ['-newkey', 'rsa:2048', '-sha384', '-sigopt', 'rsa_padding_mode:pss'],
  'RSA-PSS with a salt of its own': [
    '-newkey',
    'rsa:2048',
    '-sha256',
    '-sigopt',
    'rsa_padding_mode:pss',
    '-sigopt',
    'rsa_pss_saltlen:17',
  ],
  'an RSA-PSS key': ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048', '-sha256'],
  'ECDSA on P-256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-sha256'],
  'ECDSA on P-384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-sha384'],
  'ECDSA on P-521': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521', '-sha512'],
  'ECDSA on brainpoolP256r1': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1', '-sha256'],
  'ECDSA with SHA3-512': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521', '-sha3-512'],
  Ed25519: ['-newkey', 'ed25519'],
  Ed448: ['-newkey', 'ed448'],
};

for (const [name, options] of Object.entries(algorithms)) {
  test(`${name} is verified, and a changed byte is detected`, () => {
    const { spki, signatureAlgorithm, tbs, signature } = selfSigned(...options);
    assert.equal(verifySignature(spki.der, signatureAlgorithm, tbs, signature), true);
    const changed = Uint8Array.from(tbs);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    assert.equal(verifySignature(spki.der, signatureAlgorithm, changed, signature), false);
  });
}

test("a key of another type than the algorithm's does not verify", () => {
  const rsa = selfSigned('-newkey', 'rsa:1024', '-sha256');
  const ec = selfSigned('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-sha256');
  assert.equal(verifySignature(ec.spki.der, rsa.signatureAlgorithm, rsa.tbs, rsa.signature), false);
  assert.equal(verifySignature(rsa.spki.der, ec.signatureAlgorithm, ec.tbs, ec.signature), false);
});

test('unknown algorithms are unsupported', () => {
  const { spki, tbs, signature } = selfSigned('-newkey', 'rsa:1024', '-sha256');
  const verify = (oid: string) => verifySignature(spki.der, { oid, parameters: null }, tbs, signature);
  assert.equal(verify('1.2.3'), 'unsupported');
  assert.equal(verify('1.2.840.113549.1.1.2'), 'unsupported');
  assert.equal(verify('1.2.840.113549.1.1.10'), 'unsupported');
  const rsa = { oid: '1.2.840.113549.1.1.11', parameters: null };
  assert.equal(verifySignature(new Uint8Array([0x30, 0]), rsa, tbs, signature), 'unsupported');
});
