import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { takeFreePair, takeFreePort } from './free-port.ts';

test('a server accepts at the port that is returned, and two get two ports', async (t) => {
  const servers = [createServer(), createServer()];
  t.after(() => servers.map((server) => server.close()));
  const ports = await Promise.all(servers.map((server) => takeFreePort(server)));
  assert.equal(new Set(ports).size, 2);
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  }
});

test('datagrams too, alone or beside connections', async (t) => {
  const alone = createSocket('udp4');
  const server = createServer();
  t.after(() => [alone, server].map((one) => one.close()));
  assert.equal(await takeFreePort(alone), alone.address().port);
  const { port, datagrams } = await takeFreePair(server);
  t.after(() => datagrams.close());
  assert.equal(datagrams.address().port, port);
});

test('an address of another machine rejects', async () => {
  await assert.rejects(takeFreePort(createServer(), '192.0.2.1'), { code: 'EADDRNOTAVAIL' });
});
