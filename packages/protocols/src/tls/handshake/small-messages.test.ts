import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { alertText, decodeAlert, endsConnection } from '../records/alert.ts';
import { bitLength, concat, u16, u32, vector16, vector8, withoutLeadingZeros } from '../../bytes.ts';
import { decodeCertificateVerify, decodeEncryptedExtensions, supportedGroupsIn } from './encrypted-messages.ts';
import { encodeExtensions } from './extensions.ts';
import { decodeNewSessionTicket, decodeNewSessionTicket13 } from './new-session-ticket.ts';
import { bytes, extensionLists, throwsOnlyProtocolErrors } from '../testing/decodes.ts';

test('tickets are read with lifetime and 0-RTT limit', () => {
  fc.assert(
    fc.property(fc.nat(0x7fffffff), bytes(200), fc.nat(0x7fffffff), (lifetime, ticket, limit) => {
      assert.deepEqual(decodeNewSessionTicket(concat([u32(lifetime), vector16(ticket)])), {
        lifetime,
        ticket,
        maxEarlyDataBytes: 0,
      });
      const later = concat([
        u32(lifetime),
        u32(1),
        vector8(Uint8Array.of(0)),
        vector16(ticket),
        encodeExtensions([{ type: 42, data: u32(limit) }]),
      ]);
      assert.deepEqual(decodeNewSessionTicket13(later), { lifetime, ticket, maxEarlyDataBytes: limit });
    }),
    { numRuns: 200 },
  );
});

test('encrypted extensions are read back by type', () => {
  fc.assert(
    fc.property(extensionLists, (list) => {
      assert.deepEqual(
        [...decodeEncryptedExtensions(encodeExtensions(list))],
        list.map(({ type, data }) => [type, data]),
      );
    }),
    { numRuns: 200 },
  );
});

test('a CertificateVerify names its scheme', () => {
  assert.equal(decodeCertificateVerify(concat([u16(0x0403), vector16(new Uint8Array(70))])).scheme, 0x0403);
});

test('fatal alerts and close_notify end a connection, warnings do not', () => {
  assert.deepEqual(
    [
      [2, 40],
      [1, 0],
      [1, 112],
    ].map((pair) => endsConnection(decodeAlert(Uint8Array.from(pair)))),
    [true, true, false],
  );
});

test('alerts are shown by number and name, unknown ones by number', () => {
  assert.equal(alertText({ level: 2, description: 70 }), 'alert 70 protocol_version');
  assert.equal(alertText({ level: 2, description: 250 }), 'alert 250');
});

test('integers are measured without their leading zeros', () => {
  fc.assert(
    fc.property(bytes(40), (integer) => {
      const value = BigInt(`0x0${Buffer.from(integer).toString('hex')}`);
      assert.equal(bitLength(integer), value === 0n ? 0 : value.toString(2).length);
      assert.equal(BigInt(`0x0${Buffer.from(withoutLeadingZeros(integer)).toString('hex')}`), value);
    }),
    { numRuns: 200 },
  );
});

test('decoding throws nothing but ProtocolError', () => {
  for (const decode of [
    decodeNewSessionTicket,
    decodeNewSessionTicket13,
    decodeEncryptedExtensions,
    decodeCertificateVerify,
    decodeAlert,
  ]) {
    throwsOnlyProtocolErrors(decode);
  }
});

test('the groups of a server are read in its order, and malformed lists are protocol errors', () => {
  const extensions = (data: string) => new Map([[10, Uint8Array.from(Buffer.from(data, 'hex'))]]);
  assert.deepEqual(supportedGroupsIn(extensions('0004001d0017')), [0x1d, 0x17]);
  assert.equal(supportedGroupsIn(new Map()), null);
  for (const broken of ['', '00', '0003001d00', '0004001d', '0002001d00']) {
    assert.throws(() => supportedGroupsIn(extensions(broken)), ProtocolError);
  }
});
