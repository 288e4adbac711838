import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { DialTarget } from '../../net/dialer.ts';
import type { ProbeContext } from '../probe.ts';
import { publishedPorts } from '../ports.ts';
import { testContext } from '../testing/context.ts';
import { createCertificateStore } from '../../pki/facts/certificate-store.ts';
import { findOtherServices } from './other-services.ts';

const address = '192.0.2.10';
const folder = mkdtempSync(path.join(tmpdir(), 'services-'));
const servers: Server[] = [];
const dialMap = new Map<string, string>();

/** SERVER-HELLO of SSL 2.0 with a certificate and no cipher kinds (draft-hickman-netscape-ssl-00 section 5.6). */
function serverHello2(certificate: Buffer): Buffer {
  const head = Buffer.from([0, 0, 4, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(0x8000 | (11 + certificate.length), 0);
  head.writeUInt16BE(certificate.length, 7);
  return Buffer.concat([head, certificate]);
}

async function listen(server: Server, port: number): Promise<void> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port: real } = server.address() as AddressInfo;
  dialMap.set(`${address}:${port}`, `127.0.0.1:${real}`);
}

before(async () => {
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-subj', '/CN=x'];
  execFileSync('openssl', [...request, '-addext', 'subjectAltName=DNS:mail.example', ...files], { stdio: 'ignore' });
  const key = readFileSync(path.join(folder, 'key.pem'));
  const cert = readFileSync(path.join(folder, 'certificate.pem'));
  await listen(
    createTlsServer({ key, cert }).on('tlsClientError', () => {}),
    993,
  );
  const mail = createServer((socket) => {
    socket.on('error', () => {}).write('220 mail.example\r\n');
    socket.on('data', (bytes) => {
      const line = bytes.toString('latin1');
      if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 STARTTLS\r\n');
      if (!line.startsWith('STARTTLS')) return;
      socket.removeAllListeners('data').write('220 Go ahead\r\n');
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {});
    });
  });
  await listen(mail, 587);
  const { raw } = new X509Certificate(cert);
  const hello = serverHello2(raw);
  const ancient = createServer((socket) => {
    socket.on('error', () => {}).on('data', (bytes) => socket.end(bytes[2] === 1 ? hello : Buffer.alloc(0)));
  });
  await listen(ancient, 995);
});

after(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

function contextWith(refuses: (target: DialTarget) => string | null): ProbeContext {
  for (const port of [25, 465, 143, 110, 21, 990]) dialMap.set(`${address}:${port}`, '127.0.0.1:1');
  return testContext({
    target: { domain: 'x.example', scanMode: 'deep' },
    settings: { allowNetworks: ['192.0.2.0/24'], dialMap },
    dialer: { refuses },
  });
}

const endpoint: Pick<TlsEndpoint, 'address' | 'serverName' | 'unreachable'> = {
  address,
  serverName: 'x.example',
  unreachable: null,
};

test('other ports show their certificates, by TLS at once or after an upgrade, and whether they speak SSL 2.0', async () => {
  const context = contextWith(() => null);
  const found = await findOtherServices(context, createCertificateStore(), [endpoint]);
  assert.deepEqual(
    found.map(({ port, protocol, names, ssl2, failure }) => [port, protocol, names, ssl2, failure?.reason ?? null]),
    [
      [587, 'submission', ['mail.example'], { known: true, value: false }, null],
      [993, 'imaps', ['mail.example'], { known: true, value: false }, null],
      [995, 'pop3s', ['mail.example'], { known: true, value: true }, null],
    ],
  );
  assert.equal(new Set(found.map(({ spkiSha256 }) => spkiSha256)).size, 1);
});

test('no other port than the published ones is asked, and none for a host whose owner opted out', async () => {
  const asked = new Set<number>();
  const context = contextWith(({ host, port }) => {
    asked.add(port);
    return host === 'x.example' ? host : null;
  });
  const found = await findOtherServices(context, createCertificateStore(), [endpoint]);
  assert.equal(context.dialer.opened, 0);
  assert.deepEqual([...new Set(found.map(({ failure }) => failure?.reason))], ['blocked']);
  const published = publishedPorts.filter(({ mode }) => mode === 'deep').map(({ port }) => port);
  assert.deepEqual(
    [...asked].toSorted((a, b) => a - b),
    published,
  );
});
