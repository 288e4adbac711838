import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { toHex } from '@perimeter/protocols/bytes';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { revocationVectors } from '@perimeter/protocols/x509/testing/revocation-vectors.data';
import { climbOf, readCaa } from './caa.ts';
import { matchesTlsa, type MatchedChain, readTlsa } from './tlsa.ts';

test('the climb goes up to the top-level domain and not to the root', () => {
  assert.deepEqual(climbOf('a.b.example.org'), ['a.b.example.org', 'b.example.org', 'example.org', 'org']);
  const deep = 'a.b.c.d.e.f.g.h.i.j.k.l.example.org';
  assert.deepEqual([climbOf(deep)[0], climbOf(deep).length], [deep, 14]);
});

test('CAA is read from presentation format, and what cannot be read is told', () => {
  assert.deepEqual(readCaa('128 issue "ca.example; accounturi=x"'), {
    flags: 128,
    tag: 'issue',
    value: 'ca.example; accounturi=x',
  });
  assert.equal(readCaa('\\# 3 000569'), null);
  assert.equal(readCaa('nonsense'), null);
});

const read = (name: keyof typeof revocationVectors) =>
  parseCertificate(new Uint8Array(Buffer.from(revocationVectors[name], 'base64')));
const [leaf, authority] = [read('stamped'), read('authority')];
const chain: MatchedChain = {
  address: '192.0.2.1',
  serverName: 'vector.example',
  leaf,
  others: [],
  reached: [leaf, authority],
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('TLSA vouches for leaf or authority, whole or by key, by digest or in full', () => {
  const matches = (usage: number, selector: number, matchingType: number, data: string): boolean =>
    matchesTlsa({ usage, selector, matchingType, data }, chain);
  assert.equal(matches(3, 1, 1, sha256(leaf.spki.der)), true);
  assert.equal(matches(3, 0, 0, toHex(leaf.der)), true);
  assert.equal(matches(1, 0, 2, createHash('sha512').update(leaf.der).digest('hex')), true);
  assert.equal(matches(2, 0, 1, sha256(authority.der)), true);
  assert.equal(matches(0, 1, 1, sha256(authority.spki.der)), true);
  assert.equal(matches(3, 1, 1, sha256(authority.spki.der)), false);
  assert.equal(matches(2, 1, 1, sha256(leaf.spki.der)), false);
  assert.equal(matches(3, 7, 1, sha256(leaf.spki.der)), false);
  assert.equal(matches(3, 1, 9, sha256(leaf.spki.der)), false);
});

test('TLSA is read from presentation format', () => {
  assert.deepEqual(readTlsa('3 1 1 AB cd'), { usage: 3, selector: 1, matchingType: 1, data: 'abcd' });
  assert.equal(readTlsa('\\# 2 0301'), null);
});
