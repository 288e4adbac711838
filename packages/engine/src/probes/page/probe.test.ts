import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type RequestListener, type Server, createServer } from 'node:http';
import { after, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { type PageEvidence, pageEvidence } from '../../evidence/page/schema.ts';
import { pageSection } from '../../evidence/site/page/section.ts';
import { probeHttp } from '../http/probe.ts';
import { testContext } from '../testing/context.ts';
import { probePage } from './probe.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

const html = { 'Content-Type': 'text/html; charset=utf-8' };

/** The evidence of both probes for a site at port 80, and its received requests. */
async function look(answer: RequestListener, scanMode: 'standard' | 'deep' = 'standard') {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  servers.push(server);
  const port = await takeFreePort(server);
  const dialMap = new Map([
    ['203.0.113.1:80', `127.0.0.1:${port}`],
    ['203.0.113.1:443', '127.0.0.1:1'],
  ]);
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab', scanMode },
    settings: { allowNetworks: ['203.0.113.0/24'], dialMap },
  });
  const http = await probeHttp(context, { hosts: [endpointHost('site.lab', ['203.0.113.1'])] });
  const page = pageEvidence.parse(await probePage(context, http));
  return { http, page, asked, opened: context.dialer.opened, target: context.target };
}

const finalOf = ({ documents }: PageEvidence) => documents.find(({ role }) => role === 'final')?.facts;

/** A test key, assembled here so that secret scanners do not report it. */
const secret = `${'sk_'}live_Qm9vZ2llMTIzNDU2Nzg5MHh5WkFC`;

test('nonces of a policy that exists only in a meta element are read from the second response too', async () => {
  const policy = `<meta http-equiv=Content-Security-Policy content="script-src 'nonce-static'">`;
  const { page } = await look((_request, response) => void response.writeHead(200, html).end(`<head>${policy}</head>`));
  assert.deepEqual([page.again?.nonces, page.again?.policyNonces], [[], ['static']]);
});

