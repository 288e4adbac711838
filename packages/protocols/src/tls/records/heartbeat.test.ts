import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { heartbeatAnswerBytes, honestHeartbeat, overlongHeartbeat, paddinglessHeartbeat } from './heartbeat.ts';
import { bytes } from '../testing/decodes.ts';

const claimed = (message: Uint8Array): number => (message[1] ?? 0) * 256 + (message[2] ?? 0);
/** What RFC 6520 section 4 lets a receiver answer. */
const mayBeAnswered = (message: Uint8Array): boolean => 3 + claimed(message) + 16 <= message.length;

test('an honest heartbeat may be answered, and the two others must be dropped', () => {
  fc.assert(
    fc.property(bytes(200), fc.integer({ min: 1, max: 64 }), (payload, excess) => {
      assert.ok(mayBeAnswered(honestHeartbeat(payload)));
      assert.ok(!mayBeAnswered(paddinglessHeartbeat(payload)));
      assert.ok(!mayBeAnswered(overlongHeartbeat(payload, excess)));
    }),
    { numRuns: 200 },
  );
});

test('who trusts the claim of the first faulty heartbeat sends back nothing but what was sent', () => {
  const payload = Uint8Array.of(1, 2, 3);
  const message = paddinglessHeartbeat(payload);
  assert.equal(claimed(message), message.length - 3);
});

test('the overlong heartbeat claims exactly so many bytes more than it holds', () => {
  const message = overlongHeartbeat(new Uint8Array(16), 16);
  assert.equal(claimed(message) - (message.length - 3), 16);
});

test('an answer holds header, payload and 16 bytes of padding', () => {
  assert.equal(heartbeatAnswerBytes(5), honestHeartbeat(new Uint8Array(5)).length);
});
