import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { concat, u16, u8, vector16, vector8 } from '../../bytes.ts';
import { type Extension, encodeExtensions } from './extensions.ts';
import { decodeServerHello, hasDowngradeSentinel, retryRequestRandom, selectedProtocol } from './server-hello.ts';
import { bytes, extensionLists, throwsOnlyProtocolErrors } from '../testing/decodes.ts';

const encode = (
  version: number,
  random: Uint8Array,
  sessionId: Uint8Array,
  suite: number,
  extensions: readonly Extension[] | null,
): Uint8Array =>
  concat([
    u16(version),
    random,
    vector8(sessionId),
    u16(suite),
    u8(0),
    extensions === null ? new Uint8Array(0) : encodeExtensions(extensions),
  ]);

const reserved = new Set([43, 51]);
const plainExtensions = extensionLists.map((list) => list.filter(({ type }) => !reserved.has(type)));

test('a ServerHello of any older version is read back', () => {
  fc.assert(
    fc.property(
      fc.nat(0x0303),
      bytes(32, 32),
      bytes(32),
      fc.nat(0xffff),
      fc.option(plainExtensions, { nil: null }),
      (version, random, id, suite, list) => {
        const decoded = decodeServerHello(encode(version, random, id, suite, list));
        assert.deepEqual(
          [decoded.version, decoded.suite, decoded.group, decoded.publicValue],
          [version, suite, null, null],
        );
        assert.deepEqual(
          [...decoded.extensions],
          (list ?? []).map(({ type, data }) => [type, data]),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('a HelloRetryRequest names its version, suite and group', () => {
  const hello = decodeServerHello(
    encode(0x0303, retryRequestRandom, new Uint8Array(0), 0x1301, [
      { type: 43, data: u16(0x0304) },
      { type: 51, data: u16(0x11ec) },
    ]),
  );
  assert.deepEqual([hello.isRetryRequest, hello.version, hello.suite, hello.group], [true, 0x0304, 0x1301, 0x11ec]);
});

test("TLS 1.3's ServerHello carries the server's public value", () => {
  const share = concat([u16(29), vector16(Uint8Array.of(1, 2))]);
  const hello = decodeServerHello(
    encode(0x0303, new Uint8Array(32), new Uint8Array(0), 0x1302, [{ type: 51, data: share }]),
  );
  assert.deepEqual([hello.isRetryRequest, hello.group, [...(hello.publicValue ?? [])]], [false, 29, [1, 2]]);
});

test('an extension that comes twice is malformed', () => {
  const twice = [1, 1].map(() => ({ type: 35, data: new Uint8Array(0) }));
  assert.throws(() => decodeServerHello(encode(0x0303, new Uint8Array(32), new Uint8Array(0), 0x2f, twice)), {
    name: 'ProtocolError',
  });
});

test('both downgrade sentinels are seen, and a random tail is none', () => {
  const withTail = (last: number): Uint8Array =>
    Uint8Array.from([...new Uint8Array(24), 0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, last]);
  assert.deepEqual(
    [0, 1, 2].map((last) => hasDowngradeSentinel(withTail(last))),
    [true, true, false],
  );
});

test('the protocol that ALPN chose is read, and two protocols are malformed', () => {
  const chosen = (...names: string[]) =>
    new Map([[16, vector16(...names.map((name) => vector8(new TextEncoder().encode(name))))]]);
  assert.equal(selectedProtocol(chosen('http/1.1')), 'http/1.1');
  assert.equal(selectedProtocol(new Map()), null);
  assert.throws(() => selectedProtocol(chosen('h2', 'http/1.1')), { name: 'ProtocolError' });
});

test('decoding throws nothing but ProtocolError', () => {
  const valid = fc
    .sample(extensionLists, { numRuns: 20, seed: 2 })
    .map((list) => encode(0x0303, new Uint8Array(32), new Uint8Array(4), 0xc02f, list));
  throwsOnlyProtocolErrors(decodeServerHello, valid);
  throwsOnlyProtocolErrors((data) => selectedProtocol(new Map([[16, data]])));
});
