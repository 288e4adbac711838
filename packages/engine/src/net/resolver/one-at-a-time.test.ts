import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inItsTurn } from './one-at-a-time.ts';

test('large messages are decoded one per event loop turn, in order, and small ones at once', async () => {
  const read: string[] = [];
  let turns = 0;
  const large = ['first', 'second', 'third'].map(async (name) =>
    inItsTurn(new Uint8Array(60_000), () => read.push(`${name} in turn ${turns}`)),
  );
  const small = inItsTurn(new Uint8Array(100), () => read.push('small'));
  assert.deepEqual(read, ['small']);
  for (; turns < 4; turns += 1) await new Promise((resolve) => setTimeout(resolve));
  await Promise.all([...large, small]);
  const seen = read.slice(1).map((text) => text.split(' in turn '));
  assert.deepEqual(
    seen.map(([name]) => name),
    ['first', 'second', 'third'],
  );
});

test('an undecodable message does not delay others', async () => {
  const broken = inItsTurn(new Uint8Array(60_000), () => {
    throw new Error('unreadable');
  });
  const next = inItsTurn(new Uint8Array(60_000), () => 'read');
  await assert.rejects(broken, /unreadable/);
  assert.equal(await next, 'read');
});
