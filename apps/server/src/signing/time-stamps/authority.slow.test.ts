import { base, options as sample } from '@perimeter/report/testing/sealed-sample';
import { openOpenssl, opensslMissing } from '@perimeter/report/testing/openssl';
import { openAuthorities, responseOf } from '@perimeter/report/testing/time-stamp-authority';
import { createSigner, createSigningRoot } from '@perimeter/report/seal/certificates';
import { sealPdfWithTimeStamp } from '@perimeter/report/seal/seal-pdf';
import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { completedAudit, verifyAt } from '../../testing/completed-audit.ts';
import { firstAccount } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';
import { readTimeStampSettings } from '../../settings/signing.ts';
import { readTimeStampAuthority, stamperOf } from './authority.ts';

const skip = opensslMissing;
const openssl = skip === false ? openOpenssl() : null;
const authorities = openssl === null ? null : openAuthorities(openssl);
const kit = () => authorities ?? assert.fail();
const anchors = (): string => path.join((openssl ?? assert.fail()).folder, 'root.crt');

async function listening(listener: RequestListener): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  const port = await takeFreePort(server);
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/tsr`, asked };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

const reply = { 'content-type': 'application/timestamp-reply' };

/** openssl behind HTTP. */
const honest = (request: IncomingMessage, response: ServerResponse): void =>
  void bodyOf(request).then((query) => response.writeHead(200, reply).end(kit().reply(query)));

const now = Math.floor(Date.now() / 1_000);
const root = await createSigningRoot(now);
const signer = await createSigner(root, now);
const sealing = {
  ...sample,
  sealedAtMs: now * 1_000,
  sealer: { certificate: signer.certificate, chain: [root.certificate], key: signer.key },
};

const authorityAt = (env: Record<string, string>) => {
  const read = readTimeStampSettings({ PERIMETER_TSA_CA: anchors(), ...env });
  if (!read.ok) throw new Error(read.problem);
  return readTimeStampAuthority(read.value) ?? assert.fail();
};
const sealedAt = async (url: string, env: Record<string, string> = {}, patienceMs = 2_000): Promise<Buffer> =>
  sealPdfWithTimeStamp(
    base,
    sealing,
    stamperOf(authorityAt({ PERIMETER_TSA_URL: url, ...env }), sealing.sealedAtMs, patienceMs),
  );

test('a document gets a time stamp of openssl behind HTTP, requested as in RFC 3161', { skip }, async () => {
  const { url, asked } = await listening(honest);
  const pdf = await sealedAt(url);
  const result = verifySealedPdf(pdf, [new X509Certificate(root.certificate)], { timeAuthorities: [kit().root] });
  assert.ok(result.intact, JSON.stringify(result.checks));
  assert.deepEqual(
    asked.map(({ method, url: where, headers }) => [method, where, headers['content-type'], headers.accept]),
    [['POST', '/tsr', 'application/timestamp-query', 'application/timestamp-reply']],
  );
});

test(
  'user information of the URL is sent as HTTP Basic, and the configured policy is requested',
  { skip },
  async () => {
    const { url, asked } = await listening(honest);
    await sealedAt(url.replace('//', '//me%40here:pass%3Aword@'), { PERIMETER_TSA_POLICY: '1.2.3.4.5' });
    const expected = `Basic ${Buffer.from('me@here:pass:word').toString('base64')}`;
    assert.equal(asked[0]?.headers.authorization, expected);
  },
);

const elsewhere = skip === false ? await listening((_, response) => void response.end('here')) : null;
const endless = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, reply);
  for (let sent = 0; sent < 4_096 && !response.destroyed; sent += 1) {
    if (!response.write(Buffer.alloc(65_536, 0x30))) await sleep(1);
  }
};
const dripping = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, reply);
  while (!response.destroyed) {
    response.write('0');
    await sleep(20);
  }
};

const hostile: [string, RequestListener, RegExp][] = [
  [
    'garbage',
    (_, response) => void response.writeHead(200, reply).end('nothing of the kind'),
    /Invalid time-stamp response/,
  ],
  ['an endless body', (_, response) => void endless(response), /more than 65536 bytes/],
  ['a body that drips', (_, response) => void dripping(response), /time-out after 1500 ms/],
  ['nothing at all', () => undefined, /time-out after 1500 ms/],
  ['a connection that ends', (request) => void request.socket.destroy(), /is unreachable/],
  [
    'half of a body',
    (_, response) =>
      void (response.writeHead(200, { ...reply, 'content-length': '9' }),
      response.write('123', () => response.destroy())),
    /is unreachable/,
  ],
  ['an error', (_, response) => void response.writeHead(500).end('no'), /status 500 and content type none/],
  [
    'a page',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    /status 200 and content type text\/html/,
  ],
  [
    'a redirect',
    (_, response) => void response.writeHead(307, { location: elsewhere?.url ?? '' }).end(),
    /is unreachable/,
  ],
  [
    'a refusal',
    (_, response) => void response.writeHead(200, reply).end(responseOf(null, 2)),
    /rejected the request: rejection/,
  ],
  [
    'compressed octets without end',
    (_, response) =>
      void response.writeHead(200, { ...reply, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    /more than 65536 bytes/,
  ],
  [
    'an answer to another question',
    (request, response) =>
      void bodyOf(request).then((query) => {
        const other = Buffer.from(query);
        other[other.length - 4] = (other[other.length - 4] ?? 0) ^ 1;
        response.writeHead(200, reply).end(kit().reply(other));
      }),
    /nonce of the token differs/,
  ],
];

for (const [what, listener, reason] of hostile) {
  test(`an authority that answers with ${what} gives no stamp, and is asked once`, { skip }, async () => {
    const { url, asked } = await listening(listener);
    // Short only in rows that test the time-out; long in others, so that a busy machine does not matter.
    const patienceMs = reason.source.includes('1500 ms') ? 1_500 : 30_000;
    await assert.rejects(sealedAt(url, {}, patienceMs), (error: Error) => {
      assert.ok(error instanceof TimeStampError, String(error));
      assert.match(error.message, reason);
      return true;
    });
    assert.equal(asked.length, 1);
  });
}

test('redirects are not followed', { skip }, () => {
  assert.equal(elsewhere?.asked.length, 0);
});

test('over https the authority is only asked if its TLS certificate is trusted', { skip }, async () => {
  const { read } = openssl ?? assert.fail();
  kit().issue('server', { purpose: 'serverAuth', extensions: ['subjectAltName=IP:127.0.0.1'] });
  const server = createSecureServer({ key: read('server.key'), cert: read('server.crt') }, honest);
  const port = await takeFreePort(server);
  after(() => server.close());
  await assert.rejects(sealedAt(`https://127.0.0.1:${port}/`), /is unreachable: (?:UNABLE|SELF_SIGNED|DEPTH)/);
  const before = getCACertificates();
  setDefaultCACertificates([read('root.crt').toString()]);
  after(() => setDefaultCACertificates(before));
  const pdf = await sealedAt(`https://127.0.0.1:${port}/`, { PERIMETER_TSA_CA: '' });
  assert.ok(verifySealedPdf(pdf, [new X509Certificate(root.certificate)], { timeAuthorities: [kit().root] }).intact);
});

