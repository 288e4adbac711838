import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Server, connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { createDialer, mappedTarget } from './dialer.ts';
import { virtualClock } from './deadline-virtual.ts';
import { createGuard } from './guard/guard.ts';
import { netFailed } from '../evidence/observed.ts';

const never = new AbortController().signal;
const loopback = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });
const shut = createGuard({ allowNetworks: [], ownAddresses: [] });
const noMap = new Map<string, string>();

let server: Server;
let port = 0;
let accepted = 0;
before(async () => {
  server = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => {});
    socket.write('hello');
  });
  port = await takeFreePort(server);
});
after(() => server.close());

const dial = { signal: never, timeoutMs: 60_000 };

test('without an allowed range the canary server receives no connection', async () => {
  const dialer = createDialer({ guard: shut, dialMap: noMap, signal: never });
  const before = accepted;
  for (const address of ['127.0.0.1', '127.1', '0x7f.1', 'localhost', '::ffff:127.0.0.1', '2130706433', '0.0.0.0']) {
    const dialed = await dialer.connect({ address, port, host: undefined }, dial);
    assert.equal(dialed.ok ? 'connected' : dialed.failure.reason, 'blocked', address);
  }
  assert.equal(dialer.opened, 0);
  assert.equal(accepted, before);
});

test('an allowed range is connected to, and closing the socket releases its slot', async () => {
  const dialer = createDialer({ guard: loopback, dialMap: noMap, signal: never });
  const target = { address: '127.0.0.1', port, host: undefined };
  const dialed = await dialer.connect(target, dial);
  assert.ok(dialed.ok);
  assert.equal(dialed.socket.remoteAddress, '127.0.0.1');
  assert.deepEqual(dialer.budget(target), { maxOpen: 8, maxPreopened: 4, open: 1, waiting: 0 });
  dialed.socket.destroy();
  await once(dialed.socket, 'close');
  assert.equal(dialer.budget(target).open, 0);
  assert.equal(dialer.opened, 1);
});

test('the dial map applies after the guard: it allows no address, and the peer is checked against it', async () => {
  const dialMap = new Map([['203.0.113.101:443', `127.0.0.1:${port}`]]);
  const refused = await createDialer({ guard: shut, dialMap, signal: never }).connect(
    { address: '203.0.113.101', port: 443, host: undefined },
    dial,
  );
  assert.equal(refused.ok ? 'connected' : refused.failure.reason, 'blocked');
  const lab = createGuard({ allowNetworks: ['203.0.113.0/24'], ownAddresses: [] });
  const dialed = await createDialer({ guard: lab, dialMap, signal: never }).connect(
    { address: '203.0.113.101', port: 443, host: undefined },
    dial,
  );
  assert.ok(dialed.ok);
  dialed.socket.destroy();
});

test('a star in the dial map covers all unnamed addresses, except loopback', () => {
  const dialMap = new Map([
    ['203.0.113.101:443', '127.0.0.1:4443'],
    ['*', '127.0.0.1:1'],
  ]);
  const placeOf = (address: string, at: number) => {
    const { address: to, port: toPort } = mappedTarget(dialMap, { address, port: at, host: undefined });
    return `${to}:${toPort}`;
  };
  assert.deepEqual(
    [
      placeOf('203.0.113.101', 443),
      placeOf('203.0.113.102', 443),
      placeOf('2001:db8::1', 53),
      placeOf('127.0.0.1', 53),
    ],
    ['127.0.0.1:4443', '127.0.0.1:1', '127.0.0.1:1', '127.0.0.1:53'],
  );
});

test('a closed port is refused, and slowing down halves the remaining budget', async (t) => {
  // The local end of a connection: nothing listens on its port while it is open.
  const holder = connect(port, '127.0.0.1');
  t.after(() => holder.destroy());
  await once(holder, 'connect');
  const closedPort = holder.localPort ?? 0;
  const dialer = createDialer({ guard: loopback, dialMap: noMap, signal: never });
  const target = { address: '127.0.0.1', port: closedPort, host: undefined };
  const dialed = await dialer.connect(target, dial);
  assert.equal(dialed.ok ? 'connected' : dialed.failure.reason, 'refused');
  dialer.slowDown(target);
  assert.deepEqual(dialer.budget(target), { maxOpen: 4, maxPreopened: 2, open: 0, waiting: 0 });
});

