import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { get } from 'node:https';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { addressesOf, endpoint } from '../hosts/endpoints.ts';
import { socketAddress } from '../services/service.ts';
import { startLoopbackLab } from './loopback.ts';

const lab = await startLoopbackLab();
after(lab.stop);
/** Several tries: after quick answers, c-ares waits less than this for the next, and a busy machine takes longer. */
const resolver = new Resolver({ timeout: 20_000, tries: 6 });
resolver.setServers([lab.env['PERIMETER_RESOLVERS'] ?? '']);

function dial(host: string, port: number): { host: string; port: number } {
  const map: Record<string, string> = JSON.parse(lab.env['PERIMETER_DIAL_MAP'] ?? '{}');
  const [address = ''] = addressesOf(endpoint(host));
  const [mappedHost = '', mappedPort = ''] = (map[socketAddress(address, port)] ?? '').split(':');
  return { host: mappedHost, port: Number(mappedPort) };
}

function statusOf(host: string): Promise<number | undefined> {
  const ca = readFileSync(lab.env['NODE_EXTRA_CA_CERTS'] ?? '');
  return new Promise((resolve, reject) => {
    const request = get({ ...dial(host, 443), servername: host, ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
  });
}

test('names resolve to the addresses of the table', async () => {
  assert.deepEqual(await resolver.resolve4('good.lab'), [endpoint('good.lab').address]);
  assert.deepEqual(await resolver.resolve4('www.good.lab'), [endpoint('good.lab').address]);
  const [mail] = await resolver.resolveMx('good.lab');
  assert.equal(mail?.exchange, 'mail.good.lab');
});

test('an answer that is too long for UDP comes over TCP', async () => {
  assert.equal((await resolver.resolveTxt('bigtxt.lab')).length, 230);
});

test('missing names, bogus zones, dead delegations and loops each fail in their own way', async () => {
  await assert.rejects(resolver.resolve4('nothing.good.lab'), { code: 'ENOTFOUND' });
  await assert.rejects(resolver.resolve4('bogus.lab'), { code: 'ESERVFAIL' });
  await assert.rejects(resolver.resolve4('lame.lab'), { code: 'ESERVFAIL' });
  await assert.rejects(resolver.resolve4('self.loops.lab'), { code: 'ESERVFAIL' });
});

test('a wildcard covers names that are not there, and a name between two others is empty', async () => {
  assert.deepEqual(await resolver.resolve4('whatever.bad.lab'), [endpoint('bad.lab').address]);
  await assert.rejects(resolver.resolve4('_tcp.mail.good.lab'), { code: 'ENODATA' });
});

test("web sites have certificates that chain to the lab's root", async () => {
  assert.equal(await statusOf('good.lab'), 200);
  assert.equal(await statusOf('teapot.lab'), 418);
  await assert.rejects(statusOf('bad.lab'), { code: 'CERT_HAS_EXPIRED' });
});

test('every port of the table accepts connections on loopback only', async () => {
  for (const row of lab.endpoints) {
    for (const port of row.ports) {
      const at = dial(row.host, port);
      assert.equal(at.host, '127.0.0.1', row.host);
      await new Promise<void>((resolve, reject) => {
        const socket = connect(at, () => {
          socket.destroy();
          resolve();
        });
        socket.on('error', reject);
      });
    }
  }
});
