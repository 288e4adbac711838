import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { createDialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import { createAuditHttp, type ProbeHttp } from './client.ts';
import type { Exchanged } from './exchanged.ts';
import { guarded } from './hosts.ts';
import { httpLimits } from './limits.ts';
import { never } from './testing/exchanges.ts';

const asked: string[] = [];
const site = createServer((request, response) => {
  const { method, url, headers } = request;
  asked.push([method, url, headers.origin].filter(Boolean).join(' '));
  response.writeHead(url === '/limited' ? 429 : 200).end('ok');
});
let port = 0;
before(async () => {
  port = await takeFreePort(site);
});
after(() => {
  site.close();
  site.closeAllConnections();
});

const address = '203.0.113.1';

/** Two probes of one audit. */
function probes(): [ProbeHttp, ProbeHttp] {
  asked.length = 0;
  const guard = createGuard({ allowNetworks: ['203.0.113.0/24'], ownAddresses: [] });
  const dialMap = new Map([['*', `127.0.0.1:${port}`]]);
  const dialer = createDialer({ guard, dialMap, signal: never });
  const http = createAuditHttp({ dialer, guard, userAgent: 'test', scanMode: 'standard' });
  const known = new Map([['site.lab', guarded(guard, 'site.lab', [address])]]);
  const resolver = { query: () => assert.fail('no name is looked up') };
  const probe = (): ProbeHttp =>
    http.probeWith({ limits: httpLimits, signal: never, resolver, known, share: 'documents' });
  return [probe(), probe()];
}

const statusOf = ({ facts: { result } }: Exchanged): number | string =>
  result.ok ? result.response.status : result.failure.reason;
const at = (path: string): URL => new URL(path, 'http://site.lab/');

test('only equal requests share a response: method, URL, headers and address distinguish requests', async () => {
  const [one, other] = probes();
  const origin = (value: string) => ({ headers: [['Origin', value] satisfies [string, string]] });
  await one.ask(at('/'), address);
  await other.ask(at('/'), address);
  await one.fetch(at('/'));
  assert.deepEqual(asked, ['GET /']);
  await one.ask(at('/'), address, { method: 'OPTIONS' });
  await one.ask(at('/'), address, origin('https://a.example'));
  await one.ask(at('/'), address, origin('null'));
  await other.ask(at('/'), address, origin('null'));
  await one.ask(at('/'), '203.0.113.2');
  await one.ask(at('/'), address, { again: 'nonces' });
  assert.deepEqual(asked.slice(1), ['OPTIONS /', 'GET / https://a.example', 'GET / null', 'GET /', 'GET /']);
});

test('429 ends the requests of the probe that received it, not those of others', async () => {
  const [one, other] = probes();
  assert.equal(statusOf(await one.ask(at('/limited'), address)), 429);
  assert.equal(statusOf(await one.ask(at('/more'), address)), 'rate-limited');
  assert.equal(statusOf((await one.fetch(at('/more'))).exchange), 'rate-limited');
  assert.equal(statusOf(await other.ask(at('/else'), address)), 200);
  assert.deepEqual(asked, ['GET /limited', 'GET /else']);
});
