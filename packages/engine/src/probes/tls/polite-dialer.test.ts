import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createDialer } from '../../net/dialer.ts';
import { createGuard } from '../../net/guard/guard.ts';
import { listening } from '../../tls/testing/servers.ts';
import { type Allowance, politely } from './polite-dialer.ts';

const { signal } = new AbortController();
const guard = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });

/** The results of this many sequential connections, and how many the server saw. */
async function connected(allowance: Allowance, times: number): Promise<{ opened: boolean[]; accepted: number }> {
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => {});
  });
  const { port } = await listening(server);
  const dialer = politely(createDialer({ guard, dialMap: new Map(), signal }), allowance);
  const opened: boolean[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const dialed = await dialer.connect({ address: '127.0.0.1', port, host: undefined }, { signal, timeoutMs: 60_000 });
    opened.push(dialed.ok);
    if (!dialed.ok) assert.equal(dialed.failure.reason, 'budget');
    else dialed.socket.destroy();
  }
  server.close();
  await once(server, 'close');
  return { opened, accepted };
}

test('no more connections are opened than allowed', async () => {
  assert.deepEqual(await connected({ connections: 2, kept: 0 }, 4), {
    opened: [true, true, false, false],
    accepted: 2,
  });
});

test('the last connection is reserved for the control after a refusal', async () => {
  assert.deepEqual(await connected({ connections: 3, kept: 1 }, 5), {
    opened: [true, true, false, true, false],
    accepted: 3,
  });
});
