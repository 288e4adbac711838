import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { closeAll, listenTcp, listenUdp, listening, onOnePort, type ListenAt } from './listen.ts';

const free: ListenAt = { host: '127.0.0.1', port: 0 };

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => (socket.destroy(), resolve(true)));
    socket.on('error', () => resolve(false));
  });

test('a listener reports the port that the system chose', async (t) => {
  const group = listening();
  t.after(() => closeAll(group));
  const heard: number[] = [];
  const port = await listenTcp(group, { ...free, onPort: (given) => heard.push(given) }, (socket) => socket.destroy());
  assert.deepEqual(heard, [port]);
  assert.ok(await accepts(port));
});

test('if a port is occupied, closing ends all listeners that are open or opening', async () => {
  const group = listening();
  const port = await listenTcp(group, free, (socket) => socket.destroy());
  const others = Array.from({ length: 50 }, () => listenTcp(group, free, (socket) => socket.destroy()));
  await assert.rejects(
    Promise.all([...others, listenTcp(group, { ...free, port }, () => {})]),
    new RegExp(`^Error: Listening on 127\\.0\\.0\\.1 port ${port}: .*EADDRINUSE`),
  );
  await closeAll(group);
  await Promise.all(others);
  assert.deepEqual([group.servers.length, group.servers.filter(({ listening }) => listening)], [52, []]);
  await assert.rejects(
    listenTcp(group, free, () => {}),
    /the other servers are being closed/,
  );
});

test('datagrams and connections get another common port if one of them is occupied', async (t) => {
  const group = listening();
  t.after(() => closeAll(group));
  const [tried, taken]: [number[], number[]] = [[], []];
  const port = await onOnePort(
    free,
    (at) => listenUdp(group, at, () => null),
    async (at) => {
      tried.push(at.port);
      if (taken.length < 2) taken.push(await listenTcp(group, at, () => {}));
      return listenTcp(group, at, () => {});
    },
  );
  assert.equal(taken.length, 2);
  assert.ok(taken.every((one) => one !== port && tried.includes(one)));
  assert.equal(tried.at(-1), port);
});

test('a given port that is occupied fails at once', async (t) => {
  const group = listening();
  t.after(() => closeAll(group));
  const port = await listenTcp(group, free, () => {});
  const udp = (at: ListenAt): Promise<number> => listenUdp(group, at, () => null);
  const tcp = (at: ListenAt): Promise<number> => listenTcp(group, at, () => {});
  await assert.rejects(onOnePort({ ...free, port }, udp, tcp), /EADDRINUSE/);
});
