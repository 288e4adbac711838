import assert from 'node:assert/strict';
import { type Socket, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { concat, u8, vector24 } from '@perimeter/protocols/bytes';
import { waitSideBySide } from '@perimeter/lab/harness';
import { encodeRecord } from '@perimeter/protocols/tls/records/record';
import { unansweredHellos } from '../../evidence/tls/open-addresses.ts';
import { tlsEvidence, type TlsEndpoint } from '../../evidence/tls/schema.ts';
import { startNode, startRaw } from '../testing/servers.ts';
import { takeLocal } from '../testing/take.ts';

async function against(
  context: TestContext,
  serve: (socket: Socket) => void,
  deadlineMs = 60_000,
): Promise<TlsEndpoint> {
  const { port, close } = await startRaw(serve);
  context.after(close);
  const endpoint = await takeLocal(port, { deadlineMs });
  tlsEvidence.parse({ endpoints: [endpoint] });
  return endpoint;
}

const onHello = (act: (socket: Socket) => void) => (socket: Socket) => void socket.once('data', () => act(socket));
const alert = (level: number, description: number): Uint8Array =>
  encodeRecord(21, 0x0303, Uint8Array.of(level, description));

/** No version may be reported as refused by a server that sent no TLS. */
const nothingConcluded = ({ speaksTls, versions, controlPassed }: TlsEndpoint): void => {
  assert.deepEqual([speaksTls, controlPassed], [false, false]);
  assert.ok(versions.every(({ accepted, complete }) => !accepted.known && !complete));
};

function flood(socket: Socket, record: Uint8Array): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(record)) {
      // Until the buffer is full.
    }
  };
  socket.on('drain', more);
  more();
}

const wordless: Readonly<Record<string, (socket: Socket) => void>> = {
  'random bytes': (socket) => socket.end(Uint8Array.from({ length: 900 }, (_, index) => (index * 89 + 7) % 251)),
  'a page of HTTP': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
  'a record of 65,535 bytes': (socket) => void socket.write(Uint8Array.of(22, 3, 3, 0xff, 0xff)),
  'a handshake message of 16 MiB': (socket) =>
    void socket.write(encodeRecord(22, 0x0303, Uint8Array.of(2, 0xff, 0xff, 0xff))),
  'warnings without end': (socket) => flood(socket, concat(Array.from({ length: 500 }, () => alert(1, 112)))),
  'nothing, and a closed connection': (socket) => void socket.end(),
  'nothing, and a reset': (socket) => void socket.resetAndDestroy(),
};
/** Forwards connections to a server if the judge allows their first bytes. */
const through =
  (behind: number, judge: (hello: Uint8Array) => boolean, refuse = (socket: Socket) => void socket.resetAndDestroy()) =>
  (socket: Socket): void =>
    void socket.once('data', (hello: Uint8Array) => {
      if (!judge(hello)) return refuse(socket);
      const onward = connect(behind, '127.0.0.1', () => onward.write(hello));
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    });

