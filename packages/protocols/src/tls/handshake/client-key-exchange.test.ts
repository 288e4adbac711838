import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { ByteReader } from '../../byte-reader.ts';
import {
  curveKeyExchange,
  finiteFieldKeyExchange,
  finishedMessage,
  noCertificate,
  rsaKeyExchange,
} from './client-key-exchange.ts';
import { HandshakeReader, handshakeTypes } from './handshake.ts';
import { bytes } from '../testing/decodes.ts';

function read(message: Uint8Array): { type: number; body: ByteReader } {
  const reader = new HandshakeReader();
  reader.push(message);
  const next = reader.next();
  assert.ok(next !== null);
  return { type: next.type, body: new ByteReader(next.body) };
}

test('public values and secrets come back out of the messages', () => {
  fc.assert(
    fc.property(bytes(255), (value) => {
      for (const encode of [rsaKeyExchange, finiteFieldKeyExchange]) {
        const { type, body } = read(encode(value));
        assert.equal(type, handshakeTypes.clientKeyExchange);
        assert.deepEqual(body.vector16(), value);
      }
      assert.deepEqual(read(curveKeyExchange(value)).body.vector8(), value);
      assert.deepEqual(read(finishedMessage(value)).body.rest(), value);
    }),
    { numRuns: 100 },
  );
});

test('the certificate of a client that has none is an empty list', () => {
  const { type, body } = read(noCertificate);
  assert.equal(type, handshakeTypes.certificate);
  assert.equal(body.u24(), 0);
  body.expectEnd('Certificate');
});
