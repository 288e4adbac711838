import assert from 'node:assert/strict';
import { type Server, type Socket, createServer } from 'node:net';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { createDialer, type Dialer } from '../../dialer.ts';
import { exchange } from '../exchange.ts';
import type { Exchanged } from '../exchanged.ts';
import { createSessions } from './sessions.ts';
import { never, open, smallLimits } from '../testing/exchanges.ts';

const servers: { server: Server; sockets: Set<Socket> }[] = [];
after(() => {
  for (const { server, sockets } of servers) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
});

/** A server's response to the nth request of a connection. */
type Say = (request: { connection: number; nth: number; head: string }, socket: Socket) => void;

/** A server that answers each request of each connection, and counts both. */
async function serve(say: Say) {
  const counts = { connections: 0, requests: [] as string[] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counts.connections += 1;
    const connection = counts.connections;
    let nth = 0;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      nth += 1;
      const head = bytes.toString('latin1');
      counts.requests.push(head.split(' ', 2).join(' '));
      say({ connection, nth, head }, socket);
    });
  });
  servers.push({ server, sockets });
  const port = await takeFreePort(server);
  return { counts, sockets, port };
}

interface Asking {
  method?: string;
  alone?: boolean;
}

/** An audit's client of one server. */
function clientOf(port: number, dialerOptions: Partial<Parameters<typeof createDialer>[0]> = {}) {
  const dialer = createDialer({ guard: open, dialMap: new Map(), signal: never, ...dialerOptions });
  const sessions = createSessions();
  const client = { dialer, userAgent: 'Test/1', limits: smallLimits, signal: never, sessions };
  const ask = (path: string, { method = 'GET', alone = false }: Asking = {}): Promise<Exchanged> =>
    exchange(client, { method, url: new URL(`http://site.example:${port}${path}`), address: '127.0.0.1', alone });
  return { dialer, ask };
}

const statusOf = ({ facts: { result } }: Exchanged): number | string =>
  result.ok ? result.response.status : result.failure.reason;

const hello = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';

