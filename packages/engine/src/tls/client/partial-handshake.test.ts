import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { FlightReader } from '@perimeter/protocols/tls/handshake/flight';
import { fc } from '@perimeter/protocols/testing/random';
import { bareOffer } from './hello/offer.ts';
import { computableGroups } from './keys/curves.ts';
import { sharedSecret, sharesFor } from './keys/key-share.ts';
import { PartialHandshakeReader } from './partial-handshake.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

test('any encrypted data or public value of a server ends a partial handshake without throwing', () => {
  const suites = fc.constantFrom(0x1301, 0x1302, 0x1303, 0x1304, 0x1305, 0x002f);
  const values = fc.oneof(
    bytes(140),
    fc.constantFrom(...sharesFor(computableGroups).map(({ publicValue }) => publicValue)),
  );
  const group = fc.constantFrom(...computableGroups, 0x11ec);
  fc.assert(
    fc.property(
      suites,
      group,
      values,
      fc.array(bytes(80), { maxLength: 4 }),
      (suite, group, publicValue, fragments) => {
        const { flight } = new FlightReader();
        flight.serverHello = {
          version: 0x0304,
          random: new Uint8Array(32),
          sessionId: new Uint8Array(0),
          suite,
          compressionMethod: 0,
          extensions: new Map([[extensionTypes.supportedVersions, Uint8Array.of(3, 4)]]),
          isRetryRequest: false,
          group,
          publicValue,
        };
        flight.serverHelloMessage = new Uint8Array(40);
        flight.encrypted = fragments.map((fragment) => ({
          type: 23,
          version: 0x0303,
          header: new Uint8Array(5),
          fragment,
        }));
        const reader = new PartialHandshakeReader({ message: new Uint8Array(50), offer: bareOffer });
        reader.enough(flight);
        assert.deepEqual(reader.seen.certificates, []);
      },
    ),
    { numRuns: 200 },
  );
});

test('a public value outside of its curve gives no secret', () => {
  for (const group of computableGroups) assert.equal(sharedSecret(group, new Uint8Array(7)), null);
  assert.equal(sharedSecret(0x0017, Uint8Array.from([4, ...new Uint8Array(64).fill(9)])), null);
  assert.equal(sharedSecret(0x11ec, new Uint8Array(32)), null);
});
