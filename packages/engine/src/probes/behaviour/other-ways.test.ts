import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { readServiceRecord, type ServiceRecord } from '@perimeter/protocols/dns/services/record';
import { versionAnswer } from '@perimeter/protocols/quic/testing/version-negotiation';
import { testContext } from '../testing/context.ts';
import { askVersions, http3Place } from './http3.ts';
import { otherWays } from './other-ways.ts';

const own = { host: 'site.lab', address: '203.0.113.1' };
const service = (data: string): ServiceRecord => readServiceRecord(data) ?? assert.fail(data);

test('HTTP/3 is tested where the site itself offers it', () => {
  const rows: [string, string[], string[], ReturnType<typeof http3Place>][] = [
    ['in Alt-Svc', ['h3=":8443"'], [], { ...own, by: 'alt-svc', port: 8443 }],
    ['in Alt-Svc by its own name', ['h3="site.lab:443"'], [], { ...own, by: 'alt-svc', port: 443 }],
    ['in the HTTPS record', [], ['1 . alpn=h2,h3'], { ...own, by: 'https-record', port: 443 }],
    ['in the HTTPS record, at a port', [], ['1 . alpn=h3 port=8443'], { ...own, by: 'https-record', port: 8443 }],
    ['at another host', ['h3="alt.example:443"'], ['1 cdn.example alpn=h3'], null],
    // An answer to a forged source address must not reach another service.
    ['at a port of another service', ['h3=":53"'], ['1 . alpn=h3 port=123'], null],
    ['nowhere', ['h2=":443"'], ['1 . alpn=h2'], null],
  ];
  for (const [what, altSvc, records, expected] of rows)
    assert.deepEqual(http3Place(altSvc, records.map(service), own), expected, what);
});

/** The result for UDP port 443 with this answer. */
async function asked(answer: (datagram: Uint8Array, count: number) => Uint8Array | null) {
  const server = createSocket('udp4');
  let count = 0;
  server.on('message', (datagram, peer) => {
    count += 1;
    const back = answer(datagram, count);
    if (back !== null) server.send(back, peer.port, peer.address);
  });
  const port = await takeFreePort(server);
  const dialMap = new Map([['203.0.113.1:443', `127.0.0.1:${port}`]]);
  const context = testContext({ settings: { allowNetworks: ['203.0.113.0/24'], dialMap } });
  try {
    return { seen: await askVersions(context, { ...own, by: 'alt-svc', port: 443 }), count: () => count };
  } finally {
    server.close();
  }
}

test('a QUIC server returns its versions', async () => {
  const { seen, count } = await asked((datagram) => versionAnswer(datagram, [1]));
  assert.deepEqual(seen.versions, { known: true, value: [1] });
  assert.equal(count(), 1);
});

test('a lost datagram is sent again', async () => {
  const { seen } = await asked((datagram, count) => (count < 2 ? null : versionAnswer(datagram, [1])));
  assert.equal(seen.tries, 2);
  assert.equal(seen.versions.known, true);
});

test('three unanswered datagrams are silence, and no more are sent', async () => {
  const { seen, count } = await asked(() => null);
  assert.equal(seen.tries, 3);
  assert.equal(seen.versions.known ? '' : seen.versions.failure.reason, 'timeout');
  assert.equal(count(), 3);
});

test('a closed port ends the test at once', async () => {
  const context = testContext({
    settings: { allowNetworks: ['203.0.113.0/24'], dialMap: new Map([['203.0.113.1:443', '127.0.0.1:1']]) },
  });
  const { tries, versions } = await askVersions(context, { ...own, by: 'alt-svc', port: 443 });
  assert.equal(tries, 1);
  assert.equal(versions.known ? '' : versions.failure.reason, 'refused');
});

test('an address that the guard refuses receives no datagram', async () => {
  const { versions } = await askVersions(testContext(), { ...own, address: '127.0.0.1', by: 'alt-svc', port: 443 });
  assert.equal(versions.known ? '' : versions.failure.reason, 'blocked');
});

test('a site over http is not tested for alternatives', async () => {
  const at = { url: new URL('http://site.lab/'), address: '203.0.113.1' };
  assert.deepEqual(await otherWays(testContext(), ['h3=":443"'], at), { http3: null, ech: [], alternatives: [] });
});
