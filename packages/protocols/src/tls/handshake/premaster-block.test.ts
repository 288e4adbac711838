import assert from 'node:assert/strict';
import { constants, createPublicKey, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { minModulusBytes, premasterBlock, premasterFlaws } from './premaster-block.ts';

const version = 0x0303;
const random = fc.uint8Array({ minLength: 1, maxLength: 256 });
const sizes = fc.integer({ min: minModulusBytes * 8, max: 4096 });

/** The secret of a block as a server without an oracle would take it out, or null. */
function secretOf(block: Uint8Array): Uint8Array | null {
  const zero = block.indexOf(0, 2);
  const isBlock = block[0] === 0 && block[1] === 2 && zero >= 10;
  return isBlock && block.length - zero - 1 === 48 ? block.subarray(zero + 1) : null;
}

test('every block is as long as the modulus, and only that without a flaw holds the right secret', () => {
  fc.assert(
    fc.property(random, sizes, fc.constantFrom(...premasterFlaws), (bytes, modulusBits, flaw) => {
      const block = premasterBlock(flaw, { modulusBits, version, random: bytes });
      assert.equal(block.length, Math.ceil(modulusBits / 8));
      assert.ok(modulusBits % 8 === 0 ? (block[0] ?? 0) < 0x80 : block[0] === 0, 'the block is below the modulus');
      const secret = secretOf(block);
      const saysVersion = secret?.[0] === 3 && secret[1] === 3;
      assert.equal(secret !== null && saysVersion, flaw === 'none');
      assert.equal(secret !== null, flaw === 'none' || flaw === 'wrong-version');
    }),
    { numRuns: 300 },
  );
});

test('only one of the malformed blocks has a zero byte before its last', () => {
  const zeros = (flaw: 'no-zero' | 'misplaced-zero'): number =>
    premasterBlock(flaw, { modulusBits: 2048, version, random: Uint8Array.of(9) }).indexOf(0, 2);
  assert.equal(zeros('no-zero'), -1);
  assert.equal(zeros('misplaced-zero'), 254);
});

test('OpenSSL finds the secret in the right block', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const block = premasterBlock('none', { modulusBits: 1024, version, random: Uint8Array.of(1, 2, 3) });
  const encrypted = publicEncrypt(
    { key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), padding: constants.RSA_NO_PADDING },
    block,
  );
  assert.deepEqual(
    new Uint8Array(privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, encrypted)),
    block,
  );
  assert.deepEqual(secretOf(block)?.subarray(0, 2), Uint8Array.of(3, 3));
});
