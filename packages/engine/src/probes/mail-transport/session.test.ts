import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { testContext } from '../testing/context.ts';
import { visit } from './session.ts';

/** A mail server that offers STARTTLS, then continues as the test defines. */
async function mailServer(t: TestContext, afterInvitation: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('220 mx.site.lab ESMTP\r\n');
    socket.on('data', (bytes: Buffer) => {
      const line = bytes.toString('latin1');
      if (line.startsWith('EHLO')) socket.write('250-mx.site.lab\r\n250 STARTTLS\r\n');
      else if (line.startsWith('STARTTLS')) {
        socket.removeAllListeners('data');
        socket.write('220 ready\r\n', () => afterInvitation(socket));
      }
    });
  });
  t.after(() => server.close());
  return takeFreePort(server);
}

for (const [what, end] of [
  ['closes', (socket: Socket) => socket.once('data', () => socket.end())],
  ['resets', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['closes at once', (socket: Socket) => socket.end()],
  ['sends plain text', (socket: Socket) => socket.once('data', () => socket.end('500 what?\r\n'))],
] as const)
  test(`a server that ${what} in the handshake is tried twice, and counts as failed`, async (t) => {
    const port = await mailServer(t, end);
    const context = testContext({ settings: { allowNetworks: ['127.0.0.0/8'] } });
    const visited = await visit(context, { address: '127.0.0.1', port, host: 'mx.site.lab' }, false);
    assert.ok(visited.ok && visited.session.startTls.known);
    const { startTls, connections } = visited.session;
    assert.equal(startTls.value.outcome, 'failed');
    assert.equal(connections, 2);
  });
