import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { type CbcFlaw, cbcPlaintext, openCbcPlaintext } from './cbc-plaintext.ts';
import { bytes } from '../testing/decodes.ts';

const macs = fc.constantFrom(20, 32, 48).chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
const blocks = fc.constantFrom(8, 16);

test('a right plaintext is whole blocks and opens to content and MAC', () => {
  fc.assert(
    fc.property(bytes(300), macs, blocks, (content, mac, blockBytes) => {
      const plaintext = cbcPlaintext(content, mac, { blockBytes, flaw: 'none' });
      assert.equal(plaintext.length % blockBytes, 0);
      assert.deepEqual(openCbcPlaintext(plaintext, mac.length), { content, mac });
    }),
    { numRuns: 300 },
  );
});

const padding: readonly CbcFlaw[] = [
  'wrong-padding',
  'wrong-first-padding-octet',
  'no-mac-wrong-padding',
  'no-mac-only-padding',
];

test('what is faulty in its padding does not open', () => {
  fc.assert(
    fc.property(bytes(180), macs, blocks, fc.constantFrom(...padding), (content, mac, blockBytes, flaw) => {
      const plaintext = cbcPlaintext(content, mac, { blockBytes, flaw });
      assert.equal(plaintext.length % blockBytes, 0);
      assert.equal(openCbcPlaintext(plaintext, mac.length), null);
    }),
    { numRuns: 300 },
  );
});

test('a wrong MAC stands before right padding', () => {
  const mac = new Uint8Array(20).fill(7);
  const opened = openCbcPlaintext(cbcPlaintext(Uint8Array.of(1), mac, { blockBytes: 16, flaw: 'wrong-mac' }), 20);
  assert.notDeepEqual(opened?.mac, mac);
  assert.deepEqual(opened?.content, Uint8Array.of(1));
});

test('a wrong padding leaves its length as it was', () => {
  const options = { blockBytes: 16 } as const;
  const mac = new Uint8Array(20);
  for (let length = 0; length < 32; length += 1) {
    const content = new Uint8Array(length);
    const right = cbcPlaintext(content, mac, { ...options, flaw: 'none' });
    for (const flaw of ['wrong-padding', 'wrong-first-padding-octet'] as const) {
      const wrong = cbcPlaintext(content, mac, { ...options, flaw });
      assert.equal(wrong.at(-1), right.at(-1));
      assert.notDeepEqual(wrong, right);
      assert.deepEqual(wrong.subarray(0, length + 20), right.subarray(0, length + 20));
    }
  }
});

test('faulty plaintexts of one content are of one length', () => {
  fc.assert(
    fc.property(bytes(180), macs, blocks, (content, mac, blockBytes) => {
      const lengths = (['none', 'wrong-mac', ...padding] as const).map(
        (flaw) => cbcPlaintext(content, mac, { blockBytes, flaw }).length,
      );
      assert.equal(new Set(lengths).size, 1);
    }),
    { numRuns: 200 },
  );
});

test('nothing is opened that is too short, whatever it holds', () => {
  fc.assert(
    fc.property(bytes(64), fc.constantFrom(20, 32), (plaintext, macBytes) => {
      const opened = openCbcPlaintext(plaintext, macBytes);
      assert.ok(opened === null || opened.mac.length === macBytes);
    }),
    { numRuns: 300 },
  );
});
