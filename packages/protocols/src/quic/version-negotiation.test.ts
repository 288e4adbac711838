import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteReader } from '../byte-reader.ts';
import { concat, u32, u8, vector8 } from '../bytes.ts';
import { versionAnswer } from './testing/version-negotiation.ts';
import { versionQuestion, versionsIn } from './version-negotiation.ts';

const ids = { destination: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), source: Uint8Array.of(9, 10, 11, 12) };
const answer = (...rest: Uint8Array[]): Uint8Array =>
  concat([u8(0xca), u32(0), vector8(ids.source), vector8(ids.destination), ...rest]);

test('the question has the size and header of a first packet, of a reserved version', () => {
  const datagram = versionQuestion(ids);
  assert.equal(datagram.length, 1_200);
  const reader = new ByteReader(datagram);
  assert.equal(reader.u8() & 0xc0, 0xc0);
  // RFC 9000 section 15: 0x?a?a?a?a.
  assert.equal(reader.u32() & 0x0f0f_0f0f, 0x0a0a_0a0a);
  assert.deepEqual(reader.vector8(), ids.destination);
  assert.deepEqual(reader.vector8(), ids.source);
});

test('the versions of an answer are read', () => {
  assert.deepEqual(versionsIn(answer(u32(1), u32(0x6b33_43cf)), ids), [1, 0x6b33_43cf]);
  assert.deepEqual(versionsIn(versionAnswer(versionQuestion(ids), [1]) ?? new Uint8Array(0), ids), [1]);
});

test('what is no answer to the question gives nothing', () => {
  const others = {
    empty: new Uint8Array(0),
    'a short header': concat([u8(0x40), answer(u32(1)).subarray(1)]),
    'a version of its own': concat([u8(0xc0), u32(1), answer(u32(1)).subarray(5)]),
    'identifiers not exchanged': concat([u8(0xc0), u32(0), vector8(ids.destination), vector8(ids.source), u32(1)]),
    'no version': answer(),
    'half a version': answer(u32(1), u8(0)),
    'the question sent back': versionQuestion(ids),
  };
  for (const [what, datagram] of Object.entries(others)) assert.equal(versionsIn(datagram, ids), null, what);
  const whole = answer(u32(1));
  for (let end = 0; end < whole.length; end += 1) assert.equal(versionsIn(whole.subarray(0, end), ids), null);
});
