import { createServer, type RequestListener } from 'node:http';
import { after } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { endpointHost } from '../../../evidence/endpoints/example.ts';
import { exposureEvidence } from '../../../evidence/exposure/schema.ts';
import { httpLimits } from '../../../net/http/limits.ts';
import { probeHttp } from '../../http/probe.ts';
import { probePage } from '../../page/probe.ts';
import { type ContextOptions, testContext } from '../../testing/context.ts';
import { probeExposure } from '../probe.ts';

/** The secret in test files. */
export const secret = 'Zk8qWv3TnX7yRb2LmD5cHs9J';
/** The document of the site. */
export const page =
  '<!doctype html><title>Shop</title><h1>Shop</h1><p>Some words of a shop that sells things to people.</p>';
const around = /^\/(?:robots\.txt|\.well-known\/security\.txt)$/;

type Change = NonNullable<ContextOptions['target']>;

/**
 * The sweep's evidence of a site at port 80, and its requests; `answer` handles requests other than for the document,
 * `before` is the number of requests by other probes.
 */
export async function look(
  answer: RequestListener,
  document: RequestListener | null = null,
  target: Change = {},
  { before = 0 }: { before?: number } = {},
) {
  const asked: { method: string; url: string; range: string }[] = [];
  let isSweep = false;
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    if (isSweep) asked.push({ method, url, range: headers.range ?? '' });
    if (url === '/' && document !== null) return document(request, response);
    if (url === '/') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    if (around.test(url)) return void response.writeHead(404).end();
    return answer(request, response);
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = await takeFreePort(server);
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab', ...target },
    settings: {
      allowNetworks: ['203.0.113.0/24'],
      dialMap: new Map([
        ['203.0.113.1:80', `127.0.0.1:${port}`],
        ['203.0.113.1:443', '127.0.0.1:1'],
      ]),
    },
  });
  const http = await probeHttp(context, { hosts: [endpointHost('site.lab', ['203.0.113.1'])] });
  const seenPage = await probePage(context, http);
  const { ask } = context.http.probeWith({ ...context, limits: httpLimits, share: 'documents' });
  for (let at = 0; at < before; at += 1) await ask(new URL(`http://site.lab/before-${at}`), '203.0.113.1');
  isSweep = true;
  const openedBefore = context.dialer.opened;
  const exposure = exposureEvidence.parse(await probeExposure(context, { http, page: seenPage }));
  const hits = exposure.results.filter(({ verdict }) => verdict === 'hit').map(({ path }) => path);
  return { exposure, asked, hits, opened: context.dialer.opened - openedBefore };
}

/** The site's not-found answer. */
export const notFound: RequestListener = (_request, response) =>
  void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');

/** A site with these files. */
export const serving =
  (files: Readonly<Record<string, [type: string, body: string]>>): RequestListener =>
  (request, response) => {
    const found = files[request.url ?? ''];
    if (found === undefined) return notFound(request, response);
    return void response.writeHead(200, { 'Content-Type': found[0] }).end(Buffer.from(found[1], 'latin1'));
  };

/** Sends an HTML page. */
export const sent = (response: Parameters<RequestListener>[1], body: string, status = 200): void =>
  void response.writeHead(status, { 'Content-Type': 'text/html' }).end(body);

/** A site with these files, whose server sends requested ranges (RFC 9110 section 14); total: whether it states the file's size. */
export const ranging =
  (files: Readonly<Record<string, [type: string, body: string]>>, total = true): RequestListener =>
  (request, response) => {
    const { 0: type = '', 1: body = '' } = files[request.url ?? ''] ?? [];
    const { 1: first, 2: last } = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (type === '') return notFound(request, response);
    if (first === undefined) return void response.writeHead(200, { 'Content-Type': type }).end(body, 'latin1');
    const part = Buffer.from(body, 'latin1').subarray(Number(first), Number(last) + 1);
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${total ? body.length : '*'}`;
    return void response.writeHead(206, { 'Content-Type': type, 'Content-Range': range }).end(part);
  };
