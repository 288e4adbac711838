import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { isInDomain } from '@perimeter/protocols/domain/below';
import type { DnsAnswer } from '../evidence/dns/schema.ts';
import { createDialer } from './dialer.ts';
import { createGuard } from './guard/guard.ts';
import { createOptOutGate } from './opt-outs.ts';
import type { Resolver } from './resolver/resolver.ts';
import { failureText } from '../evidence/failure-text.ts';

const signal = new AbortController().signal;
const zone: Readonly<Record<string, string>> = {
  'shop.example': '127.0.0.1',
  'www.shop.example': '127.0.0.2',
  'mail.gone.example': '127.0.0.3',
  'cdn.gone.example': '127.0.0.1',
  'alias.example': '127.0.0.3',
};

const answerOf = (name: string, type: string): DnsAnswer => {
  const data = type === 'A' ? zone[name.toLowerCase()] : undefined;
  const cnames = name.toLowerCase() === 'alias.example' ? ['edge.gone.example', 'mail.gone.example'] : [];
  const records = data === undefined ? [] : [{ name, type: 'A', ttl: 60, data }];
  const status = data === undefined ? 'nodata' : 'answer';
  return { name, type, status, authenticated: false, transport: 'udp', cnames, records, extendedErrors: [] };
};

const resolverOfZone: Resolver = {
  servers: [],
  query: async (name, type) => answerOf(name, type),
  exchange: async () => assert.fail('Nobody asks so'),
};

const list = new Set(['gone.example']);
const isOptedOut = (host: string): boolean => [...list].some((name) => isInDomain(host, name));

const networks = new Map<string, string>();
const networkOf = (address: string): string | null => networks.get(address) ?? null;

const server = createServer((socket) => socket.on('error', () => undefined));
after(() => server.close());
const port = await takeFreePort(server, '0.0.0.0');

function audit() {
  const gate = createOptOutGate({ isOptedOut, networkOf }, resolverOfZone);
  const guard = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });
  const dialer = createDialer({ guard, dialMap: new Map(), signal, refuses: gate.refuses });
  return {
    gate,
    dialer,
    dial: async (to: string, host?: string): Promise<string> => {
      const dialed = await dialer.connect({ address: to, port, host }, { signal, timeoutMs: 60_000 });
      if (!dialed.ok) return failureText(dialed.failure);
      dialed.socket.destroy();
      return 'connected';
    },
  };
}

test('an opted-out host name, or one below it, is not connected to', async () => {
  const { dial, dialer } = audit();
  const refusal = 'blocked: opted_out: The owner of mail.gone.example asked not to be audited';
  assert.equal(await dial('127.0.0.3', 'mail.gone.example'), refusal);
  assert.equal(await dial('127.0.0.3', 'MAIL.Gone.Example.'), refusal);
  assert.match(await dial('127.0.0.3', 'gone.example'), /^blocked/);
  assert.equal(await dial('127.0.0.3', 'notgone.example'), 'connected');
  assert.equal(dialer.opened, 1);
});

test('without a host name, an address that only opted-out names resolve to is not connected to', async () => {
  const { gate, dial } = audit();
  for (const name of ['shop.example', 'mail.gone.example', 'CDN.gone.example']) {
    await gate.resolver.query(name, 'A', { signal });
  }
  assert.match(await dial('127.0.0.3'), /^blocked: opted_out: The owner of mail\.gone\.example/);
  assert.equal(await dial('127.0.0.1'), 'connected', 'shared with a name that is not opted out');
  assert.match(await dial('127.0.0.1', 'cdn.gone.example'), /^blocked/, 'the name decides where it is known');
  assert.match(await dial('127.0.0.3', '127.0.0.3'), /^blocked/, 'a literal is no name');
});

test('an opt-out during an audit stops the next connection, and withdrawing it allows connections again', async () => {
  const { gate, dial } = audit();
  await gate.resolver.query('www.shop.example', 'A', { signal });
  assert.equal(await dial('127.0.0.2'), 'connected');
  list.add('www.shop.example');
  assert.match(await dial('127.0.0.2'), /^blocked/);
  list.delete('www.shop.example');
  assert.equal(await dial('127.0.0.2'), 'connected');
});

test('a connection that waited for its slot is not opened if its host opted out meanwhile', async () => {
  const { gate, dialer } = audit();
  await gate.resolver.query('www.shop.example', 'A', { signal });
  const target = { address: '127.0.0.2', port, host: undefined };
  const open = await Promise.all(
    Array.from({ length: 8 }, async () => dialer.connect(target, { signal, timeoutMs: 60_000 })),
  );
  const ninth = dialer.connect(target, { signal, timeoutMs: 60_000 });
  list.add('shop.example');
  for (const dialed of open) if (dialed.ok) dialed.socket.destroy();
  const dialed = await ninth;
  list.delete('shop.example');
  assert.equal(dialed.ok ? 'connected' : dialed.failure.reason, 'blocked');
  assert.equal(dialer.opened, 8);
});

test('an alias of an opted-out name is not connected to, with or without a host name', async () => {
  const { gate, dial } = audit();
  assert.equal(await dial('127.0.0.3', 'alias.example'), 'connected', 'nobody knows yet where it leads');
  await gate.resolver.query('Alias.example', 'A', { signal });
  assert.match(await dial('127.0.0.3', 'alias.example'), /^blocked: opted_out: The owner of edge\.gone\.example/);
  assert.match(await dial('127.0.0.3'), /^blocked/);
});

test('an opted-out network is not connected to, whatever name resolves to it', async () => {
  const { gate, dial, dialer } = audit();
  await gate.resolver.query('shop.example', 'A', { signal });
  networks.set('127.0.0.1', '127.0.0.0/31');
  const refusal = 'blocked: opted_out: The owner of 127.0.0.0/31 asked not to be audited';
  for (const host of ['shop.example', '127.0.0.1', undefined]) assert.equal(await dial('127.0.0.1', host), refusal);
  assert.equal(await dial('127.0.0.2', 'www.shop.example'), 'connected');
  networks.clear();
  assert.equal(await dial('127.0.0.1', 'shop.example'), 'connected');
  assert.equal(dialer.opened, 2);
});