test('invalid settings are reported at start, without quoting credentials', () => {
  const problem = (env: Record<string, string>): string => {
    const read = readTimeStampSettings(env);
    return read.ok ? '' : read.problem;
  };
  assert.deepEqual(readTimeStampSettings({}), { ok: true, value: null });
  assert.match(problem({ PERIMETER_TSA_URL: 'ftp://me:secret@tsa.example' }), /not a URL such as/);
  assert.doesNotMatch(problem({ PERIMETER_TSA_URL: 'ftp://me:secret@tsa.example' }), /secret/);
  assert.match(problem({ PERIMETER_TSA_URL: 'http://tsa.example/' }), /needs PERIMETER_TSA_CA/);
  assert.match(problem({ PERIMETER_TSA_CA: 'file.pem' }), /need PERIMETER_TSA_URL/);
  assert.match(
    problem({ PERIMETER_TSA_URL: 'https://tsa.example/', PERIMETER_TSA_POLICY: 'x' }),
    /must be an object identifier/,
  );
  assert.equal(problem({ PERIMETER_TSA_URL: 'https://tsa.example/' }), '');
  assert.throws(() => authorityAt({ PERIMETER_TSA_URL: 'https://tsa.example/', PERIMETER_TSA_CA: '/nowhere.pem' }), {
    name: 'StartError',
    exitCode: 2,
    message: /PERIMETER_TSA_CA: cannot read \/nowhere.pem/,
  });
  assert.throws(
    () => authorityAt({ PERIMETER_TSA_URL: 'https://tsa.example/', PERIMETER_TSA_CA: import.meta.filename }),
    { name: 'StartError', exitCode: 2, message: /^PERIMETER_TSA_CA: .* contains no PEM certificate$/ },
  );
});

test(
  'the service stamps every document; while the authority fails nothing is sealed, everything else works, and it is not asked again for a while',
  { skip },
  async () => {
    let answering: RequestListener = honest;
    const { url, asked } = await listening((request, response) => answering(request, response));
    const service = await serviceForTests(deterministicEngine(1), {
      PERIMETER_TSA_URL: url,
      PERIMETER_TSA_CA: anchors(),
    });
    const holder = await firstAccount(service);
    const id = await completedAudit(holder, 'stamped.net');
    const pdf = await holder.send('GET', `/api/audit/${id}/report/pdf`);
    assert.equal(pdf.statusCode, 200, pdf.body.slice(0, 300));
    const answer = await verifyAt(service, pdf.rawPayload);
    assert.equal(answer.verdict, 'authentic', JSON.stringify(answer.checks));
    assert.match(answer.timeStamp?.authority ?? '', /CN=authority/);
    assert.deepEqual(answer.registerEntry?.sequence, '1');
    const again = await holder.send('GET', `/api/audit/${id}/report/pdf`);
    assert.ok(again.rawPayload.equals(pdf.rawPayload));
    assert.equal(asked.length, 1, 'a document is stamped once');

    answering = (_, response) => void response.writeHead(503).end();
    const unstamped = await completedAudit(holder, 'unstamped.net');
    for (let round = 0; round < 3; round += 1) {
      const refused = await holder.send('GET', `/api/audit/${unstamped}/report/pdf`);
      assert.equal(refused.statusCode, 503);
      assert.match(refused.body, /time-stamping authority did not respond/);
      assert.equal(refused.headers['retry-after'], '30');
    }
    assert.equal(asked.length, 2);
    assert.equal((await holder.send('GET', `/api/audit/${unstamped}/report`)).statusCode, 200);
    const register = await service.http.inject('/.well-known/perimeter-signing/register.json');
    assert.equal(register.json<{ size: string }>().size, '1', 'nothing but the first document');
  },
);
