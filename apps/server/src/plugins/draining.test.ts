import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createHttp } from './bare-server.ts';
import { addDraining } from './draining.ts';

test('a connection that never sent a request does not delay the stop', { timeout: 60_000 }, async (t) => {
  const http = createHttp(false);
  t.after(async () => http.close());
  addDraining(http, () => {});
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
  const accepted = once(http.server, 'connection');
  const silent = connect(Number(port), '127.0.0.1');
  t.after(() => silent.destroy());
  await accepted;
  const ended = once(silent, 'close');
  silent.resume();
  await http.close();
  await ended;
  assert.equal(http.server.listening, false);
});
