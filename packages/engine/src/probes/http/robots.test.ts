import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { httpEvidence } from '../../evidence/http/schema.ts';
import { testContext } from '../testing/context.ts';
import { probeHttp } from './probe.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

const bar = 'User-agent: PerimeterAudit\nDisallow: /\n';

/** The requests to an http site with these redirects and texts, and whether it excludes the audit. Each path begins with its host. */
async function askWith(
  redirects: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
  type = 'text/plain',
) {
  const asked: string[] = [];
  const server = createServer(({ headers, url = '' }, response) => {
    const place = `${headers.host}${url}`;
    asked.push(place);
    const [to, text] = [redirects[place], texts[place]];
    if (to !== undefined) return void response.writeHead(302, { Location: to }).end();
    if (text !== undefined) return void response.writeHead(200, { 'Content-Type': type }).end(text);
    const isPage = url === '/';
    return void response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html' }).end('<title>Site</title>');
  });
  servers.push(server);
  const port = await takeFreePort(server);
  const hosts = ['site.lab', 'files.site.lab', 'other.example'].map((name) => endpointHost(name, ['203.0.113.1']));
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab' },
    settings: {
      allowNetworks: ['203.0.113.0/24'],
      dialMap: new Map([
        ['203.0.113.1:80', `127.0.0.1:${port}`],
        ['203.0.113.1:443', '127.0.0.1:1'],
      ]),
    },
  });
  const evidence = httpEvidence.parse(await probeHttp(context, { hosts }));
  const robots = evidence.exchanges.filter(({ purpose }) => purpose === 'robots');
  return { asked, bars: evidence.robotsBar, ids: robots.map(({ id }) => id) };
}

const hops = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_none, at) => [
      `site.lab/${at === 0 ? 'robots.txt' : `hop-${at}`}`,
      `/hop-${at + 1}`,
    ]),
  );

for (const count of [1, 5])
  test(`robots.txt behind ${count} redirects excludes the audit, and nothing else is requested`, async () => {
    const { asked, bars, ids } = await askWith(hops(count), { [`site.lab/hop-${count}`]: bar });
    assert.equal(bars, true);
    assert.equal(ids.length, count + 1);
    assert.equal(ids[1], 'robots.2');
    const after = asked.slice(asked.indexOf('site.lab/robots.txt') + 1);
    assert.deepEqual(
      after,
      Array.from({ length: count }, (_none, at) => `site.lab/hop-${at + 1}`),
    );
  });

test('more than five redirects are not followed, and exclude nothing', async () => {
  const { asked, bars } = await askWith(hops(7), { 'site.lab/hop-7': bar });
  assert.equal(bars, false);
  assert.ok(asked.includes('site.lab/hop-5'));
  assert.ok(!asked.includes('site.lab/hop-6'));
});

test('robots.txt is followed to another host of the domain, but not to foreign hosts', async () => {
  const own = await askWith(
    { 'site.lab/robots.txt': 'http://files.site.lab/robots.txt' },
    { 'files.site.lab/robots.txt': bar },
  );
  assert.equal(own.bars, true);
  const other = await askWith(
    { 'site.lab/robots.txt': 'http://other.example/robots.txt' },
    { 'other.example/robots.txt': bar },
  );
  assert.equal(other.bars, false);
  assert.ok(!other.asked.includes('other.example/robots.txt'));
});

for (const type of ['application/octet-stream', 'binary/octet-stream', 'application/x-robots'])
  test(`robots.txt with the type ${type} excludes the audit`, async () => {
    assert.equal((await askWith({}, { 'site.lab/robots.txt': bar }, type)).bars, true);
  });

test('a redirect loop ends the request', async () => {
  const { asked, bars } = await askWith({ 'site.lab/robots.txt': '/a', 'site.lab/a': '/robots.txt' }, {});
  assert.equal(bars, false);
  assert.equal(asked.filter((one) => one === 'site.lab/robots.txt' || one === 'site.lab/a').length, 2);
});
