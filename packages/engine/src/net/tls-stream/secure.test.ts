import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { createSecureServer } from 'node:http2';
import { type Server, createServer as createTcpServer } from 'node:net';
import { after, test } from 'node:test';
import { type TlsOptions, createServer } from 'node:tls';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { signCertificate } from '@perimeter/lab/pki/certificate';
import { createDialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import { exchange } from '../http/exchange.ts';
import { httpLimits } from '../http/limits.ts';
import { netFailed } from '../../evidence/observed.ts';

const never = new AbortController().signal;
const guard = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const der = signCertificate(
  {
    commonName: 'site.lab',
    publicKey,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    role: 'server',
    dnsNames: ['site.lab'],
  },
  { commonName: 'site.lab', key: privateKey },
);
const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
const key = privateKey.export({ type: 'pkcs8', format: 'pem' });

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  return takeFreePort(server);
}

const httpsServer = (options: TlsOptions = {}): Promise<number> =>
  listen(
    createServer({ key, cert, ALPNProtocols: ['http/1.1'], ...options }, (socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nX-SNI: ${String(socket.servername)}\r\n\r\n`));
    }).on('tlsClientError', () => {}),
  );

async function get(port: number, host = 'site.lab', limits = httpLimits) {
  const dialer = createDialer({ guard, dialMap: new Map(), signal: never });
  const client = { dialer, userAgent: 'Test/1', limits, signal: never };
  const done = await exchange(client, {
    method: 'GET',
    url: new URL(`https://${host}:${port}/`),
    address: '127.0.0.1',
  });
  while (dialer.budget({ address: '127.0.0.1', port }).open > 0) await new Promise((resolve) => setImmediate(resolve));
  return done.facts;
}

test('an untrusted certificate is recorded, and the exchange continues', async () => {
  const { tls, result } = await get(await httpsServer());
  assert.deepEqual(tls, {
    protocol: 'TLSv1.3',
    cipher: tls?.cipher,
    alpn: 'http/1.1',
    authorized: false,
    authorizationError: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    certificate: createHash('sha256').update(der).digest('hex'),
  });
  assert.ok(result.ok);
  assert.deepEqual(result.response.headers, [['X-SNI', 'site.lab']]);
});

test('no server name is sent for a host that is an IP address', async () => {
  const { result } = await get(await httpsServer(), '127.0.0.1');
  assert.ok(result.ok);
  assert.deepEqual(result.response.headers, [['X-SNI', 'false']]);
});

test('a server that supports only TLS 1.0 with old signatures is still read', async () => {
  const options: TlsOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' };
  const { tls, result } = await get(await httpsServer(options));
  assert.equal(tls?.protocol, 'TLSv1');
  assert.ok(result.ok);
});

test('an alert ends as tls, and so does another protocol', async () => {
  const ciphers = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' } as const;
  const noneShared = await get(await httpsServer(ciphers));
  assert.equal(noneShared.result.ok === false && noneShared.result.failure.reason, 'tls');
  const plain = await listen(
    createTcpServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad\r\n\r\n')),
  );
  const { result } = await get(plain);
  assert.equal(result.ok === false && result.failure.reason, 'tls');
});

test('a server that refuses http/1.1 in ALPN but supports it is read without ALPN', async () => {
  const { result, tls } = await get(await httpsServer({ ALPNProtocols: ['http/1.0'] }));
  assert.equal(result.ok && result.response.status, 200);
  assert.equal(tls?.alpn, null);
});

/** A server that speaks only HTTP/2, with or without ALPN. */
async function http2Server(options: { alpn: boolean }): Promise<number> {
  if (options.alpn) return await listen(createSecureServer({ key, cert, allowHTTP1: false }).on('error', () => {}));
  const settings = Buffer.from('00001204000000000000030000006400040000ffff000500004000', 'hex');
  return await listen(
    createServer({ key, cert }, (socket) => void socket.on('error', () => {}).end(settings)).on(
      'tlsClientError',
      () => {},
    ),
  );
}

for (const alpn of [true, false]) {
  test(`a server that supports only HTTP/2 is recognized ${alpn ? 'by ALPN' : 'by its first frame'}`, async () => {
    const { result } = await get(await http2Server({ alpn }));
    assert.equal(!result.ok && result.failure.reason, 'http2-only');
  });
}

test('silence in the handshake is a time-out with the name of the step', async () => {
  const silent = await listen(createTcpServer((socket) => void socket.on('error', () => {})));
  const { result } = await get(silent, 'site.lab', { ...httpLimits, tlsMs: 300 });
  assert.deepEqual(result, {
    ok: false,
    failure: netFailed('timeout', 'step-too-long', 'tls-handshake()', 300),
  });
});

test('a connection closed in the handshake is a failure, and does not throw', async () => {
  const closing = await listen(createTcpServer((socket) => void socket.on('error', () => {}).end()));
  const { result } = await get(closing);
  assert.equal(result.ok, false);
});
