import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { after, before, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { parseResponseHead } from '@perimeter/protocols/http/message-head';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { createDialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import type { Resolver } from '../resolver/resolver.ts';
import { createFetch } from './fetch.ts';
import { createHostLookup } from './hosts.ts';
import { httpLimits } from './limits.ts';
import { createRequestBudget } from './session/request-budget.ts';
import { createSessions } from './session/sessions.ts';
import { followRedirects, nextUrl } from './redirects.ts';
import { detailOf } from '../../evidence/failure-text.ts';

const never = new AbortController().signal;

/** The site is 203.0.113.1 in an allowed range, mapped to loopback, which stays forbidden. */
const siteAddress = '203.0.113.1';
const guard = createGuard({ allowNetworks: ['203.0.113.0/24'], ownAddresses: [] });

const zone: Readonly<Record<string, string[]>> = {
  'site.lab': [siteAddress],
  'other.lab': [siteAddress],
  'inside.lab': ['127.0.0.1', '10.0.0.1', '::1'],
  'metadata.lab': ['169.254.169.254'],
  'mixed.lab': ['127.0.0.1', siteAddress],
  'two.lab': ['203.0.113.2', siteAddress],
};

/** A resolver that answers from a table. */
const resolver: Pick<Resolver, 'query'> = {
  query: async (name, type): Promise<DnsAnswer> => {
    const family = type === 'AAAA';
    const addresses = (zone[name] ?? []).filter((address) => address.includes(':') === family);
    return {
      name,
      type,
      status: addresses.length > 0 ? 'answer' : 'nodata',
      authenticated: false,
      transport: 'udp',
      cnames: [],
      records: addresses.map((data) => ({ name, type, ttl: 60, data })),
      extendedErrors: [],
    };
  },
};

let canaryConnections = 0;
const canary = createTcpServer(() => (canaryConnections += 1));
let canaryPort = 0;
const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(
    `${request.headers.host}${request.url}${request.headers.cookie === undefined ? '' : ` with ${request.headers.cookie}`}`,
  );
  const url = new URL(request.url ?? '/', 'http://site.lab');
  const to = url.searchParams.get('to');
  const count = Number(url.searchParams.get('count'));
  if (url.pathname === '/busy') response.writeHead(503, { 'Retry-After': '60' });
  else if (url.pathname === '/limited') response.writeHead(429, { 'Retry-After': '60' });
  else if (url.pathname === '/self') response.writeHead(301, { Location: '/there' });
  else if (url.pathname === '/there') response.writeHead(301, { Location: 'http://site.lab/self#again' });
  else if (url.pathname === '/wants-cookie' && request.headers.cookie !== 'seen=1') {
    response.writeHead(302, { Location: '/wants-cookie', 'Set-Cookie': 'seen=1; Path=/' });
  } else if (url.searchParams.has('count')) response.writeHead(302, { Location: `/?count=${count + 1}` });
  else if (to !== null) response.writeHead(302, { Location: Buffer.from(to).toString('latin1') });
  else response.writeHead(200, { 'Content-Type': 'text/plain' });
  response.end('ok');
});
let sitePort = 0;

before(async () => {
  sitePort = await takeFreePort(site);
  canaryPort = await takeFreePort(canary);
});
after(() => {
  site.close();
  canary.close();
});

function follow(start: string) {
  const dialMap = new Map([
    [`${siteAddress}:80`, `127.0.0.1:${sitePort}`],
    ['203.0.113.2:80', '127.0.0.1:1'],
  ]);
  const dialer = createDialer({ guard, dialMap, signal: never });
  const sessions = createSessions();
  const client = { dialer, userAgent: 'Test/1', limits: httpLimits, signal: never, sessions, limited: new Map() };
  const lookup = createHostLookup({ guard, resolver, signal: never });
  const started = { started: new Map(), asked: new Map(), unreachable: new Set<string>() };
  const fetch = createFetch(client, lookup, { ...started, sessions, requests: createRequestBudget() });
  return { dialer, fetch, chain: followRedirects(fetch, new URL(start)) };
}
const to = (location: string): string => `http://site.lab/?to=${encodeURIComponent(location)}`;

test('relative and absolute redirects are followed to the end', async () => {
  const { hops, ended } = await follow(to('//other.lab/a?to=%2Fb')).chain;
  assert.equal(ended, 'final');
  assert.deepEqual(
    hops.map((hop) => hop.exchange.facts.url),
    [to('//other.lab/a?to=%2Fb'), 'http://other.lab/a?to=%2Fb', 'http://other.lab/b'],
  );
  assert.deepEqual(
    hops.map((hop) => hop.exchange.facts.address),
    [siteAddress, siteAddress, siteAddress],
  );
});

