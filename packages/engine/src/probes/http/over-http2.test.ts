import assert from 'node:assert/strict';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import { test, type TestContext } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { httpEvidence } from '../../evidence/http/schema.ts';
import { testContext } from '../testing/context.ts';
import { probeHttp } from './probe.ts';

/** The evidence of a site with this server on port 443. */
async function probed(t: TestContext, server: Server) {
  t.after(() => void server.close());
  const port = await takeFreePort(server);
  const dialMap = new Map([
    ['203.0.113.1:80', '127.0.0.1:1'],
    ['203.0.113.1:443', `127.0.0.1:${port}`],
  ]);
  const context = testContext({
    target: { domain: 'site.lab', registrableDomain: 'site.lab' },
    settings: { allowNetworks: ['203.0.113.0/24'], dialMap },
  });
  return httpEvidence.parse(await probeHttp(context, { hosts: [endpointHost('site.lab', ['203.0.113.1'])] }));
}

const hsts = 'max-age=31536000';
const policies = ["default-src 'self'", "script-src 'none'"];

test('the security headers of the document over HTTP/2 are kept, and no others', async (t) => {
  const asked: string[] = [];
  const server = createSecureServer({ ...serverCertificate, allowHTTP1: true }, (request, response) => {
    const isNew = request.httpVersion === '2.0';
    if (isNew) asked.push(`${request.method} ${request.url} ${request.headers['user-agent']}`);
    if (isNew) response.setHeader('Strict-Transport-Security', hsts);
    if (isNew) response.setHeader('Content-Security-Policy', policies);
    response.setHeader('Set-Cookie', 'a=b');
    response.setHeader('Content-Type', 'text/html');
    response.end('x'.repeat(200_000));
  });
  const { http2, exchanges, finalDocument } = await probed(t, server);
  assert.equal(asked.length, 1);
  assert.match(asked[0] ?? '', /^GET \/ \S/);
  const headers = [
    ['strict-transport-security', hsts],
    ...policies.map((policy) => ['content-security-policy', policy]),
  ];
  assert.deepEqual(http2, { known: true, value: { status: 200, headers } });
  const document = exchanges.find(({ id }) => id === finalDocument);
  assert.doesNotMatch(JSON.stringify(document), /max-age/);
});

test('a server that does not select h2 is not asked', async (t) => {
  const { http2 } = await probed(
    t,
    createServer({ ...serverCertificate }, (_, response) => void response.end('x')),
  );
  assert.equal(http2, undefined);
});

test('a server that selects h2 and closes leaves it unknown', async (t) => {
  const server = createSecureServer(
    { ...serverCertificate, allowHTTP1: true },
    (_, response) => void response.end('x'),
  );
  server.on('session', (session) => session.destroy());
  const { http2 } = await probed(t, server);
  assert.equal(http2?.known, false);
});
