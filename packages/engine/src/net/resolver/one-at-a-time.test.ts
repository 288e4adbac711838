import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildQuery } from '@perimeter/protocols/dns/query';
import { typeCode } from '@perimeter/protocols/dns/types';
import { inItsTurn } from './one-at-a-time.ts';
import { reply, rr, startScriptedServer } from './scripted-server.ts';
import { askOverTcp } from './tcp.ts';

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

test('a long answer that waits for its turn is no silence', async (t) => {
  const texts = Array.from({ length: 50 }, (_, index) => rr('site.lab', 'TXT', `"${index} ${'x'.repeat(200)}"`));
  const server = await startScriptedServer((query) => [reply(query, { answers: texts })]);
  t.after(() => server.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const held = Promise.withResolvers<void>();
  const before = inItsTurn(new Uint8Array(60_000), () => held.promise);
  const arrived = Promise.withResolvers<number>();
  const query = buildQuery({ id: 7, name: 'site.lab', type: typeCode('TXT') });
  const limits = { timeoutMs: 1_000, signal: new AbortController().signal };
  const attempt = askOverTcp(server, query, limits, arrived.resolve);
  assert.ok((await arrived.promise) > 8_192);
  t.mock.timers.tick(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  held.resolve();
  const answer = await attempt;
  assert.deepEqual(answer.ok && answer.message.answers.length, 50);
  await before;
});
