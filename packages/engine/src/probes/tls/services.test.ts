import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import type { TlsService } from '../../evidence/tls/schema.ts';
import type { DialTarget } from '../../net/dialer.ts';
import type { ProbeContext } from '../probe.ts';
import { publishedPorts } from '../ports.ts';
import { testContext } from '../testing/context.ts';
import { createCertificateStore } from '../../pki/context/certificate-store.ts';
import { seen } from '../../evidence/observed.ts';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import type { EndpointPlan } from '../../tls/inventory/endpoint-plan.ts';
import { otherServicesIn } from '../certificates/other-services.ts';
import { scanServices } from './services.ts';

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
  servers.push(server);
  dialMap.set(`${address}:${port}`, `127.0.0.1:${await takeFreePort(server)}`);
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
    socket.on('error', () => {}).on('data', (bytes) => socket.end((bytes[0] ?? 0) >= 0x80 ? hello : Buffer.alloc(0)));
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

const web: EndpointPlan = { address, port: 443, serverName: 'x.example', depth: 'full' };

/** The certificate evidence of the services, where the address's web server answered. */
function certificatesOf(services: TlsService[]) {
  const endpoints = [{ ...goodEndpoint, address }];
  const read = otherServicesIn({ endpoints, otherServices: seen(services) }, createCertificateStore());
  assert.ok(read.known);
  return read.value;
}

test('other ports are scanned with TLS directly or after an upgrade, and refused ones are left out', async () => {
  const context = contextWith(() => null);
  const found = await scanServices(context, [web]);
  assert.deepEqual(
    found.map(({ port, protocol, versions }) => [
      port,
      protocol,
      versions.flatMap(({ version, accepted }) => (accepted.known && accepted.value ? [version] : [])),
    ]),
    [
      [587, 'submission', ['TLSv1.2', 'TLSv1.3']],
      [993, 'imaps', ['TLSv1.2', 'TLSv1.3']],
      [995, 'pop3s', ['SSLv2']],
    ],
  );
  assert.deepEqual([...new Set(found.map(({ depth }) => depth))], ['light']);
  const refused = 6;
  const used = found.reduce((sum, { connections }) => sum + connections, refused);
  assert.equal(context.dialer.opened, used, 'one socket for each port that refuses');

  const certificates = certificatesOf(found);
  assert.deepEqual(
    certificates.map(({ port, names, ssl2, failure }) => [port, names, ssl2, failure]),
    [
      [587, ['mail.example'], { known: true, value: false }, null],
      [993, ['mail.example'], { known: true, value: false }, null],
      [995, ['mail.example'], { known: true, value: true }, null],
    ],
  );
  assert.equal(new Set(certificates.map(({ spkiSha256 }) => spkiSha256)).size, 1);
});

test('services on an address without an answering web server are not compared with it', async () => {
  const endpoints = [
    {
      ...goodEndpoint,
      address,
      unreachable: { reason: 'timeout' as const, gap: 'words-kept' as const, values: ['No answer'] },
    },
  ];
  const services: TlsService[] = [{ ...goodEndpoint, address, port: 993, protocol: 'imaps' }];
  const read = otherServicesIn({ endpoints, otherServices: seen(services) }, createCertificateStore());
  assert.deepEqual(read, seen([]));
});

test('only published ports are scanned, and none for an opted-out host', async () => {
  const scanned = new Set<number>();
  const context = contextWith(({ host, port }) => {
    scanned.add(port);
    return host === 'x.example' ? host : null;
  });
  const found = await scanServices(context, [web]);
  assert.equal(context.dialer.opened, 0);
  assert.deepEqual([...new Set(certificatesOf(found).map(({ failure }) => failure?.reason))], ['blocked']);
  const published = publishedPorts.filter(({ mode }) => mode === 'deep').map(({ port }) => port);
  assert.deepEqual(
    [...scanned].toSorted((a, b) => a - b),
    published,
  );
});
