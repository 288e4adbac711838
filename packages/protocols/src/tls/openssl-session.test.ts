import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { concat } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import {
  type OpensslSession,
  decodeOpensslSession,
  derOfPlatformSession,
  encodeOpensslSession,
} from './openssl-session.ts';

const octets = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
const sessions: fc.Arbitrary<OpensslSession> = fc.record({
  version: fc.constantFrom(0x0303, 0x0304),
  suite: fc.nat(0xffff),
  sessionId: octets(0, 32),
  secret: octets(0, 64),
  receivedAt: fc.nat({ max: 4_000_000_000 }),
  lifetime: fc.nat({ max: 0xffff_ffff }),
  ticket: octets(0, 300),
  hasExtendedMasterSecret: fc.boolean(),
  ageAdd: fc.nat({ max: 0xffff_ffff }),
  maxEarlyData: fc.nat({ max: 0xffff_ffff }),
});

const plain = (session: OpensslSession) => JSON.parse(JSON.stringify(session)) as unknown;

test('what is written is read again', () => {
  fc.assert(
    fc.property(sessions, (session) => {
      assert.deepEqual(plain(decodeOpensslSession(encodeOpensslSession(session))), plain(session));
    }),
    { numRuns: 300 },
  );
});

test('whatever octets come, nothing but ProtocolError is thrown', () => {
  const broken = fc.tuple(sessions, fc.nat(), fc.nat(255)).map(([session, at, octet]) => {
    const der = encodeOpensslSession(session);
    der[at % der.length] = octet;
    return der;
  });
  fc.assert(
    fc.property(fc.oneof(octets(0, 80), broken), (der) => {
      try {
        decodeOpensslSession(derOfPlatformSession(der));
      } catch (error) {
        assert.ok(error instanceof ProtocolError, String(error));
      }
    }),
    { numRuns: 500 },
  );
});

test("the platform's mark and the peer's name stand before the DER, or do not", () => {
  const der = Uint8Array.of(0x30, 0x00);
  const marked = concat([
    new TextEncoder().encode('\0nodejs:tls:session:1'),
    Uint8Array.of(0, 0, 6),
    new TextEncoder().encode('a.test'),
    der,
  ]);
  assert.deepEqual(derOfPlatformSession(marked), der);
  assert.deepEqual(derOfPlatformSession(der), der);
});
