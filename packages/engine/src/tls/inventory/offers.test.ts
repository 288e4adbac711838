import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { concat, u8, u16, vector16, vector24 } from '@perimeter/protocols/bytes';
import { type ClientHello, decodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import { encodeRecord } from '@perimeter/protocols/tls/records/record';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { startRaw } from '../testing/servers.ts';
import { takeLocal } from '../testing/take.ts';

/**
 * What a scripted server answers: an alert by number, or the suite of a TLS 1.2 ServerHello with these empty extensions, then
 * its certificate and what follows that.
 */
type Reply = { alert: number } | { suite: number; echoes: readonly number[]; rest: readonly Uint8Array[] };

const helloDone = Uint8Array.of(14, 0, 0, 0);
/** CertificateStatus with a response of one octet (RFC 6066 section 8). */
const staple = concat([u8(22), vector24(u8(1), vector24(u8(0x30)))]);

function bytesOf(reply: Reply): Uint8Array {
  if ('alert' in reply) return encodeRecord(21, 0x0303, Uint8Array.of(2, reply.alert));
  const extensions = vector16(...reply.echoes.map((type) => concat([u16(type), u16(0)])));
  const hello = concat([
    u16(0x0303),
    new Uint8Array(32).fill(7),
    u8(0),
    u16(reply.suite),
    u8(0),
    ...(reply.echoes.length === 0 ? [] : [extensions]),
  ]);
  const certificate = vector24(vector24(vector24(Uint8Array.of(1, 2, 3))));
  const messages = [u8(2), vector24(hello), u8(11), certificate, ...reply.rest];
  return encodeRecord(22, 0x0303, concat(messages));
}

const typesIn = ({ extensions }: ClientHello): number[] => (extensions ?? []).map(({ type }) => type);

async function against(context: TestContext, replyTo: (hello: ClientHello) => Reply): Promise<TlsEndpoint> {
  const { port, close } = await startRaw((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const isTls = received[0] === 22;
      // A large hello comes in two segments.
      if (isTls && received.length < 5 + received.readUInt16BE(3)) return;
      const hello = isTls ? decodeClientHello(new Uint8Array(received.subarray(9))) : null;
      const isOther = hello === null || hello.version !== 0x0303 || typesIn(hello).includes(43);
      socket.end(bytesOf(isOther ? { alert: 70 } : replyTo(hello)));
    });
  });
  context.after(close);
  return takeLocal(port);
}

/** The suite that these servers have. */
const rsaAes = 0x002f;
const choose = (hello: ClientHello, echoes: readonly number[], rest: readonly Uint8Array[] = [helloDone]): Reply =>
  hello.suites.includes(rsaAes) ? { suite: rsaAes, echoes, rest } : { alert: 40 };

const notOffered = { known: false, failure: { reason: 'not-tested', gap: 'not-offered' } };
const echoed = ['extendedMasterSecret', 'heartbeat', 'npn', 'ocspStapled', 'sctExtension', 'compression'] as const;

test('for a server that answers no hello with extensions, nothing is concluded about extensions', async (t) => {
  const endpoint = await against(t, (hello) => (hello.extensions === null ? choose(hello, []) : { alert: 40 }));
  assert.deepEqual(
    endpoint.versions.map(({ accepted }) => accepted.known && accepted.value),
    [false, false, false, false, true, false],
  );
  for (const field of echoed) assert.deepEqual(endpoint[field], notOffered, field);
  assert.equal(endpoint.encryptThenMac.known, false);
  assert.equal(endpoint.alpnRejectsUnknown.known, false);
  // The signalling suite offers secure renegotiation without an extension.
  assert.deepEqual(endpoint.secureRenegotiation, { known: true, value: false });
});

test('a server that accepts few suites receives the extensions with its chosen suite', async (t) => {
  const endpoint = await against(t, (hello) =>
    hello.suites.length > 12
      ? { alert: 40 }
      : choose(
          hello,
          typesIn(hello).filter((type) => type === 15 || type === 23),
        ),
  );
  assert.deepEqual(endpoint.heartbeat, { known: true, value: true });
  assert.deepEqual(endpoint.extendedMasterSecret, { known: true, value: true });
  assert.deepEqual(endpoint.npn, { known: true, value: false });
  assert.deepEqual(endpoint.compression, { known: true, value: 0 });
});

test('unrequested extensions and staples do not count', async (t) => {
  const endpoint = await against(t, (hello) =>
    hello.extensions === null ? choose(hello, [5, 15, 18, 23, 13172], [staple, helloDone]) : { alert: 40 },
  );
  for (const field of echoed) assert.deepEqual(endpoint[field], notOffered, field);
});

test('a requested staple and timestamps are seen', async (t) => {
  const endpoint = await against(t, (hello) =>
    choose(
      hello,
      typesIn(hello).filter((type) => type === 5 || type === 18),
      [staple, helloDone],
    ),
  );
  assert.deepEqual(endpoint.ocspStapled, { known: true, value: true });
  assert.deepEqual(endpoint.sctExtension, { known: true, value: true });
});

test('a staple is not absent if the flight is cut before the announced one', async (t) => {
  const endpoint = await against(t, (hello) =>
    choose(
      hello,
      typesIn(hello).filter((type) => type === 5),
      [],
    ),
  );
  assert.deepEqual(endpoint.ocspStapled, { known: false, failure: { reason: 'closed', gap: 'flight-cut' } });
  assert.deepEqual(endpoint.sctExtension, { known: true, value: false });
});

test('a server without web protocols still rejects unknown ones', async (t) => {
  const endpoint = await against(t, (hello) => (typesIn(hello).includes(16) ? { alert: 120 } : choose(hello, [])));
  assert.deepEqual(endpoint.alpnRejectsUnknown, { known: true, value: true });
});
