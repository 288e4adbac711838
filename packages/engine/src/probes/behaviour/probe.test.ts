import assert from 'node:assert/strict';
import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { type BehaviourEvidence, behaviourEvidence } from '../../evidence/behaviour/schema.ts';
import { behaviourSection } from '../../evidence/behaviour/section.ts';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { probeHttp } from '../http/probe.ts';
import { testContext } from '../testing/context.ts';
import { probeBehaviour } from './probe.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const around = /^\/(?:robots\.txt|\.well-known\/security\.txt|[0-9a-f]{12})$/;

/** The evidence of both probes for a site at port 80, and the requests of the second. */
async function look(answer: RequestListener, addresses = ['203.0.113.1']) {
  const asked: string[] = [];
  let isSecond = false;
  const server = createServer((request, response) => {
    if (isSecond)
      asked.push(`${request.method} ${request.headers.host} ${request.url} ${request.headers.origin ?? ''}`.trim());
    if (around.test(request.url ?? '')) response.writeHead(404).end();
    else answer(request, response);
  });
  servers.push(server);
  const port = await takeFreePort(server);
  const placeOf = (one: string): string => (one.includes(':') ? `[${one}]` : one);
  const dialMap = new Map(
    addresses.flatMap((one) => [
      [`${placeOf(one)}:80`, `127.0.0.1:${port}`] as const,
      [`${placeOf(one)}:443`, '127.0.0.1:1'] as const,
    ]),
  );
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab' },
    settings: { allowNetworks: ['203.0.113.0/24', '2001:db8:113::/48'], dialMap },
  });
  const http = await probeHttp(context, { hosts: [endpointHost('site.lab', addresses)] });
  isSecond = true;
  const openedBefore = context.dialer.opened;
  const behaviour = behaviourEvidence.parse(await probeBehaviour(context, http));
  return { behaviour, asked, opened: context.dialer.opened - openedBefore };
}

const exchangeOf = ({ exchanges }: BehaviourEvidence, id: string) =>
  exchanges.find((exchange) => exchange.id === id)?.result;
const headersOf = (behaviour: BehaviourEvidence, id: string): Record<string, string> => {
  const result = exchangeOf(behaviour, id);
  return Object.fromEntries(result?.ok === true ? result.response.headers : []);
};

/** A site that trusts any origin and host. */
const careless: RequestListener = (request: IncomingMessage, response) => {
  const { origin, host = '' } = request.headers;
  if (request.method === 'TRACE') {
    response.writeHead(200, { 'Content-Type': 'message/http' });
    response.end(`TRACE / HTTP/1.1\r\n${request.rawHeaders.join('\r\n')}`);
  } else if (request.url === '/crossdomain.xml') {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end('<cross-domain-policy><allow-access-from domain="*"/></cross-domain-policy>');
  } else if (host !== 'site.lab') {
    response
      .writeHead(200, html)
      .end(`<base href="http://${host}/"><link href="http://${host}/" rel=canonical><script src=/a.js></script>`);
  } else {
    const granted =
      origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
    response.writeHead(200, { ...html, 'Alt-Svc': 'h3=":443"; ma=86400', Allow: 'GET, PUT', ...granted });
    response.end('<title>Site</title>');
  }
};

test('a site that trusts any origin and host is detected', async () => {
  const { behaviour, asked, opened } = await look(careless);
  assert.equal(behaviour.url, 'http://site.lab/');
  assert.equal(asked.length, 10);
  assert.deepEqual(
    behaviour.cors.map(({ variant, origin, exchange }) => [
      variant,
      headersOf(behaviour, exchange)['Access-Control-Allow-Origin'] === origin,
    ]),
    ['random', 'null', 'suffix', 'prefix', 'http'].map((variant) => [variant, true]),
  );
  const origins = behaviour.cors.map(({ origin }) => origin);
  assert.match(origins[0] ?? '', /^https:\/\/p[0-9a-f]{11}\.example$/);
  assert.deepEqual(
    origins.slice(1).map((origin) => origin.replace(/p[0-9a-f]{11}/, 'X')),
    ['null', 'https://site.lab.X.example', 'https://xsite.lab', 'http://site.lab'],
  );
  assert.equal(headersOf(behaviour, 'options')['Allow'], 'GET, PUT');
  assert.equal(behaviour.trace?.echoed, true);
  assert.deepEqual(behaviour.hostHeader?.reflectedIn, ['canonical', 'base', 'script']);
  assert.equal(behaviour.crossdomain?.allowsAll, true);
  assert.equal(behaviour.http3.advertised, 'h3=":443"; ma=86400');
  assert.deepEqual(behaviour.families, { ipv4: null, ipv6: null });
  assert.ok(behaviour.exchanges.every(({ result }) => !result.ok || result.response.body.text === null));
  // TRACE and the request with another host use separate connections; the others use kept ones.
  assert.ok(opened <= 4, String(opened));
  const section = behaviourSection({ behaviour });
  assert.deepEqual(
    section?.tables.map(({ caption, rows }) => [caption, rows.length]),
    [
      ['Cross-origin requests', 5],
      ['Other requests', 5],
    ],
  );
  assert.match(JSON.stringify(section), /this origin, with credentials/);
});

