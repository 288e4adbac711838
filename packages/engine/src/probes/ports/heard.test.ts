import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { shownAnswer, shownOctets } from './heard.ts';
import { latin1Bytes } from '@perimeter/protocols/bytes';

test('unprintable bytes are escaped by value', () => {
  assert.equal(shownOctets(Uint8Array.of(0x80, 0x9f, 0xff, 0x41, 0x0d, 0x0a, 0x5c)), '\\x80\\x9f\\xffA\n\\\\');
});

test('of an HTTP answer the head is stored, without cookies and tokens', () => {
  const answer =
    'HTTP/1.1 200 OK\r\nSet-Cookie: sid=Zk8qWv3TnX7yRb2L\r\nServer: x\r\n\r\n{"password":"Zk8qWv3TnX7yRb2L"}';
  const shown = shownAnswer(latin1Bytes(answer));
  assert.match(shown, /^HTTP\/1\.1 200 OK\nSet-Cookie: .*\nServer: x$/);
  assert.doesNotMatch(shown, /Zk8qWv3T/);
});

test('the stored text of any answer is printable and short', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (said) => {
      for (const shown of [shownAnswer(said), shownOctets(said)]) assert.match(shown, /^[\n -~]{0,512}$/);
    }),
  );
});
