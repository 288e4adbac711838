import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { before, test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { ProtocolError } from '../../protocol-error.ts';
import {
  alpn,
  ecPointFormats,
  extendedMasterSecret,
  keyShare,
  serverName,
  signatureAlgorithms,
  statusRequest,
  supportedGroups,
  supportedVersions,
} from './client-extensions.ts';
import { clientHelloRecord, encodeClientHello } from './client-hello.ts';
import { concat } from '../../bytes.ts';
import { FlightReader, maxFlightBytes } from './flight.ts';
import type { Flight } from './flight-state.ts';
import { encodeHandshake } from './handshake.ts';
import { encodeRecord } from '../records/record.ts';
import { selectedProtocol } from './server-hello.ts';
import { bytes } from '../testing/decodes.ts';
import { answerOf } from '../testing/real-server.ts';
import { serverCertificate } from '../testing/server-certificate.data.ts';

const groups = [29, 23, 24];
const common = [
  serverName('server.test'),
  supportedGroups(groups),
  ecPointFormats,
  signatureAlgorithms([0x0403, 0x0804]),
  statusRequest,
  extendedMasterSecret,
  alpn(['h2', 'http/1.1']),
];
const hello = {
  version: 0x0303,
  random: new Uint8Array(32).fill(1),
  sessionId: new Uint8Array(0),
  compressionMethods: [0],
};
const hello12 = clientHelloRecord(
  encodeClientHello({ ...hello, suites: [0xc02b, 0xc02f, 0x009e], extensions: common }),
  0x0303,
);
const hello13 = clientHelloRecord(
  encodeClientHello({
    ...hello,
    suites: [0x1302, 0x1301],
    extensions: [...common, supportedVersions([0x0304]), keyShare([])],
  }),
  0x0304,
);

let flight12: Uint8Array;
let retryRequest: Uint8Array;

before(async () => {
  const options = { ...serverCertificate, ALPNProtocols: ['http/1.1'] };
  [flight12, retryRequest] = await Promise.all([answerOf(hello12, options), answerOf(hello13, options)]);
});

/** The flight and the error, of bytes that come in pieces of the given sizes. */
function read(input: Uint8Array, sizes: readonly number[]): { flight: Flight; error: string | null } {
  const reader = new FlightReader();
  let offset = 0;
  try {
    for (let turn = 0; offset < input.length; turn += 1) {
      const size = sizes.length === 0 ? input.length : (sizes[turn % sizes.length] ?? 1);
      reader.push(input.subarray(offset, offset + size));
      offset += size;
    }
    return { flight: reader.flight, error: null };
  } catch (error) {
    assert.ok(error instanceof ProtocolError, String(error));
    return { flight: { ...reader.flight, bytes: 0, head: new Uint8Array(0) }, error: error.message };
  }
}

test("OpenSSL's TLS 1.2 flight is read whole", () => {
  const { flight, error } = read(flight12, []);
  assert.equal(error, null);
  assert.deepEqual([flight.serverHello?.version, flight.serverHello?.suite, flight.done], [0x0303, 0xc02b, true]);
  assert.deepEqual(flight.certificates?.[0], new Uint8Array(new X509Certificate(serverCertificate.cert).raw));
  assert.deepEqual([flight.serverKeyExchange?.kind, flight.serverKeyExchange?.signature], ['named-curve', 0x0403]);
  assert.equal(selectedProtocol(flight.serverHello?.extensions ?? new Map()), 'http/1.1');
});

test('an empty key_share makes OpenSSL name suite and group in a HelloRetryRequest', () => {
  const hello = read(retryRequest, []).flight.serverHello;
  assert.deepEqual([hello?.isRetryRequest, hello?.version, hello?.suite, hello?.group], [true, 0x0304, 0x1302, 29]);
});

test('a refusal is an alert', async () => {
  const refused = clientHelloRecord(encodeClientHello({ ...hello, suites: [0x0001], extensions: common }), 0x0303);
  const { flight } = read(await answerOf(refused, serverCertificate), []);
  assert.deepEqual([flight.alert?.description, flight.serverHello], [40, null]);
});

test('any split of any bytes, damaged or not, gives the same flight and the same error', () => {
  const damage = fc.array(fc.tuple(fc.nat(900), fc.nat(255)), { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.constantFrom(flight12, retryRequest),
      damage,
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 }),
      (input, changes, sizes) => {
        const copy = Uint8Array.from(input);
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
        assert.deepEqual(read(copy, sizes), read(copy, []));
      },
    ),
    { numRuns: 300 },
  );
});