waitSideBySide('hostile servers', () => {
  for (const [name, act] of Object.entries(wordless)) {
    test(`nothing is concluded about a server that answers with ${name}`, async (t) =>
      nothingConcluded(await against(t, onHello(act))));
  }

  test('a closed port is unreachable, and receives at most one connection per version', async () => {
    const { port, close } = await startRaw(() => {});
    close();
    const endpoint = await takeLocal(port);
    assert.deepEqual([endpoint.unreachable?.reason, endpoint.connections], ['refused', 6]);
  });

  test('a server that refuses everything with alerts speaks TLS, without a version', async (t) => {
    const endpoint = await against(
      t,
      onHello((socket) => socket.end(alert(2, 40))),
    );
    assert.equal(endpoint.speaksTls, true);
    assert.ok(endpoint.versions.every(({ accepted }) => accepted.known && !accepted.value));
  });

  test('a certificate with invalid DER keeps its bytes and has the reason', async (t) => {
    const hello = concat([
      u8(2),
      vector24(concat([Uint8Array.of(3, 3), new Uint8Array(32), Uint8Array.of(0, 0, 0x2f, 0)])),
    ]);
    const certificate = concat([u8(11), vector24(vector24(vector24(Uint8Array.of(1, 2, 3))))]);
    const flight = concat([hello, certificate, Uint8Array.of(14, 0, 0, 0)]);
    const endpoint = await against(
      t,
      onHello((socket) => socket.end(encodeRecord(22, 0x0303, flight))),
    );
    const [leaf] = endpoint.chains[0]?.certificates ?? [];
    assert.deepEqual([leaf?.der, typeof leaf?.parseError], ['AQID', 'string']);
  });

  test('the audit’s end ends the probe at once, and unknown facts have the reason', async (t) => {
    const endpoint = await against(t, () => {}, 300);
    nothingConcluded(endpoint);
    assert.ok(endpoint.versions.every(({ accepted }) => !accepted.known && accepted.failure.reason === 'cancelled'));
  });

  test('a server that resets old versions has refused them if a control is answered', async (t) => {
    const { port: behind, close } = await startNode();
    t.after(close);
    // Bytes 9 and 10 are the version in the ClientHello; an SSL 2.0 hello begins with its high length bit.
    const endpoint = await against(
      t,
      through(behind, (hello) => hello[0] === 22 && hello[9] === 3 && hello[10] === 3),
    );
    const refused = endpoint.versions.filter(({ accepted }) => accepted.known && !accepted.value);
    assert.deepEqual(
      refused.map(({ version }) => version),
      ['SSLv2', 'SSLv3', 'TLSv1.0', 'TLSv1.1'],
    );
    const twice = { code: 'closed-twice', values: ['reset'] };
    for (const { evidence } of refused) assert.deepEqual(evidence, twice);
    assert.ok(endpoint.controlPassed);
    assert.ok(endpoint.versions.every(({ complete }) => complete));
  });

  test('a server that is silent to every hello without TLS 1.3 leaves the older versions unknown', async (t) => {
    const { port: behind, close } = await startNode({ minVersion: 'TLSv1.2' });
    t.after(close);
    const supportsTls13 = Buffer.from('0304', 'hex');
    const endpoint = await against(
      t,
      through(
        behind,
        (hello) => hello[0] === 22 && Buffer.from(hello).includes(supportsTls13, 60),
        () => {},
      ),
    );
    assert.ok(endpoint.controlPassed);
    assert.deepEqual(unansweredHellos(endpoint), ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2']);
  });

  test('a server that insists on a key share receives the computable ones', async (t) => {
    const { port: behind, close } = await startNode({ ecdhCurve: 'X25519:P-384:X25519MLKEM768' });
    t.after(close);
    const withoutShares = Buffer.from('003300020000', 'hex');
    const judge = (hello: Uint8Array): boolean => !Buffer.from(hello).includes(withoutShares);
    const endpoint = await against(
      t,
      through(behind, judge, (socket) => void socket.end(alert(2, 47))),
    );
    const tls13 = endpoint.versions.find(({ version }) => version === 'TLSv1.3');
    assert.deepEqual(tls13?.accepted, { known: true, value: true });
    assert.deepEqual([tls13?.suites.length, tls13?.complete], [3, true]);
    assert.deepEqual(
      tls13?.groups.toSorted((a, b) => a - b),
      [0x18, 0x1d],
    );
    assert.equal(tls13?.groupsEnumerated, false);
  });

  test('a server that stops answering during the scan is never reported as complete', async (t) => {
    const { port: behind, close } = await startNode();
    t.after(close);
    let connections = 0;
    const endpoint = await against(t, (socket) => {
      connections += 1;
      if (connections > 12) return void socket.resetAndDestroy();
      const through = connect(behind, '127.0.0.1');
      through.on('error', () => socket.destroy());
      socket.on('error', () => through.destroy());
      socket.pipe(through).pipe(socket);
    });
    assert.equal(endpoint.controlPassed, false);
    assert.ok(endpoint.versions.every(({ complete }) => !complete));
    assert.ok(endpoint.versions.some(({ accepted }) => accepted.known && accepted.value));
    assert.ok(connections < 45, `${connections} connections`);
  });
});