test('a ninth connection waits for a slot, and its signal ends the wait', async () => {
  const dialer = createDialer({ guard: loopback, dialMap: noMap, signal: never });
  const target = { address: '127.0.0.1', port, host: undefined };
  const first = await Promise.all(Array.from({ length: 8 }, () => dialer.connect(target, dial)));
  const stop = new AbortController();
  const ninth = dialer.connect(target, { signal: stop.signal, timeoutMs: 60_000 });
  assert.equal(dialer.budget(target).waiting, 1);
  stop.abort();
  const dialed = await ninth;
  assert.equal(dialed.ok ? 'connected' : dialed.failure.reason, 'cancelled');
  assert.equal(dialer.opened, 8);
  for (const one of first) if (one.ok) one.socket.destroy();
});

test("silence ends with a time-out when the handshake's time is up", async () => {
  const clock = virtualClock();
  const silent = { address: '127.0.0.1', port, host: undefined };
  const dialer = createDialer({ guard: loopback, dialMap: noMap, signal: never, clock });
  const pending = dialer.connect(silent, { signal: never, timeoutMs: 50 });
  while (clock.pending === 0) await Promise.resolve();
  clock.advance(50);
  const dialed = await pending;
  assert.deepEqual(dialed, {
    ok: false,
    failure: netFailed('timeout', 'step-too-long', `connect(127.0.0.1:${port})`, 50),
  });
});

test('the end of the audit destroys open sockets and refuses new ones', async () => {
  const audit = new AbortController();
  const dialer = createDialer({ guard: loopback, dialMap: noMap, signal: audit.signal });
  const dialed = await dialer.connect({ address: '127.0.0.1', port, host: undefined }, dial);
  assert.ok(dialed.ok);
  audit.abort();
  await once(dialed.socket, 'close');
  const late = await dialer.connect({ address: '127.0.0.1', port, host: undefined }, dial);
  assert.equal(late.ok ? 'connected' : late.failure.reason, 'cancelled');
});

test('after the byte limit no connection is opened', async () => {
  const dialer = createDialer({ guard: loopback, dialMap: noMap, signal: never, maxBytes: 5 });
  const dialed = await dialer.connect({ address: '127.0.0.1', port, host: undefined }, dial);
  assert.ok(dialed.ok);
  await once(dialed.socket, 'data');
  dialed.socket.destroy();
  const next = await dialer.connect({ address: '127.0.0.1', port, host: undefined }, dial);
  assert.equal(next.ok ? 'connected' : next.failure.reason, 'budget');
});

for (const smtpPort of [25, 465, 587]) {
  test(`port ${smtpPort} has the budget of mail exchangers`, () => {
    const dialer = createDialer({ guard: loopback, dialMap: noMap, signal: never });
    assert.equal(dialer.budget({ address: '127.0.0.1', port: smtpPort }).maxOpen, 2);
  });
}

const sweeps = { standard: { open: 16, burst: 32 }, deep: { open: 100, burst: 100 } } as const;
for (const [scanMode, { open }] of Object.entries(sweeps)) {
  test(`a ${scanMode} sweep has ${open} ports of one address open at once, not counting other connections`, async () => {
    const dialMap = new Map([['*', `127.0.0.1:${port}`]]);
    const guard = createGuard({ allowNetworks: ['203.0.113.0/24'], ownAddresses: [] });
    const mode = scanMode === 'deep' ? 'deep' : 'standard';
    const dialer = createDialer({ guard, dialMap, signal: never, scanMode: mode });
    const done: unknown[] = [];
    const ports = Array.from({ length: open + 5 }, (_, index) => 1_000 + index);
    const sweep = ports.map(async (one) => {
      const dialed = await dialer.connect(
        { address: '203.0.113.7', port: one, host: undefined },
        { ...dial, sweep: true },
      );
      done.push(dialed);
      return dialed;
    });
    while (done.length < sweeps[mode].open) await new Promise((resolve) => setImmediate(resolve));
    const beside = await dialer.connect({ address: '203.0.113.7', port: 443, host: undefined }, dial);
    assert.ok(beside.ok);
    beside.socket.destroy();
    assert.equal(done.length, open);
    assert.equal(dialer.opened, open + 1);
    const opened = (await Promise.all(sweep.slice(0, open))).flatMap((one) => (one.ok ? [one.socket] : []));
    for (const socket of opened) socket.destroy();
    for (const one of await Promise.all(sweep)) if (one.ok) one.socket.destroy();
    assert.equal(done.length, ports.length);
  });
}
