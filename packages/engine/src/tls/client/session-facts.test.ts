import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { readSession } from './session-facts.ts';

test('bytes that are no session are read as an empty session', () => {
  const nothing = { hasTicket: false, ticketLifetime: null, maxEarlyDataBytes: 0 };
  for (const bytes of [
    [],
    [0x30],
    [0x30, 0x84, 1, 2, 3, 4],
    [0x30, 2, 0xa9, 0x85],
    [0, ...new TextEncoder().encode('nodejs:tls:session:1')],
  ]) {
    assert.deepEqual(readSession(Uint8Array.from(bytes)), nothing);
  }
});

test('lifetime, ticket and 0-RTT limit are read by their tags', () => {
  const fields = [
    0x02, 1, 1, 0x02, 2, 3, 4, 0x04, 2, 0x13, 1, 0x04, 1, 7, 0x04, 1, 8, 0xa9, 4, 0x02, 2, 0x1c, 0x20, 0xaa, 5, 0x04, 3,
    1, 2, 3, 0xaf, 4, 0x02, 2, 0x40, 0,
  ];
  assert.deepEqual(readSession(Uint8Array.of(0x30, fields.length, ...fields)), {
    hasTicket: true,
    ticketLifetime: 7_200,
    maxEarlyDataBytes: 16_384,
  });
});

test('any bytes are read as a session without throwing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (der) => typeof readSession(der).hasTicket === 'boolean'),
    { numRuns: 300 },
  );
});
