import assert from 'node:assert/strict';
import { type RequestListener, type Server, createServer } from 'node:http';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { isWalledOff, wallOf } from '../../evidence/http/wall.ts';
import { type HttpExchange, httpEvidence } from '../../evidence/http/schema.ts';
import { testContext } from '../testing/context.ts';
import { probeHttp } from './probe.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  return takeFreePort(server);
}

type Hosts = EndpointsEvidence['hosts'];
const host = (name: string, status: Hosts[number]['status'] = 'exists'): Hosts[number] =>
  endpointHost(name, status === 'exists' ? ['203.0.113.1'] : [], { status });

const socketOf = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** Probes a target with the given server on port 80 of every address except the dead ones; port 443 is closed. */
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
  const target = { domain, registrableDomain: 'site.lab' };
  const context = testContext({ target, settings: { allowNetworks, dialMap } });
  const evidence = await probeHttp(context, { hosts });
  return { evidence: httpEvidence.parse(evidence), opened: context.dialer.opened };
}

test("a page's facts are read once for equal bodies, whatever its comments contain", async () => {
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
      ['missing', 1, 'origin'],
    ],
  );
  const marks = evidence.exchanges.map(({ result }) => result.ok && result.response.body.byteOrderMark);
  assert.ok(marks.filter(Boolean).length >= 2);
});

test('a response without markup has no page facts', async () => {
  const { evidence } = await probe([host('site.lab')], (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('"<input type=password>"');
  });
  assert.deepEqual(evidence.pages, []);
});

test('both hosts over both schemes: shared exchanges are made and stored once, with stable ids', async () => {
  const asked: string[] = [];
  const { evidence } = await probe([host('site.lab'), host('www.site.lab')], (request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.headers.host === 'site.lab') response.writeHead(301, { Location: 'http://www.site.lab/' });
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end('<title>Site</title>');
  });
  assert.deepEqual(asked.slice(0, 3).toSorted(), ['site.lab/', 'www.site.lab/', 'www.site.lab/robots.txt']);
  assert.deepEqual(evidence.chains.map(({ start, hops, ended }) => `${start}: ${hops.join(' ')} ${ended}`).toSorted(), [
    'http-apex: http-apex.1 http-apex.2 final',
    'http-www: http-apex.2 final',
    'https-apex: https-apex.1 failed',
    'https-www: https-www.1 failed',
  ]);
  const hops = evidence.exchanges.filter(({ purpose }) => purpose === 'start');
  assert.equal(hops.length, 4);
  assert.equal(evidence.finalDocument, 'http-apex.2');
  assert.equal(isWalledOff(evidence), false);
});

