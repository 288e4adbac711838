import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createHttp } from './bare-server.ts';
import { addDeadline } from './deadline.ts';
import { addRouteFacts } from './route-facts.ts';

test(
  'an answer that began in time may continue; one that did not becomes 503',
  { timeout: 60_000 },
  async (context) => {
    const http = createHttp(false);
    http.decorate('problemPages', { send: null });
    addRouteFacts(http);
    // Half a second: even a busy machine begins an answer within that time.
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
    // When this answer arrives, the sweep has also checked the stream.
    assert.equal((await fetch(`${origin}/silent`)).status, 503);
    body.end('ended');
    assert.equal(await stream.text(), 'begun, ended');
  },
);