test('a site that trusts no origin or host is not reported', async () => {
  const { behaviour } = await look((request, response) => {
    const isPlain = request.method === 'GET' && request.headers.host === 'site.lab' && request.url === '/';
    response.writeHead(isPlain ? 200 : 405, html).end(isPlain ? '<title>Site</title>' : 'no');
  });
  assert.ok(
    behaviour.cors.every(({ exchange }) => headersOf(behaviour, exchange)['Access-Control-Allow-Origin'] === undefined),
  );
  assert.equal(behaviour.trace?.echoed, false);
  assert.deepEqual(behaviour.hostHeader?.reflectedIn, []);
  assert.equal(behaviour.crossdomain?.allowsAll, false);
  assert.equal(behaviour.http3.advertised, null);
});

test("a page that shows the request is no TRACE, and one at the policy file's path is no policy file", async () => {
  const { behaviour } = await look((request, response) => {
    const policy = '&lt;cross-domain-policy> <allow-access-from domain="*"/>';
    response.writeHead(200, html).end(`<title>Site</title><pre>${request.rawHeaders.join(' ')}</pre><p>${policy}</p>`);
  });
  assert.equal(behaviour.trace?.echoed, false);
  assert.equal(behaviour.crossdomain?.allowsAll, false);
});

test('a redirect to the sent host counts as reflection', async () => {
  const { behaviour } = await look((request, response) => {
    if (request.headers.host === 'site.lab') response.writeHead(200, html).end('<title>Site</title>');
    else response.writeHead(301, { Location: `https://${request.headers.host}/` }).end();
  });
  assert.deepEqual(behaviour.hostHeader?.reflectedIn, ['location']);
});

test('the document over both families is compared by its text', async () => {
  const { behaviour } = await look(
    (_request, response) => void response.writeHead(200, html).end('<title>Site</title><p>some words of a page'),
    ['203.0.113.1', '2001:db8:113::1'],
  );
  const { ipv4, ipv6 } = behaviour.families;
  assert.deepEqual([ipv4?.status, ipv4?.title], [200, 'Site']);
  assert.equal(ipv4?.simhash, ipv6?.simhash);
  assert.notEqual(ipv4?.exchange, ipv6?.exchange);
  assert.ok(behaviourSection({ behaviour })?.tables.some(({ caption }) => caption.includes('IPv6')));
});

test('a rate limit ends the requests, and the remaining results are unknown', async () => {
  let count = 0;
  const { behaviour, asked } = await look((request, response) => {
    count += 1;
    response.writeHead(request.headers.origin === undefined && request.method === 'GET' ? 200 : 429, html).end('x');
  });
  assert.ok(count > 0);
  const reasons = behaviour.exchanges.map(({ result }) => (result.ok ? result.response.status : result.failure.reason));
  assert.ok(reasons.includes('rate-limited'), reasons.join());
  assert.ok(asked.length < 10, asked.join('\n'));
});

for (const [what, status, headers, body, notAsked] of [
  ['a wall', 403, html, 'no', 'walled'],
  ['nothing', 301, { Location: 'ftp://x/' }, '', 'no-document'],
] as const) {
  test(`a site that answers with ${what} receives no requests`, async () => {
    const { behaviour, asked } = await look((_request, response) => void response.writeHead(status, headers).end(body));
    assert.equal(behaviour.notAsked, notAsked);
    assert.deepEqual(asked, []);
    assert.equal(behaviourSection({ behaviour }), null);
  });
}
