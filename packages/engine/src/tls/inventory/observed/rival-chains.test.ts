import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { otherCertificate, type Pair } from '../../testing/other-certificate.ts';
import { hasOpenssl, startNode, startRaw } from '../../testing/servers.ts';
import { takeLocal } from '../../testing/take.ts';

const digestOf = (pem: string | Buffer): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

/** A front that leads each connection to one of two servers by the first octets that the client sends. */
async function front(t: TestContext, choose: (hello: Buffer) => 0 | 1, rival: Pair): Promise<TlsEndpoint> {
  const servers = [await startNode(), await startNode(rival)];
  const { port, close } = await startRaw((socket: Socket) => {
    socket.once('data', (hello: Buffer) => {
      const server = connect(servers[choose(hello)]?.port ?? 0, '127.0.0.1');
      for (const [from, to] of [
        [server, socket],
        [socket, server],
      ] as const)
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
      server.write(hello);
      socket.pipe(server).pipe(socket);
    });
  });
  t.after(() => {
    close();
    for (const server of servers) server.close();
  });
  return takeLocal(port);
}

/** supported_versions (43) of a client that has TLS 1.3 (RFC 9846 section 4.3.1). */
const offersTls13 = (hello: Buffer): boolean => {
  const at = hello.indexOf(Buffer.from([0x00, 0x2b, 0x00]));
  return at !== -1 && hello.subarray(at, at + 24).includes(Buffer.from([0x03, 0x04]));
};

const rows: readonly [string, (hello: Buffer) => 0 | 1, browsersGet: ('usual' | 'rival')[]][] = [
  ['clients with TLS 1.3 get another', (hello) => (offersTls13(hello) ? 1 : 0), ['rival']],
  ['clients without TLS 1.3 get another', (hello) => (offersTls13(hello) ? 0 : 1), ['usual']],
];

for (const [name, choose, browsersGet] of rows)
  test(`two certificates of one key type: ${name}`, { skip: !hasOpenssl() }, async (t) => {
    const rival = otherCertificate();
    const digests = { usual: digestOf(serverCertificate.cert), rival: digestOf(rival.cert) };
    const { chains, browserLeaves } = await front(t, choose, rival);
    const shown = chains.map(({ keyType, certificates: [leaf] }) => `${keyType} ${leaf?.sha256}`);
    assert.deepEqual(new Set(shown), new Set([`ec ${digests.usual}`, `ec ${digests.rival}`]));
    assert.ok(browserLeaves?.known === true);
    assert.deepEqual(
      browserLeaves.value,
      browsersGet.map((one) => digests[one]),
    );
  });

test('two certificates by turns: browsers get both', { skip: !hasOpenssl() }, async (t) => {
  const rival = otherCertificate();
  let turn = 0;
  const { browserLeaves } = await front(t, () => ((turn += 1) % 2 === 0 ? 0 : 1), rival);
  assert.ok(browserLeaves?.known === true);
  assert.deepEqual(browserLeaves.value, [digestOf(serverCertificate.cert), digestOf(rival.cert)].toSorted());
});
