import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { concat, u32, u8 } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { readKexInit, type SshKexInit } from './kex-init.ts';
import { sshPacket, writeKexInit } from './testing/kex-init.ts';

const offer: SshKexInit = {
  kex: ['curve25519-sha256', 'kex-strict-s-v00@openssh.com'],
  hostKeys: ['ssh-ed25519'],
  ciphersToServer: ['chacha20-poly1305@openssh.com'],
  ciphersToClient: ['aes256-gcm@openssh.com'],
  macsToServer: ['hmac-sha2-256-etm@openssh.com'],
  macsToClient: [],
  compressionToServer: ['none'],
  compressionToClient: ['none', 'zlib@openssh.com'],
  languagesToServer: [],
  languagesToClient: ['en'],
  firstKexPacketFollows: false,
};

const codeOf = (bytes: Uint8Array): string => {
  try {
    return JSON.stringify(readKexInit(bytes));
  } catch (error) {
    return error instanceof ProtocolError ? error.code : String(error);
  }
};

test('the offer is read behind the identification, and not before it is whole', () => {
  const packet = writeKexInit(offer);
  assert.deepEqual(readKexInit(concat([Uint8Array.of(1, 2, 3), packet, Uint8Array.of(9)]), 3), offer);
  for (let end = 0; end < packet.length; end += 1) assert.equal(readKexInit(packet.subarray(0, end)), null);
});

test('other messages, sizes and names are refused', () => {
  assert.equal(codeOf(sshPacket(Uint8Array.of(1, 0, 0, 0, 2))), 'ssh-message-unexpected');
  assert.equal(codeOf(concat([u32(35_001), u8(4)])), 'ssh-packet-too-long');
  assert.equal(codeOf(concat([u32(0xff_ff_ff_ff), u8(4)])), 'ssh-packet-too-long');
  assert.equal(codeOf(concat([u32(12), u8(12)])), 'ssh-packet-invalid');
  assert.equal(codeOf(concat([u32(12), u8(3)])), 'ssh-packet-invalid');
  assert.equal(codeOf(sshPacket(Uint8Array.of(20, 1, 2))), 'too-few-bytes');
  assert.equal(codeOf(writeKexInit({ ...offer, kex: ['a', ''] })), 'ssh-name-invalid');
  assert.equal(codeOf(writeKexInit({ ...offer, kex: ['a b'] })), 'ssh-name-invalid');
  assert.equal(codeOf(writeKexInit({ ...offer, kex: ['x'.repeat(129)] })), 'ssh-name-invalid');
  assert.equal(codeOf(writeKexInit({ ...offer, kex: Array.from({ length: 257 }, () => 'x') })), 'ssh-names-too-many');
});

test('every offer reads back', () => {
  const name = fc.stringMatching(/^[!-+\--~]{1,64}$/);
  const list = fc.array(name, { maxLength: 8 });
  fc.assert(
    fc.property(list, list, fc.boolean(), (kex, ciphersToClient, firstKexPacketFollows) => {
      const one = { ...offer, kex, ciphersToClient, firstKexPacketFollows };
      assert.deepEqual(readKexInit(writeKexInit(one)), one);
    }),
    { numRuns: 100 },
  );
});

test('arbitrary and damaged bytes throw nothing but ProtocolError', () => {
  const packet = writeKexInit(offer);
  const damaged = fc.tuple(fc.nat(packet.length - 1), fc.nat(255)).map(([at, byte]) => packet.with(at, byte));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 600 }), damaged, fc.uint8Array().map(sshPacket)), (bytes) => {
      assert.doesNotMatch(codeOf(bytes), /Error/);
    }),
    { numRuns: 500 },
  );
});