const inside = [
  'http://127.0.0.1:PORT/',
  'http://0x7f.1:PORT/',
  'http://2130706433:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://0:PORT/',
  'http://inside.lab:PORT/',
  'http://inside.lab.:PORT/',
  'http://metadata.lab/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://①②⑦.⓪.⓪.①:PORT/',
];
for (const location of inside) {
  test(`a redirect to ${location} is blocked before any packet`, async () => {
    const { chain, dialer } = follow(to(location.replace('PORT', String(canaryPort))));
    const { hops, ended } = await chain;
    assert.equal(ended, 'blocked');
    const last = hops.at(-1)?.exchange.facts.result;
    assert.equal(last?.ok === false && last.failure.reason, 'blocked');
    assert.equal(dialer.opened, 1);
    assert.equal(canaryConnections, 0);
  });
}

for (const location of [
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  'http://',
  'http://site.lab:22/',
  'http://site.lab:6379999/',
  'http://a b/',
  'ftp://site.lab/',
  '',
]) {
  test(`a redirect to ${JSON.stringify(location)} is not followed`, async () => {
    const { chain, dialer } = follow(`http://site.lab/?to=${encodeURIComponent(location)}`);
    assert.equal((await chain).ended, 'bad-location');
    assert.equal(dialer.opened, 1);
  });
}

test('only the allowed one of several addresses is used', async () => {
  const { hops, ended } = await follow('http://mixed.lab/').chain;
  assert.equal(ended, 'final');
  assert.equal(hops[0]?.exchange.facts.address, siteAddress);
});

test('after a refused connection the next address is used, and the result is remembered', async () => {
  const { chain, fetch } = follow('http://two.lab/');
  const { hops } = await chain;
  assert.equal(hops[0]?.exchange.facts.address, siteAddress);
  assert.deepEqual(
    hops[0]?.attempts.map(({ facts }) => facts.result.ok === false && facts.result.failure.reason),
    ['refused'],
  );
  const again = await fetch(new URL('http://two.lab/again'));
  assert.equal(again.attempts.length, 0);
});

test('a chain that returns to a URL is a loop, after one request to each', async () => {
  const { hops, ended } = await follow('http://site.lab/self').chain;
  assert.equal(ended, 'loop');
  assert.deepEqual(
    hops.map((hop) => hop.exchange.facts.url),
    ['http://site.lab/self', 'http://site.lab/there'],
  );
});

test('a redirect that only requires its cookie is not a loop', async () => {
  asked.length = 0;
  const { hops, ended } = await follow('http://site.lab/wants-cookie').chain;
  assert.equal(ended, 'final');
  assert.deepEqual(asked, ['site.lab/wants-cookie', 'site.lab/wants-cookie with seen=1']);
  assert.match(hops[1]?.exchange.facts.requestHead ?? '', /^Cookie: seen=<redacted 1 bytes>\r$/m);
});

test('eleven redirects are one too many', async () => {
  const { hops, ended } = await follow('http://site.lab/?count=0').chain;
  assert.equal(ended, 'too-many-redirects');
  assert.equal(hops.length, 11);
});

test('after 503 with Retry-After the origin receives no more requests, but the same host over https does', async () => {
  const { chain, fetch } = follow('http://site.lab/busy');
  assert.equal((await chain).ended, 'final');
  const again = (await fetch(new URL('http://site.lab/again'))).exchange.facts.result;
  assert.equal(!again.ok && detailOf(again.failure), 'http://site.lab answered 503 before');
  const secure = (await fetch(new URL('https://site.lab/'))).exchange.facts.result;
  assert.notEqual(!secure.ok && secure.failure.reason, 'rate-limited');
});

test('after 429 the origin receives no more requests, and its budget is halved', async () => {
  const { chain, fetch, dialer } = follow('http://site.lab/limited');
  assert.equal((await chain).ended, 'final');
  const next = await fetch(new URL('http://site.lab/more'));
  const { result } = next.exchange.facts;
  assert.equal(result.ok === false && result.failure.reason, 'rate-limited');
  assert.equal(dialer.opened, 1);
  assert.equal(dialer.budget({ address: siteAddress, port: 80 }).maxOpen, 4);
});

test('a name without address fails', async () => {
  const { hops, ended } = await follow('http://nowhere.lab/').chain;
  assert.equal(ended, 'failed');
  const result = hops[0]?.exchange.facts.result;
  assert.equal(result?.ok === false && result.failure.reason, 'unreachable');
});

const headOf = (lines: string) => parseResponseHead(Buffer.from(`HTTP/1.1 301 Moved\r\n${lines}\r\n`, 'utf8'));
const from = new URL('https://site.lab/a/b');
test('Location is parsed as in browsers', () => {
  const next = (lines: string) => {
    const found = nextUrl(headOf(lines), from);
    return found.kind === 'url' ? found.url.href : found.kind;
  };
  assert.equal(next('Location: c\r\n'), 'https://site.lab/a/c');
  assert.equal(next('Location: /ü#x\r\n'), 'https://site.lab/%C3%BC');
  assert.equal(next('Location: https://u:p@site.lab/\r\n'), 'https://site.lab/');
  assert.equal(next('Location: \\\\evil.lab/x\r\n'), 'https://evil.lab/x');
  assert.equal(next('Location: /a\r\nLocation: /a\r\n'), 'https://site.lab/a');
  assert.equal(next('Location: /a\r\nLocation: /b\r\n'), 'bad-location');
  assert.equal(next(''), 'final');
});
