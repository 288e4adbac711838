import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { httpEvidence } from '../../evidence/http/schema.ts';
import { testContext } from '../testing/context.ts';
import { probeHttp } from './probe.ts';

/** 0: the connection is reset. */
type Status = number | { status: number; headers: Record<string, string> };

/** Probes site.lab, whose port 80 answers document requests with these statuses in order, repeating the last. */
async function probe(t: TestContext, statuses: readonly Status[], addresses = ['203.0.113.1']) {
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const first = request.url === '/' ? asked.filter((one) => one === '/').length : -1;
    asked.push(request.url ?? '');
    const next = first === -1 ? 404 : (statuses[Math.min(first, statuses.length - 1)] ?? 200);
    const { status, headers } = typeof next === 'number' ? { status: next, headers: {} } : next;
    if (status === 0) return void request.socket.resetAndDestroy();
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(`<title>${status}</title>`);
  };
  const server = createServer(answer);
  t.after(() => server.close());
  const port = await takeFreePort(server);
  const dialMap = new Map(
    addresses.flatMap((one) => [[`${one}:80`, `127.0.0.1:${port}`] as const, [`${one}:443`, '127.0.0.1:1'] as const]),
  );
  const settings = { allowNetworks: ['203.0.113.0/24'], dialMap };
  const context = testContext({ target: { domain: 'site.lab', registrableDomain: 'site.lab' }, settings });
  const hosts = [endpointHost('site.lab', addresses)];
  const evidence = httpEvidence.parse(await probeHttp(context, { hosts }, [1, 1]));
  const final = evidence.exchanges.find(({ id }) => id === evidence.finalDocument);
  const earlier = evidence.exchanges.filter(({ purpose }) => purpose === 'earlier');
  const status = (one: typeof final): number | null => (one?.result.ok === true ? one.result.response.status : null);
  return { asked, evidence, stands: status(final), earlier: earlier.map(status) };
}

for (const error of [400, 404, 500, 502, 503])
  test(`a single ${error} is retried, and the following document counts`, async (t) => {
    const { stands, earlier, evidence } = await probe(t, [error, 200]);
    assert.deepEqual([stands, earlier], [200, [error]]);
    assert.equal(evidence.finalDocument, 'http-apex.1');
  });

test('a connection that is reset once is retried', async (t) => {
  const { stands, earlier } = await probe(t, [0, 200]);
  assert.deepEqual([stands, earlier], [200, [null]]);
});

test('a request that is reset twice is not retried', async (t) => {
  const { asked, stands } = await probe(t, [0]);
  assert.equal(stands, null);
  assert.equal(asked.filter((path) => path === '/').length, 2);
});

test('a lasting error is requested three times, and the last answer counts', async (t) => {
  const { asked, stands, earlier } = await probe(t, [500, 404]);
  assert.deepEqual([stands, earlier], [404, [500, 404]]);
  assert.equal(asked.filter((path) => path === '/').length, 4, 'three times, and once for its nonces');
});

test('a redirect after an error is followed', async (t) => {
  const { stands, evidence } = await probe(t, [500, { status: 302, headers: { Location: '/home' } }]);
  assert.equal(stands, 404);
  assert.deepEqual(evidence.chains.find(({ start }) => start === 'http-apex')?.hops, ['http-apex.1', 'http-apex.2']);
});

test('walls, logins, rate limits and redirects are not retried', async (t) => {
  for (const status of [401, 403, 429, { status: 503, headers: { 'Retry-After': '60' } }]) {
    const { asked } = await probe(t, [status, 200]);
    assert.ok(asked.filter((path) => path === '/').length <= 2, JSON.stringify(status));
  }
});

test('a rate limit after an error ends the requests, and hides the site', async (t) => {
  const { stands, asked } = await probe(t, [500, 429]);
  assert.equal(stands, 429);
  assert.equal(asked.filter((path) => path === '/').length, 2);
});

test('a temporary error at one of several addresses is not a difference', async (t) => {
  const { evidence } = await probe(t, [200, 500, 200], ['203.0.113.1', '203.0.113.2']);
  const statuses = evidence.addresses?.map(({ exchange }) => {
    const result = evidence.exchanges.find(({ id }) => id === exchange)?.result;
    return result?.ok === true ? result.response.status : null;
  });
  assert.deepEqual(statuses, [200, 200]);
});
