import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { toHex } from '../../bytes.ts';
import * as extension from './client-extensions.ts';
import { type ClientHello, clientHelloRecord, decodeClientHello, encodeClientHello } from './client-hello.ts';
import { bytes, codes, extensionLists, throwsOnlyProtocolErrors } from '../testing/decodes.ts';

const hello: fc.Arbitrary<ClientHello> = fc.record({
  version: fc.nat(0xffff),
  random: bytes(32, 32),
  sessionId: bytes(32),
  suites: codes,
  compressionMethods: fc.array(fc.nat(255), { maxLength: 5 }),
  extensions: fc.option(extensionLists, { nil: null }),
});

const bodyOf = (value: ClientHello): Uint8Array => encodeClientHello(value).subarray(4);

test('what is encoded is decoded', () => {
  fc.assert(
    fc.property(hello, (value) => {
      const decoded = decodeClientHello(bodyOf(value));
      assert.deepEqual({ ...decoded, random: [...decoded.random] }, { ...value, random: [...value.random] });
    }),
    { numRuns: 300 },
  );
});

test('decoding throws nothing but ProtocolError', () => {
  throwsOnlyProtocolErrors(decodeClientHello, fc.sample(hello, { numRuns: 20, seed: 1 }).map(bodyOf));
});

const plain: ClientHello = {
  version: 0x0300,
  random: new Uint8Array(32).fill(0x5a),
  sessionId: new Uint8Array(0),
  suites: [0x000a, 0x00ff],
  compressionMethods: [0],
  extensions: null,
};

test('an SSL 3.0 hello has no extension block and an SSL 3.0 record', () => {
  const record = clientHelloRecord(encodeClientHello(plain), 0x0300);
  assert.equal(toHex(record), `160300002f0100002b0300${'5a'.repeat(32)}000004000a00ff0100`);
});

test('later hellos stand in a TLS 1.0 record', () => {
  assert.equal(
    toHex(clientHelloRecord(encodeClientHello({ ...plain, version: 0x0303 }), 0x0303).subarray(0, 3)),
    '160301',
  );
});

const extensionHex: readonly (readonly [string, Uint8Array, string])[] = [
  ['server_name', extension.serverName('a.lab').data, '0008000005612e6c6162'],
  ['supported_groups', extension.supportedGroups([29, 0x11ec]).data, '0004001d11ec'],
  ['ec_point_formats', extension.ecPointFormats.data, '03000102'],
  ['signature_algorithms', extension.signatureAlgorithms([0x0804]).data, '00020804'],
  ['alpn', extension.alpn(['h2']).data, '0003026832'],
  ['status_request', extension.statusRequest.data, '0100000000'],
  ['renegotiation_info', extension.renegotiationInfo.data, '00'],
  ['supported_versions', extension.supportedVersions([0x0304]).data, '020304'],
  ['psk_key_exchange_modes', extension.pskKeyExchangeModes.data, '0101'],
  ['key_share without shares', extension.keyShare([]).data, '0000'],
  ['key_share', extension.keyShare([{ group: 29, publicValue: Uint8Array.of(7) }]).data, '0005001d000107'],
  ['padding', extension.padding(3).data, '000000'],
];
for (const [name, data, hex] of extensionHex)
  test(`${name} stands on the wire as its standard says`, () => assert.equal(toHex(data), hex));

test('GREASE values are the sixteen of RFC 8701', () => {
  assert.deepEqual(
    [extension.greaseValues[0], extension.greaseValues[1], extension.greaseValues[15]],
    [0x0a0a, 0x1a1a, 0xfafa],
  );
});
