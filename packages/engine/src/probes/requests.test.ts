import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { suite, test, type TestContext } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { type ExposedPath, pathFor } from '@perimeter/protocols/exposure/path';
import { deepPaths, publishedPaths, standardPaths } from '@perimeter/protocols/exposure/paths.data';
import { endpointHost } from '../evidence/endpoints/example.ts';
import { probeBehaviour } from './behaviour/probe.ts';
import { probeExposure } from './exposure/probe.ts';
import { probeHttp } from './http/probe.ts';
import { probePage } from './page/probe.ts';
import { type SentRequest, sentRequests } from './requests.data.ts';
import { testContext } from './testing/context.ts';

type Mode = 'standard' | 'deep' | 'deep with authority';

const scripts = Array.from({ length: 10 }, (_, at) => `/s${at}.js`);
const links = ['/about', '/shop', '/logout', '/a', '/b', '/c', '/d'];
const page = `<!doctype html><meta name=generator content="WordPress 6.4"><title>Shop</title>
${scripts.map((src) => `<script src=${src}></script>`).join('')}${links.map((href) => `<a href=${href}>x</a>`).join('')}
<h1>Shop</h1><p>Some words of a shop that sells things to people.</p>`;

interface Sent {
  method: string;
  path: string;
  host: string;
  headers: IncomingMessage['headers'];
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const send = (status: number, type: string, body: string): void =>
    void response.writeHead(status, { 'Content-Type': type, 'X-AspNet-Version': '4.0' }).end(body);
  if (url === '/') return send(200, 'text/html', page);
  if (scripts.includes(url)) return send(200, 'text/javascript', `a();\n//# sourceMappingURL=${url.slice(1)}.map`);
  return send(404, 'text/html', '<h1>Not found</h1>');
}

/** All requests that the probes send to a site. */
async function sentBy(t: TestContext, mode: Mode): Promise<Sent[]> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    sent.push({ method, path: url, host: headers.host ?? '', headers });
    answer(request, response);
  });
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = await takeFreePort(server);
  const scan = {
    scanMode: mode === 'standard' ? ('standard' as const) : ('deep' as const),
    ...(mode === 'deep with authority' ? { authority: true as const } : {}),
  };
  const dialMap = new Map([
    ['203.0.113.1:80', `127.0.0.1:${port}`],
    ['203.0.113.1:443', '127.0.0.1:1'],
  ]);
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab', ...scan },
    settings: { allowNetworks: ['203.0.113.0/24'], dialMap },
  });
  const http = await probeHttp(context, { hosts: [endpointHost('site.lab', ['203.0.113.1'])] }, []);
  const read = await probePage(context, http);
  await probeBehaviour(context, http);
  await probeExposure(context, { http, page: read });
  return sent;
}

/** Values of `{…}` in a published path for this site. */
const places: Readonly<Record<string, string>> = {
  document: '/',
  script: '/s\\d\\.js',
  map: '/s\\d\\.js\\.map',
  linked: '/(?:about|shop|a|b|c|d)',
  random: '[0-9a-z]{12}',
};
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '')}$`);

/** Header lines that distinguish requests for one path. */
const marks: Partial<Record<keyof typeof sentRequests, (sent: Sent) => boolean>> = {
  cors: ({ headers }) => headers.origin !== undefined,
  preflight: ({ headers }) => headers['access-control-request-method'] === 'PUT',
  hostHeader: ({ host }) => host.endsWith('.example'),
};
const isMarked = (sent: Sent): boolean => Object.values(marks).some((mark) => mark(sent));

function matches([id, { method, path }]: [string, SentRequest], sent: Sent): boolean {
  const mark = marks[id as keyof typeof sentRequests];
  if (method !== sent.method || !patternOf(path).test(sent.path)) return false;
  return mark === undefined ? !isMarked(sent) : mark(sent);
}

const listOf = (mode: Mode): readonly ExposedPath[] => [
  ...publishedPaths,
  ...standardPaths,
  ...(mode === 'deep with authority' ? deepPaths : []),
];

const isOfSweep = ({ headers, method }: Sent): boolean => headers.range !== undefined || method === 'POST';
/** The nonexistent paths, whose forms exposed-paths.md describes. */
const baseline = /^\/(?:\.?[0-9a-f]{12}|[0-9a-f]{12}\.php|[0-9a-f]{12}\/)$/;

// Some wait for a site's own budget of requests.
suite('requests of an audit', { concurrency: 8 }, () => {
  for (const mode of ['standard', 'deep', 'deep with authority'] as const)
    test(`${mode}: every request to the site is published, and every published request is sent`, async (t) => {
      const sent = await sentBy(t, mode);
      const rows = Object.entries(sentRequests).filter(([, row]) => mode !== 'standard' || row.mode === 'standard');
      const [swept, others] = [sent.filter(isOfSweep), sent.filter((one) => !isOfSweep(one))];
      for (const one of others)
        assert.ok(
          rows.some((row) => matches(row, one)),
          `${one.method} ${one.path} ${JSON.stringify(one.headers)}`,
        );
      for (const row of rows) {
        const count = others.filter((one) => matches(row, one)).length;
        assert.ok(count > 0, `${row[0]} was not sent`);
        assert.ok(count <= (row[1].most ?? Infinity), `${row[0]} was sent ${count} times`);
      }
      const paths = new Map(
        listOf(mode).map((row) => [`${row.post === undefined ? 'GET' : 'POST'} ${pathFor(row, 'site.lab')}`, row]),
      );
      for (const { method, path } of swept)
        assert.ok(
          paths.has(`${method} ${path}`) || path === '/' || baseline.test(path),
          `${method} ${path} is not published`,
        );
      const asked = new Set(swept.map(({ method, path }) => `${method} ${path}`));
      for (const path of paths.keys()) assert.ok(asked.has(path), `${path} was not sent`);
      assert.ok(!sent.some(({ path }) => path === '/logout'));
    });
});
