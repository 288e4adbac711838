import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decrypt, encrypt } from './encryption.ts';

const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const use = { purpose: 'tests', subject: 'a' };
const plain = Buffer.from('what nobody else may read');

test('a value is decrypted by its secret, at any place in the list of secrets', () => {
  const encrypted = encrypt(plain, secret, use);
  assert.deepEqual(decrypt(encrypted, [secret], use), plain);
  assert.deepEqual(decrypt(encrypted, [other, secret], use), plain);
  assert.ok(!encrypted.includes(plain));
});

test('a value is not decrypted by another secret, for another purpose or subject, or after a bit was flipped', () => {
  const encrypted = encrypt(plain, secret, use);
  assert.equal(decrypt(encrypted, [other], use), null);
  assert.equal(decrypt(encrypted, [], use), null);
  assert.equal(decrypt(encrypted, [secret], { ...use, purpose: 'else' }), null);
  assert.equal(decrypt(encrypted, [secret], { ...use, subject: 'b' }), null);
  for (let at = 0; at < encrypted.length; at += 1) {
    const turned = Buffer.from(encrypted);
    turned[at] = (turned[at] ?? 0) ^ 1;
    assert.equal(decrypt(turned, [secret], use), null, `octet ${at}`);
  }
  assert.equal(decrypt(Buffer.alloc(20), [secret], use), null);
});

test('encrypting a value twice gives different bytes', () => {
  assert.notDeepEqual(encrypt(plain, secret, use), encrypt(plain, secret, use));
});
