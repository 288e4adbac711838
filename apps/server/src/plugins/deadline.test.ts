import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createHttp } from './bare-server.ts';
import { addDeadline } from './deadline.ts';
import { addRouteFacts } from './route-facts.ts';

test(
  'an answer that has begun in time may last, one that has not becomes a 503',
  { timeout: 60_000 },
  async (context) => {
    const http = createHttp(false);
    http.decorate('problemPages', { send: null });
    addRouteFacts(http);
    // A busy machine begins an answer within half a second.
    addDeadline(http, 500);
    const body = new PassThrough();
    http.get('/stream', async (_request, reply) => reply.send(body));
    http.get('/silent', async (_request, reply) => {
      await once(reply.raw, 'close');
      return reply;
    });
    context.after(async () => http.close());
    const origin = await http.listen({ host: '127.0.0.1', port: 0 });
    body.write('begun, ');
    const stream = await fetch(`${origin}/stream`);
    // By the time of this answer a sweep has also looked at the stream.
    assert.equal((await fetch(`${origin}/silent`)).status, 503);
    body.end('ended');
    assert.equal(await stream.text(), 'begun, ended');
  },
);