/** Resolves once the condition holds after socket events were processed. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test('sequential exchanges share a connection, and record it', async () => {
  const { counts, port } = await serve((_, socket) => void socket.write(hello));
  const { ask, dialer } = clientOf(port);
  const first = await ask('/1');
  const others = [await ask('/2'), await ask('/3', { method: 'OPTIONS' })];
  assert.deepEqual([first, ...others].map(statusOf), [200, 200, 200]);
  assert.deepEqual(
    [first, ...others].map(({ facts }) => facts.keptAlive),
    [undefined, true, true],
  );
  assert.equal(counts.connections, 1);
  assert.deepEqual(counts.requests, ['GET /1', 'GET /2', 'OPTIONS /3']);
  assert.match(first.facts.requestHead, /\r\nConnection: keep-alive\r\n\r\n$/);
  assert.equal(dialer.opened, 1);
});

test('concurrent exchanges use at most three connections', async () => {
  const waiting: Socket[] = [];
  const { counts, port } = await serve((_, socket) => {
    waiting.push(socket);
    if (counts.requests.length === 3) for (const one of waiting.splice(0)) one.write(hello);
    else if (counts.requests.length > 3) socket.write(hello);
  });
  const { ask } = clientOf(port);
  const done = await Promise.all(Array.from({ length: 9 }, (_, index) => ask(`/${index}`)));
  assert.deepEqual(new Set(done.map(statusOf)), new Set([200]));
  assert.equal(counts.requests.length, 9);
  assert.equal(counts.connections, 3);
});

test('an exchange with a separate connection neither reuses nor leaves one', async () => {
  const { counts, port } = await serve((_, socket) => void socket.write(hello));
  const { ask } = clientOf(port);
  await ask('/1');
  const alone = await ask('/2', { alone: true });
  assert.match(alone.facts.requestHead, /Connection: close/);
  await ask('/3');
  assert.equal(counts.connections, 2);
});

const unkept: [what: string, answer: string, status: number | string][] = [
  ['Connection: close', 'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n', 200],
  ['close among options', 'HTTP/1.1 200 OK\r\nConnection: x, close\r\nContent-Length: 0\r\n\r\n', 200],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n', 200],
  ['bytes behind the end', `${hello}HTTP/1.1 200 OK\r\n\r\n`, 200],
  ['content behind 204', 'HTTP/1.1 204 No Content\r\n\r\nx', 204],
  ['content behind 304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 1\r\n\r\nx', 304],
  ['a protocol switch', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 101],
  ['two lengths that agree', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n', 200],
  ['length beside chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 200],
  ['two transfer codings', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: x, chunked\r\n\r\n0\r\n\r\n', 200],
  ['a bare line feed', 'HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n', 200],
  ['a folded field', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n', 200],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n', 200],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', 'malformed'],
];
for (const [what, answer, status] of unkept) {
  test(`${what} closes the connection`, async () => {
    const { counts, port } = await serve((_, socket) => void socket.write(answer));
    const { ask } = clientOf(port);
    assert.equal(statusOf(await ask('/1')), status);
    assert.equal(statusOf(await ask('/2')), status);
    assert.equal(counts.connections, 2);
  });
}

const kept: [what: string, method: string, answer: string][] = [
  ['chunks', 'GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'],
  ['an early hint before it', 'GET', `HTTP/1.1 103 Early Hints\r\n\r\n${hello}`],
  ['204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['the length of what HEAD does not bring', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'],
];
for (const [what, method, answer] of kept) {
  test(`an answer with ${what} keeps the connection`, async () => {
    const { counts, port } = await serve((_, socket) => void socket.write(answer));
    const { ask } = clientOf(port);
    await ask('/1', { method });
    await ask('/2', { method });
    assert.equal(counts.connections, 1);
  });
}

test('data received on an idle connection is not the answer to the next request', async () => {
  const { counts, sockets, port } = await serve((_, socket) => void socket.write(hello));
  const { ask, dialer } = clientOf(port);
  await ask('/1');
  const [server] = sockets;
  assert.ok(server);
  server.write('HTTP/1.1 500 Smuggled\r\nContent-Length: 0\r\n\r\n');
  await until(() => server.destroyed || server.readableEnded);
  assert.equal(statusOf(await ask('/2')), 200);
  assert.equal(counts.connections, 2);
  assert.equal(dialer.opened, 2);
});

const dies: Say = ({ connection, nth }, socket) => {
  if (connection === 1 && nth === 2) socket.destroy();
  else socket.write(hello);
};

test('a GET is retried once if its kept connection ends before the first byte', async () => {
  const { counts, port } = await serve(dies);
  const { ask } = clientOf(port);
  await ask('/1');
  assert.equal(statusOf(await ask('/2')), 200);
  assert.deepEqual(counts.requests, ['GET /1', 'GET /2', 'GET /2']);
});

test('TRACE is never retried, and GET only once', async () => {
  const trace = await serve(dies);
  const one = clientOf(trace.port);
  await one.ask('/1');
  assert.equal(statusOf(await one.ask('/2', { method: 'TRACE' })), 'closed');
  assert.equal(trace.counts.requests.length, 2);
  const dead = await serve(({ connection, nth }, socket) => {
    if (connection === 1 && nth === 1) socket.write(hello);
    else socket.destroy();
  });
  const two = clientOf(dead.port);
  await two.ask('/1');
  assert.equal(statusOf(await two.ask('/2')), 'closed');
  assert.equal(dead.counts.requests.length, 3);
});

test('a kept connection that ends after the first byte is a failure', async () => {
  const { counts, port } = await serve(({ connection, nth }, socket) => {
    if (connection === 1 && nth === 2) socket.end('H');
    else socket.write(hello);
  });
  const { ask } = clientOf(port);
  await ask('/1');
  assert.equal(statusOf(await ask('/2')), 'closed');
  assert.equal(counts.requests.length, 2);
});

test('idle connections yield to others that wait for the place', async () => {
  const { port } = await serve((_, socket) => void socket.write(hello));
  const { ask, dialer } = clientOf(port, { limits: { maxOpen: 1, perSecond: 1_000, burst: 1_000 } });
  await ask('/1');
  const place = { address: '127.0.0.1', port };
  assert.equal(dialer.budget(place).open, 0);
  const other = await dialer.connect({ ...place, host: undefined }, { signal: never, timeoutMs: 60_000 });
  assert.ok(other.ok);
  assert.equal(dialer.budget(place).open, 1);
  const last = ask('/2');
  other.socket.destroy();
  assert.equal(statusOf(await last), 200);
});

test('an owner who opts out between two requests receives no more', async () => {
  const { counts, port } = await serve((_, socket) => void socket.write(hello));
  let optedOut: string | null = null;
  const { ask } = clientOf(port, { refuses: () => optedOut });
  await ask('/1');
  optedOut = 'site.example';
  assert.equal(statusOf(await ask('/2')), 'blocked');
  assert.equal(counts.requests.length, 1);
});

test('the end of an audit closes its kept connections', async () => {
  const audit = new AbortController();
  const { sockets, port } = await serve((_, socket) => void socket.write(hello));
  const { ask } = clientOf(port, { signal: audit.signal });
  await ask('/1');
  const [server] = sockets;
  audit.abort();
  await until(() => server === undefined || server.destroyed);
  assert.equal(statusOf(await ask('/2')), 'cancelled');
});

test('a wait for a connection ends with its probe', async () => {
  const { port } = await serve(() => {});
  const probe = new AbortController();
  const dialer: Dialer = createDialer({ guard: open, dialMap: new Map(), signal: never });
  const client = { dialer, userAgent: 'Test/1', limits: smallLimits, signal: probe.signal, sessions: createSessions() };
  const url = new URL(`http://site.example:${port}/`);
  const asked = Array.from({ length: 5 }, () => exchange(client, { method: 'GET', url, address: '127.0.0.1' }));
  probe.abort();
  for (const done of await Promise.all(asked)) assert.equal(statusOf(done), 'cancelled');
});