test('documents are read as received, scripts of the own origin are fetched, and no key is stored', async () => {
  const script = `pay("${secret}")\n//# sourceMappingURL=app.js.map`;
  let nonce = 0;
  const { page, http, asked, target } = await look(({ url }, response) => {
    if (url === '/') {
      nonce += 1;
      response.writeHead(200, html).end(`<title>Site</title><script nonce=n${nonce}>key = "${secret}"</script>
<script src=/app.js></script><script src=/app.js></script><script src="/b.js?key=0123456789abcdef"></script>
<script src=https://cdn.lab/x.js integrity=sha384-abc crossorigin></script><form><input type=password></form>`);
    } else if (url === '/app.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    else response.writeHead(404, html).end('<title>No</title><form action=/search><input name=q></form>');
  });
  const facts = finalOf(page);
  assert.equal(facts?.title, 'Site');
  assert.deepEqual(
    facts?.secrets.map(({ provider }) => provider),
    ['stripe'],
  );
  assert.deepEqual(
    page.documents.map(({ exchange, role, facts: { forms } }) => [exchange, role, forms.length]),
    [
      ['http-apex.1', 'final', 1],
      ['missing', 'missing', 1],
    ],
  );
  assert.deepEqual([facts?.nonces, page.again?.nonces], [['n1'], ['n2']]);
  assert.deepEqual([page.again?.sameBody, page.again?.sameWithoutNonces], [false, true]);
  assert.deepEqual(
    asked.filter((url) => url.includes('.js')),
    ['/app.js'],
  );
  assert.equal(page.scriptsLeft, 1);
  const [app] = page.scripts;
  assert.ok(app?.answer.known);
  assert.equal(app.answer.value.integrity.sha384, createHash('sha384').update(script).digest('base64'));
  assert.equal(app.answer.value.sourceMap, 'app.js.map');
  assert.equal(app.answer.value.secrets.length, 1);
  const stored = JSON.stringify({ page, http });
  for (let at = 'sk_live_'.length; at + 6 <= secret.length; at += 1)
    assert.ok(!stored.includes(secret.slice(at, at + 6)));
  const section = pageSection({ page, http, target });
  assert.deepEqual(
    section?.tables.map(({ caption }) => caption),
    ['Resources of the page', 'Domains of others', 'Inline code', 'Forms', 'Own scripts'],
  );
  assert.deepEqual(
    section?.figures[0]?.scene.nodes.map(({ label, details, ring }) => [label, details, ring]),
    [
      ['site.lab', ['this site'], undefined],
      ['cdn.lab', ['integrity', 'script'], 'scripts'],
    ],
  );
});

test('at most eight scripts are fetched, over kept connections', async () => {
  const scripts = Array.from({ length: 12 }, (_, index) => `<script src=/${index}.js></script>`).join('');
  const { page, asked, opened } = await look(({ url }, response) => {
    if (url === '/') response.writeHead(200, html).end(scripts);
    else response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('x()');
  });
  assert.equal(asked.filter((url) => url.endsWith('.js')).length, 8);
  assert.deepEqual([page.scripts.length, page.scriptsLeft], [8, 4]);
  assert.ok(opened <= 4, String(opened));
});

const javascript = { 'Content-Type': 'text/javascript' };

test('libraries are recognized in scripts, inline code and URLs', async () => {
  const { page } = await look(({ url }, response) => {
    if (url === '/')
      response.writeHead(200, html).end(`<script src=/a.js></script><script src=/jquery-1.7.1.js></script>
<script src=https://cdn.example/jquery-1.8.0.min.js></script><script>//! moment.js\n//! version : 2.10.6\n</script>`);
    else if (url === '/a.js') response.writeHead(200, javascript).end('/*! jQuery v1.12.4 */');
    else response.writeHead(200, javascript).end('/*! jQuery v1.7.2 */');
  });
  assert.deepEqual(
    page.libraries?.map(({ name, version, by, url }) => [name, version, by, url]),
    [
      ['moment.js', '2.10.6', 'banner', 'http://site.lab/'],
      ['jquery', '1.12.4', 'banner', 'http://site.lab/a.js'],
      // The file's URL has version 1.7.1, but its text takes precedence.
      ['jquery', '1.7.2', 'banner', 'http://site.lab/jquery-1.7.1.js'],
      ['jquery', '1.8.0', 'url', 'https://cdn.example/jquery-1.8.0.min.js'],
    ],
  );
  assert.ok(page.libraries?.[1]?.advisories.some(({ id }) => id === 'CVE-2020-11022'));
  assert.match(page.libraryList?.name ?? '', /^Retire\.js /);
  assert.equal(page.maps, undefined);
});

test('a missing script, or one that browsers cannot decode, is no library', async () => {
  const text = '/*! jQuery v1.7.2 */';
  const { page } = await look(({ url }, response) => {
    const charset = (label: string) => ({ 'Content-Type': `text/javascript; charset=${label}` });
    if (url === '/')
      response
        .writeHead(200, html)
        .end([2, 3, 4, 5].map((last) => `<script src=/jquery-1.7.${last}.js></script>`).join(''));
    else if (url?.endsWith('2.js') === true) response.writeHead(404, html).end(text);
    else if (url?.endsWith('3.js') === true) response.writeHead(200, charset('ISO-2022-KR')).end(text);
    else if (url?.endsWith('4.js') === true) response.writeHead(200, charset('iso-2022-kr')).end(`\uFEFF${text}`);
    else response.writeHead(200, charset('iso-2022-jp')).end(text);
  });
  assert.deepEqual(
    page.libraries?.map(({ version, url }) => [version, url]),
    [
      ['1.7.2', 'http://site.lab/jquery-1.7.4.js'],
      ['1.7.2', 'http://site.lab/jquery-1.7.5.js'],
    ],
  );
});

test('deep audits request source maps, and only valid maps count', async () => {
  const { page } = await look(({ url }, response) => {
    if (url === '/') response.writeHead(200, html).end('<script src=/a.js></script><script src=/b.js></script>');
    else if (url === '/a.js') response.writeHead(200, javascript).end('x()\n//# sourceMappingURL=a.js.map');
    else if (url === '/b.js') response.writeHead(200, javascript).end('x()\n//# sourceMappingURL=b.js.map');
    else if (url === '/a.js.map')
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"version":3,"sources":["a.ts","b.ts"],"sourcesContent":["x"],"mappings":"AAAA"}');
    else response.writeHead(200, html).end('<p>"sources": ["x"], "mappings"');
  }, 'deep');
  assert.deepEqual(
    page.maps?.map(({ url, answer }) => [
      url,
      answer.known && answer.value.sources,
      answer.known && answer.value.hasContent,
    ]),
    [
      ['http://site.lab/a.js.map', 2, true],
      ['http://site.lab/b.js.map', null, false],
    ],
  );
});

test('a script that fails to load is unknown, not absent', async () => {
  const { page } = await look(({ url }, response) => {
    if (url === '/') response.writeHead(200, html).end('<script src=/a.js></script>');
    else if (url === '/a.js') response.destroy();
    else response.writeHead(404).end();
  });
  const [script] = page.scripts;
  assert.equal(script?.answer.known === false && script.answer.failure.reason, 'closed');
});

test('no script is fetched if robots.txt excludes the audit', async () => {
  const { page, asked } = await look(({ url }, response) => {
    if (url === '/') response.writeHead(200, html).end('<script src=/a.js></script>');
    else response.writeHead(200, { 'Content-Type': 'text/plain' }).end('User-agent: PerimeterAudit\nDisallow: /');
  });
  assert.deepEqual(asked, ['/', '/robots.txt']);
  assert.equal(finalOf(page)?.resources.length, 1);
  assert.deepEqual(page.scripts, []);
});

for (const [what, status, headers, body] of [
  ['a challenge', 503, html, '<title>Just a moment...</title>'],
  ['JSON', 200, { 'Content-Type': 'application/json' }, '{}'],
  ['nothing', 204, {}, ''],
] as const) {
  test(`${what} is no page`, async () => {
    const { page, http, target } = await look(
      (_request, response) => void response.writeHead(status, headers).end(body),
    );
    assert.deepEqual(page, { documents: [], again: null, scripts: [], scriptsLeft: 0 });
    assert.equal(pageSection({ page, http, target }), null);
  });
}
