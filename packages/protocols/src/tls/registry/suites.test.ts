import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { isAnonymous, isNullCipher, isObscure, isShortKey, isSmallBlock, isWeakClass, strengthOf } from './classify.ts';
import { namedGroups } from './groups.data.ts';
import { signatureSchemes } from './signature-schemes.data.ts';
import { cipherSuites, isSsl2Kind, isTls13Suite, suiteHex, suiteName, type CipherSuite } from './suites.ts';
import { registeredSuites } from './suites.data.ts';
import { absentVectors, publishedVectors } from '../../testing/published-vectors.ts';

const suite = (code: number): CipherSuite => {
  const found = cipherSuites.get(code);
  assert.ok(found, suiteHex(code));
  return found;
};

const classesFile = publishedVectors('cipher_classes.json');

test('every suite of the public list is in the table under its own name', (t) => {
  if (classesFile === null) {
    t.skip(absentVectors('cipher_classes.json'));
    return;
  }
  const parsed: unknown = JSON.parse(fs.readFileSync(classesFile, 'utf8'));
  assert.ok(typeof parsed === 'object' && parsed !== null && 'cases' in parsed);
  const listed = Object.entries(Object(parsed.cases));
  const byName = new Map(registeredSuites.map(([code, name]) => [name.toUpperCase(), suite(code)]));
  assert.equal(listed.length, 348);
  assert.deepEqual(
    listed.filter(([name]) => !byName.has(name.toUpperCase())),
    [],
  );
  for (const [name, grade] of listed) {
    const known = byName.get(name.toUpperCase());
    assert.ok(known);
    if (grade === 'Recommended') assert.equal(isWeakClass(known), false, name);
    if (strengthOf(known) === 'broken') assert.equal(grade, 'Insecure', name);
  }
});

test('code points and names are unique', () => {
  const names = new Set([...cipherSuites.values()].map((known) => known.name));
  assert.equal(names.size, cipherSuites.size);
  assert.equal(new Set([...namedGroups.values()].map((group) => group.name)).size, namedGroups.size);
  assert.equal(new Set([...signatureSchemes.values()].map((scheme) => scheme.name)).size, signatureSchemes.size);
});

test('well-known code points carry their registered names', () => {
  assert.equal(suiteName(0xc02f), 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256');
  assert.equal(suiteName(0x000a), 'TLS_RSA_WITH_3DES_EDE_CBC_SHA');
  assert.equal(suiteName(0xc100), 'TLS_GOSTR341112_256_WITH_KUZNYECHIK_CTR_OMAC');
  assert.equal(suiteName(0xc0b4), 'TLS_SHA256_SHA256');
  assert.equal(suiteName(0x0a0a), 'unassigned 0x0a0a');
  assert.equal(suiteHex(0x010080), '010080');
  assert.equal(namedGroups.get(0x11ec)?.name, 'X25519MLKEM768');
  assert.equal(signatureSchemes.get(0x0804)?.name, 'rsa_pss_rsae_sha256');
});

const properties: readonly [number, Partial<CipherSuite>][] = [
  [0x0000, { keyExchange: 'NULL', authentication: 'NULL', cipher: 'NULL', bits: 0, mac: 'NULL' }],
  [
    0x0003,
    { keyExchange: 'RSA', cipher: 'RC4', bits: 40, export: true, forwardSecrecy: false, mac: 'MD5', mode: 'stream' },
  ],
  [0x0009, { cipher: 'DES', bits: 56, blockBits: 64, mac: 'SHA', export: false }],
  [0x000a, { cipher: '3DES', bits: 112, blockBits: 64, mode: 'CBC' }],
  [0x0026, { keyExchange: 'KRB5', cipher: 'DES', bits: 40, export: true }],
  [0x0034, { keyExchange: 'DHE', authentication: 'anon', forwardSecrecy: true }],
  [0x0062, { cipher: 'DES', bits: 56, export: true }],
  [
    0x1301,
    { keyExchange: 'any', cipher: 'AES', bits: 128, mode: 'GCM', mac: 'AEAD', aead: true, forwardSecrecy: true },
  ],
  [0x1305, { mode: 'CCM_8', aead: true }],
  [0xc0b5, { keyExchange: 'any', cipher: 'NULL', mac: 'SHA384', aead: false }],
  [0xc014, { keyExchange: 'ECDHE', authentication: 'RSA', bits: 256, mode: 'CBC', mac: 'SHA', aead: false }],
  [0xc0aa, { keyExchange: 'DHE_PSK', mode: 'CCM_8', forwardSecrecy: true }],
  [0xcca9, { authentication: 'ECDSA', cipher: 'CHACHA20', mode: 'POLY1305', blockBits: null }],
  [0xc102, { keyExchange: 'GOST', cipher: 'GOST28147', mode: 'CNT', mac: 'IMIT' }],
  [0x00c6, { cipher: 'SM4', mode: 'GCM' }],
  [0xcc14, { keyExchange: 'ECDHE', authentication: 'ECDSA', aead: true }],
  [0xfeff, { keyExchange: 'RSA', cipher: '3DES' }],
  [0x020080, { keyExchange: 'RSA', cipher: 'RC4', bits: 40, export: true, mac: 'MD5' }],
  [0x0700c0, { cipher: '3DES', blockBits: 64 }],
];

for (const [code, expected] of properties) {
  test(`${suiteName(code)} reads as ${JSON.stringify(expected)}`, () => {
    assert.deepEqual({ ...suite(code), ...expected }, suite(code));
  });
}

test('classes name what they mean', () => {
  assert.ok(isNullCipher(suite(0x003b)) && isNullCipher(suite(0xc0b4)));
  assert.ok(isAnonymous(suite(0x0018)) && !isAnonymous(suite(0xc02f)));
  assert.ok(isShortKey(suite(0x0009)) && !isShortKey(suite(0x000a)) && !isShortKey(suite(0x0002)));
  assert.ok(isSmallBlock(suite(0x0007)) && !isSmallBlock(suite(0x0009)) && !isSmallBlock(suite(0xc102)));
  assert.ok(
    isObscure(suite(0x0096)) && isObscure(suite(0xc076)) && !isObscure(suite(0xc08a)) && isObscure(suite(0xc0b4)),
  );
  assert.ok(isSsl2Kind(suite(0x010080)) && isTls13Suite(suite(0x1302)) && !isTls13Suite(suite(0xc030)));
});

test('a weak class is never strong or acceptable, and the rest always is', () => {
  for (const known of cipherSuites.values()) {
    assert.equal(isWeakClass(known), ['weak', 'broken'].includes(strengthOf(known)), known.name);
  }
});
