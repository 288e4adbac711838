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

/** Probes a target whose port 80 is the given server; nothing listens on its port 443. */
async function probe(hosts: Hosts, answer: RequestListener, domain = 'site.lab') {
  const port = await listen(answer);
  const dialMap = new Map([
    ['203.0.113.1:80', `127.0.0.1:${port}`],
    ['203.0.113.1:443', '127.0.0.1:1'],
  ]);
  const context = testContext({ target: { domain }, settings: { allowNetworks: ['203.0.113.0/24'], dialMap } });
  const evidence = await probeHttp(context, { hosts });
  return { evidence: httpEvidence.parse(evidence), opened: context.dialer.opened };
}

test('what a page holds is read once for equal bodies, whatever stands in its comments', async () => {
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

test('an answer that is no markup has no page', async () => {
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
  const itself = await probe([host('www.site.lab')], (_request, response) => response.end(), 'www.site.lab');
  assert.deepEqual(
    itself.evidence.chains.map(({ start }) => start),
    ['https-apex', 'http-apex'],
  );
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
