import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { after, test } from 'node:test';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { isWalledOff } from '../../evidence/http/wall.ts';
import { httpEvidence } from '../../evidence/http/schema.ts';
import { testContext } from '../testing/context.ts';
import { probeHttp } from './probe.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

type Hosts = EndpointsEvidence['hosts'];
const host = (name: string, status: Hosts[number]['status'] = 'exists'): Hosts[number] =>
  endpointHost(name, status === 'exists' ? ['203.0.113.1'] : [], { status });

const socketOf = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** Probes a target whose port 80 is the given server at every address but the dead ones; nothing listens on port 443. */
async function probe(hosts: Hosts, answer: RequestListener, { domain = 'site.lab', dead = '' } = {}) {
  const port = await listen(answer);
  const addresses = ['203.0.113.1', ...hosts.flatMap((one) => one.addresses.map(({ address }) => address))];
  const dialMap = new Map(
    addresses.flatMap((address) => [
      [socketOf(address, 80), address === dead ? '127.0.0.1:1' : `127.0.0.1:${port}`] as const,
      [socketOf(address, 443), '127.0.0.1:1'] as const,
    ]),
  );
  const allowNetworks = ['203.0.113.0/24', '2001:db8:113::/48'];
  const context = testContext({ target: { domain }, settings: { allowNetworks, dialMap } });
  const evidence = await probeHttp(context, { hosts });
  return { evidence: httpEvidence.parse(evidence), opened: context.dialer.opened };
}

test('what a page holds is read once for equal bodies, whatever its comments contain', async () => {
  const html = '\uFEFF<meta name=referrer content=origin><!-- <input type=password> --><input type=password>';
  const { evidence } = await probe([host('site.lab'), host('www.site.lab')], (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(html);
  });
  assert.deepEqual(
    evidence.pages.map(({ exchange, passwordFields, metas }) => [exchange, passwordFields, metas[0]?.content]),
    [
      ['http-apex.1', 1, 'origin'],
      ['http-www.1', 1, 'origin'],
    ],
  );
  const marks = evidence.exchanges.map(({ result }) => result.ok && result.response.body.byteOrderMark);
  assert.deepEqual(marks.filter(Boolean), [true, true]);
});

test('a response without markup has no page', async () => {
  const { evidence } = await probe([host('site.lab')], (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('"<input type=password>"');
  });
  assert.deepEqual(evidence.pages, []);
});

test('both hosts over both schemes: shared exchanges are made and kept once, under stable ids', async () => {
  const asked: string[] = [];
  const { evidence } = await probe([host('site.lab'), host('www.site.lab')], (request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.headers.host === 'site.lab') response.writeHead(301, { Location: 'http://www.site.lab/' });
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end('<title>Site</title>');
  });
  assert.deepEqual(asked.toSorted(), ['site.lab/', 'www.site.lab/']);
  assert.deepEqual(evidence.chains.map(({ start, hops, ended }) => `${start}: ${hops.join(' ')} ${ended}`).toSorted(), [
    'http-apex: http-apex.1 http-apex.2 final',
    'http-www: http-apex.2 final',
    'https-apex: https-apex.1 failed',
    'https-www: https-www.1 failed',
  ]);
  assert.equal(evidence.exchanges.length, 4);
  assert.equal(evidence.finalDocument, 'http-apex.2');
  assert.equal(isWalledOff(evidence), false);
});

test('a host that a redirect leads to is looked up and noted, the hosts of the target are known', async () => {
  const { evidence } = await probe([host('site.lab')], (_request, response) => {
    response.writeHead(301, { Location: 'http://elsewhere.lab/' }).end();
  });
  assert.deepEqual(
    evidence.lookups.map(({ name, type, status, failure, queries }) => [name, type, status, failure?.reason, queries]),
    [
      ['elsewhere.lab', 'A', 'failed', 'refused', 3],
      ['elsewhere.lab', 'AAAA', 'failed', 'refused', 3],
    ],
  );
});

test('www is left out where it does not exist, and where the target is one', async () => {
  const missing = await probe([host('site.lab'), host('www.site.lab', 'nxdomain')], (_request, response) =>
    response.end(),
  );
  assert.deepEqual(
    missing.evidence.chains.map(({ start }) => start),
    ['https-apex', 'http-apex'],
  );
  const itself = await probe([host('www.site.lab')], (_request, response) => response.end(), {
    domain: 'www.site.lab',
  });
  assert.deepEqual(
    itself.evidence.chains.map(({ start }) => start),
    ['https-apex', 'http-apex'],
  );
});

test('the final document is asked for once at each address of its host, four of a family at most', async () => {
  const asked: string[] = [];
  const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5', '2001:db8:113::1'];
  const { evidence } = await probe(
    [endpointHost('site.lab', addresses)],
    (request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      if (request.url === '/') response.writeHead(302, { Location: '/home?token=secret' }).end();
      else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Site</title>');
    },
    { dead: '203.0.113.3' },
  );
  assert.deepEqual(
    evidence.addresses?.map(({ address }) => address),
    ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '2001:db8:113::1'],
  );
  // One request of the chain, and one at each further address that lives; the one that gave the document is not asked again.
  assert.deepEqual(asked, ['site.lab/', ...Array(4).fill('site.lab/home?token=secret')]);
  const byId = new Map(evidence.exchanges.map((exchange) => [exchange.id, exchange]));
  const results = evidence.addresses?.map(({ exchange }) => byId.get(exchange)?.result);
  assert.deepEqual(
    results?.map((result) => result?.ok),
    [true, true, false, true, true],
  );
  assert.deepEqual(
    results?.map((result) => result?.ok === true && result.response.body.text !== null),
    [true, false, false, false, false],
  );
});

test('behind a wall no further address is asked', async () => {
  const addresses = ['203.0.113.1', '203.0.113.2'];
  const { evidence, opened } = await probe(
    [endpointHost('site.lab', addresses)],
    (_request, response) => void response.writeHead(429).end(),
  );
  assert.deepEqual(evidence.addresses, []);
  assert.ok(opened <= 3, String(opened));
});

test('a target without address makes no connection', async () => {
  const { evidence, opened } = await probe([host('site.lab', 'no-address')], (_request, response) => response.end());
  assert.equal(opened, 0);
  assert.ok(evidence.exchanges.every(({ result }) => !result.ok && result.failure.reason === 'unreachable'));
  assert.equal(evidence.finalDocument, null);
});

test('a target whose addresses are all forbidden ends as blocked', async () => {
  const inside: Hosts = [{ ...host('site.lab'), addresses: [{ address: '10.0.0.1', family: 4, allowed: false }] }];
  const { evidence, opened } = await probe(inside, (_request, response) => response.end());
  assert.equal(opened, 0);
  assert.deepEqual(
    evidence.chains.map(({ ended }) => ended),
    ['blocked', 'blocked'],
  );
});