test('random bytes throw nothing but ProtocolError', () => {
  fc.assert(
    fc.property(bytes(400), fc.integer({ min: 1, max: 50 }), (input, size) => void read(input, [size])),
    { numRuns: 300 },
  );
});

test('handshake messages may be cut over records and share one', () => {
  const message = encodeHandshake(2, concat([Uint8Array.of(3, 3), new Uint8Array(32), Uint8Array.of(0, 0, 0x2f, 0)]));
  const both = concat([message, encodeHandshake(14, new Uint8Array(0))]);
  const records = Array.from(both, (byte) => encodeRecord(22, 0x0303, Uint8Array.of(byte)));
  const { flight, error } = read(concat(records), [1]);
  assert.deepEqual([error, flight.serverHello?.suite, flight.done], [null, 0x2f, true]);
});

test('warnings are passed over', () => {
  const { flight } = read(concat([encodeRecord(21, 0x0303, Uint8Array.of(1, 112)), flight12]), []);
  assert.deepEqual([flight.alert, flight.done], [null, true]);
});

test('what comes after a fatal alert is not read', () => {
  const { flight } = read(concat([encodeRecord(21, 0x0303, Uint8Array.of(2, 40)), flight12]), []);
  assert.deepEqual([flight.alert?.description, flight.serverHello], [40, null]);
});

test('a flight without end is cut off', () => {
  const endless = concat(Array.from({ length: 20 }, () => encodeRecord(20, 0x0303, new Uint8Array(16_384))));
  assert.match(read(endless, [4_096]).error ?? '', /more than 262144 bytes/);
  assert.ok(endless.length > maxFlightBytes);
});

test('floods of tiny records are cut off long before that', () => {
  const flood = (type: number, bytes: number, count: number): Uint8Array =>
    concat(Array.from({ length: count }, () => encodeRecord(type, 0x0303, new Uint8Array(bytes).fill(1))));
  assert.equal(read(flood(20, 0, 32), []).error, null);
  assert.match(read(flood(20, 0, 33), []).error ?? '', /More than 32 records/);
  assert.equal(read(flood(20, 1, 4_096), []).error, null);
  assert.match(read(flood(20, 1, 4_097), []).error ?? '', /More than 4096 records/);
  assert.match(read(flood(23, 100, 1), []).error ?? '', /Application data where none is due/);
});

/** A ServerHello that negotiates TLS 1.3, without a public value. */
const tls13Hello = encodeRecord(
  22,
  0x0303,
  encodeHandshake(
    2,
    concat([Uint8Array.of(3, 3), new Uint8Array(32).fill(7), Uint8Array.of(0, 0x13, 0x01, 0, 0, 6, 0, 43, 0, 2, 3, 4)]),
  ),
);

test('of TLS 1.3 no more records are kept than a flight can have', () => {
  const encrypted = (bytes: number, count: number): Uint8Array =>
    concat([
      tls13Hello,
      ...Array.from({ length: count }, () => encodeRecord(23, 0x0303, new Uint8Array(bytes).fill(1))),
    ]);
  assert.equal(read(encrypted(17, 1_024), []).flight.encrypted.length, 1_024);
  assert.match(read(encrypted(17, 1_025), []).error ?? '', /hold no handshake/);
  assert.match(read(encrypted(1, 1), []).error ?? '', /hold no handshake/);
});

test('a record or message of absurd length is malformed at once', () => {
  assert.match(read(Uint8Array.of(22, 3, 3, 0xff, 0xff), []).error ?? '', /Record of 65535 bytes/);
  assert.match(
    read(encodeRecord(22, 0x0303, Uint8Array.of(2, 0xff, 0xff, 0xff)), []).error ?? '',
    /message of 16777215 bytes/,
  );
});

test('an answer in another protocol is not TLS', () => {
  assert.match(read(new TextEncoder().encode('HTTP/1.1 400 Bad Request\r\n'), []).error ?? '', /Not a TLS record/);
});