test("a redirect's host is looked up and recorded, the target's hosts are known", async () => {
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

test('www is skipped where it does not exist, and where the target is one', async () => {
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

test('the final document is requested once at each address of its host, at most four per family', async () => {
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
  // One request in the chain, one at each further living address, and one more at the document's, for its nonces.
  const documents = asked.filter((one) => one.includes('?') || one.endsWith('/'));
  assert.deepEqual(documents, ['site.lab/', ...Array(5).fill('site.lab/home?token=secret')]);
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

test('behind a wall no further address is requested', async () => {
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

test('a target with only forbidden addresses ends as blocked', async () => {
  const inside: Hosts = [{ ...host('site.lab'), addresses: [{ address: '10.0.0.1', family: 4, allowed: false }] }];
  const { evidence, opened } = await probe(inside, (_request, response) => response.end());
  assert.equal(opened, 0);
  assert.deepEqual(
    evidence.chains.map(({ ended }) => ended),
    ['blocked', 'blocked'],
  );
});

const html = { 'Content-Type': 'text/html' };

test('around the document, robots.txt, the document, a nonexistent path and security.txt are requested', async () => {
  const asked: string[] = [];
  const { evidence, opened } = await probe([host('site.lab')], (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/') response.writeHead(200, html).end('<title>Site</title>');
    else if (request.url === '/.well-known/security.txt') response.writeHead(302, { Location: '/security.txt' }).end();
    else if (request.url === '/security.txt')
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Contact: x');
    else response.writeHead(404, html).end('<title>No</title><input type=hidden value=opensesame>');
  });
  const around = evidence.exchanges.filter(({ purpose }) => purpose !== 'start');
  assert.deepEqual(
    around.map(({ id, purpose, result }) => [id, purpose, result.ok && result.response.status]),
    [
      ['robots', 'robots', 404],
      ['again', 'again', 200],
      ['missing', 'missing', 404],
      ['security-txt', 'security-txt', 302],
      ['security-txt.2', 'security-txt', 200],
    ],
  );
  assert.equal(asked[1], 'GET /robots.txt');
  assert.match(asked.find((one) => /GET \/[0-9a-f]{12}$/.test(one)) ?? '', /^GET/);
  assert.equal(evidence.robotsBar, false);
  const texts = around.map(({ result }) => (result.ok ? result.response.body.text : undefined));
  assert.deepEqual(
    texts.map((text) => text !== null),
    [false, false, true, false, true],
  );
  assert.ok(!JSON.stringify(evidence).includes('opensesame'));
  // One refused connection to port 443, and at most three to port 80.
  assert.ok(opened <= 4, String(opened));
});

test("security.txt redirects are followed like a document's, on the target's hosts only", async () => {
  const follow = async (end: string): Promise<string[]> => {
    const { evidence } = await probe([host('site.lab'), host('other.example')], (request, response) => {
      const [, hop] = /security\.txt(?:\?(\d))?$/.exec(request.url ?? '') ?? [];
      if (request.url === '/') response.writeHead(200, html).end('<title>Site</title>');
      else if (request.url?.includes('security.txt') !== true) response.writeHead(404).end();
      else if (hop === '3') response.writeHead(302, { Location: end }).end();
      else response.writeHead(302, { Location: `/security.txt?${Number(hop ?? 0) + 1}` }).end();
    });
    return evidence.exchanges.filter(({ purpose }) => purpose === 'security-txt').map(({ url }) => new URL(url).href);
  };
  const hops = ['.well-known/security.txt', 'security.txt?1', 'security.txt?2', 'security.txt?3'].map(
    (path) => `http://site.lab/${path}`,
  );
  assert.deepEqual(await follow('/'), [...hops, 'http://site.lab/']);
  assert.deepEqual(await follow('http://other.example/security.txt'), hops);
  assert.deepEqual(await follow('/security.txt?1'), hops);
});

test('the nonexistent path depends only on the seed', async () => {
  const paths: (string | undefined)[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { evidence } = await probe([host('site.lab')], (_request, response) => void response.end('x'));
    paths.push(evidence.exchanges.find(({ purpose }) => purpose === 'missing')?.url);
  }
  assert.match(paths[0] ?? '', /^http:\/\/site\.lab\/[0-9a-f]{12}$/);
  assert.equal(paths[0], paths[1]);
});

test('a site whose robots.txt excludes the audit receives no more requests', async () => {
  const asked: string[] = [];
  const { evidence } = await probe([host('site.lab')], (request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('User-agent: PerimeterAudit\nDisallow: /\n');
  });
  assert.deepEqual(asked, ['/', '/robots.txt']);
  assert.equal(evidence.robotsBar, true);
});

test('around a foreign document nothing is requested', async () => {
  const asked: string[] = [];
  const { evidence } = await probe([host('site.lab'), host('other.example')], (request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.headers.host === 'site.lab') response.writeHead(301, { Location: 'http://other.example/' }).end();
    else response.writeHead(200, html).end('<title>Other</title>');
  });
  assert.deepEqual(asked, ['site.lab/', 'other.example/']);
  assert.deepEqual(
    evidence.exchanges.map(({ purpose }) => purpose),
    ['start', 'start', 'redirect-host'],
  );
  assert.equal(evidence.robotsBar, undefined);
});

test('the apex of a www target is a sibling: its chains do not belong to the site', async () => {
  const { evidence } = await probe(
    [host('www.site.lab'), host('site.lab')],
    (request, response) => {
      if (request.headers.host === 'site.lab') response.writeHead(301, { Location: 'http://www.site.lab/' }).end();
      else response.writeHead(200, html).end('<title>Site</title>');
    },
    { domain: 'www.site.lab' },
  );
  assert.deepEqual(
    evidence.chains.map(({ start }) => start),
    ['https-apex', 'http-apex'],
  );
  assert.deepEqual(evidence.siblings, [
    { start: 'https-sibling', ended: 'failed', hops: ['https-sibling.1'] },
    { start: 'http-sibling', ended: 'final', hops: ['http-sibling.1', 'http-apex.1'] },
  ]);
  assert.equal(evidence.exchanges.find(({ id }) => id === 'http-sibling.1')?.purpose, 'sibling');
  assert.equal(evidence.finalDocument, 'http-apex.1');
});

test('cookies are stored as facts, and texts of other documents are not stored', async () => {
  const { evidence } = await probe([host('site.lab'), host('www.site.lab')], (request, response) => {
    const headers = { ...html, 'Set-Cookie': ['sid=opensesame; Path=/; Secure', 'theme='] };
    response.writeHead(200, headers).end(`<title>${request.headers.host}</title>`);
  });
  const [apex, www] = ['http-apex.1', 'http-www.1'].map((id) => evidence.exchanges.find((one) => one.id === id));
  assert.deepEqual(
    apex?.setCookies?.map(({ name, valueBytes, shape, line }) => [name, valueBytes, shape.kind, line]),
    [
      ['sid', 10, 'opaque', 'sid=<10 characters>; Path=/; Secure'],
      ['theme', 0, 'empty', 'theme='],
    ],
  );
  assert.ok(!JSON.stringify(evidence).includes('opensesame'));
  const body = (one: HttpExchange | undefined) => (one?.result.ok === true ? one.result.response.body : null);
  assert.equal(body(apex)?.text, '<title>site.lab</title>');
  assert.deepEqual([body(www)?.text, body(www)?.characters], [null, 27]);
  assert.deepEqual(
    evidence.pages.map(({ title }) => title),
    ['site.lab', 'www.site.lab', 'site.lab'],
  );
});

test('a wall is detected by its text, although the text is not stored', async () => {
  const { evidence } = await probe([host('site.lab'), host('www.site.lab')], (_request, response) => {
    response.writeHead(503, html).end('<title>Just a moment...</title>');
  });
  for (const { result } of evidence.exchanges.filter((one) => one.result.ok)) {
    assert.ok(result.ok);
    assert.deepEqual(result.response.wall, {
      kind: 'challenge',
      sign: 'Cloudflare, "<title>just a moment..." in the page',
    });
    assert.deepEqual(wallOf(result.response), result.response.wall);
  }
  assert.equal(isWalledOff(evidence), true);
});
