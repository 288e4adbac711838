import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FlightReader } from '@perimeter/protocols/tls/flight';
import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import fc from 'fast-check';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { subjectAltNames } from './observed/certificates.ts';
import { browserLikeSuites, legacySuites, tls13Suites, weakSuites } from '../client/hello/code-points.ts';
import { PartialHandshakeReader } from '../client/partial-handshake.ts';
import { createHelloBuilder, curiousExtensions } from '../client/hello/hello.ts';
import { computableGroups } from '../client/keys/curves.ts';
import { sharedSecret, sharesFor } from '../client/keys/key-share.ts';
import { planEndpoints } from '../../probes/tls/plan.ts';
import { readSession } from '../client/session-facts.ts';

test('a first hello stays under 512 bytes and 64 suites, whatever the version', () => {
  const build = createHelloBuilder('a-rather-long-host-name.example.lab', 'seed');
  for (const version of ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const) {
    const suites = version === 'TLSv1.3' ? tls13Suites : browserLikeSuites;
    const { record } = build({
      version,
      suites,
      protocols: ['h2', 'http/1.1'],
      extras: curiousExtensions(version),
      compressionMethods: [1, 64, 0],
    });
    assert.ok(record.length < 512, `${version}: ${record.length} bytes`);
    assert.ok(suites.length < 64);
  }
});

test('hellos of one seed are the same, and no two of them share a random', () => {
  const [one, two] = [createHelloBuilder('a.lab', 'seed'), createHelloBuilder('a.lab', 'seed')];
  const spec = { version: 'TLSv1.2', suites: [0x2f] } as const;
  const first = one(spec).message;
  assert.deepEqual(first, two(spec).message);
  assert.notDeepEqual(first, one(spec).message);
});

test('suites are listed once, weak ones among them, TLS 1.3 ones apart', () => {
  assert.equal(new Set(legacySuites).size, legacySuites.length);
  assert.ok(weakSuites.every((code) => legacySuites.includes(code)));
  assert.ok(tls13Suites.every((code) => !legacySuites.includes(code)));
  assert.ok([0x00ff, 0x5600, 0x0000].every((code) => !legacySuites.includes(code)));
  assert.ok(legacySuites.length > 340);
});

test('alternative names keep commas that stand in quotes', () => {
  assert.deepEqual(subjectAltNames('DNS:a.lab, IP Address:192.0.2.1, DNS:"x, DNS:y.lab"'), [
    'DNS:a.lab',
    'IP Address:192.0.2.1',
    'DNS:"x, DNS:y.lab"',
  ]);
  assert.deepEqual(subjectAltNames(undefined), []);
});

test('bytes that are no session read as one without anything', () => {
  const nothing = { hasTicket: false, ticketLifetime: null, maxEarlyDataBytes: 0 };
  for (const bytes of [
    [],
    [0x30],
    [0x30, 0x84, 1, 2, 3, 4],
    [0x30, 2, 0xa9, 0x85],
    [0, ...new TextEncoder().encode('nodejs:tls:session:1')],
  ]) {
    assert.deepEqual(readSession(Uint8Array.from(bytes)), nothing);
  }
});

test('lifetime, ticket and 0-RTT limit stand under their tags', () => {
  const fields = [
    0x02, 1, 1, 0x02, 2, 3, 4, 0x04, 2, 0x13, 1, 0x04, 1, 7, 0x04, 1, 8, 0xa9, 4, 0x02, 2, 0x1c, 0x20, 0xaa, 5, 0x04, 3,
    1, 2, 3, 0xaf, 4, 0x02, 2, 0x40, 0,
  ];
  assert.deepEqual(readSession(Uint8Array.of(0x30, fields.length, ...fields)), {
    hasTicket: true,
    ticketLifetime: 7_200,
    maxEarlyDataBytes: 16_384,
  });
});

const host = (name: string, ...addresses: string[]): EndpointsEvidence['hosts'][number] => {
  const open = endpointHost(name, addresses, { status: 'exists' });
  return {
    ...open,
    addresses: open.addresses.map((one) => ({ ...one, allowed: !one.address.startsWith('10.') })),
  };
};
const planned = (scanMode: 'standard' | 'deep', ...hosts: EndpointsEvidence['hosts']): string[] =>
  planEndpoints({ domain: 'a.lab', registrableDomain: 'a.lab', scanMode, startedAtMs: 0, seed: '' }, { hosts }).map(
    ({ address, serverName, depth }) => `${serverName} ${address} ${depth}`,
  );

test('the first address of each family is asked in full, the others lightly; deep mode asks all in full', () => {
  const apex = host('a.lab', '192.0.2.1', '192.0.2.2', '2001:db8::1');
  assert.deepEqual(planned('standard', apex), [
    'a.lab 192.0.2.1 full',
    'a.lab 192.0.2.2 light',
    'a.lab 2001:db8::1 full',
  ]);
  assert.deepEqual(planned('deep', apex), ['a.lab 192.0.2.1 full', 'a.lab 192.0.2.2 full', 'a.lab 2001:db8::1 full']);
});

test('www stands in for an apex without addresses, and adds one address that the apex has not', () => {
  assert.deepEqual(planned('standard', host('a.lab'), host('www.a.lab', '192.0.2.3')), ['www.a.lab 192.0.2.3 full']);
  const both = [host('a.lab', '192.0.2.1'), host('www.a.lab', '192.0.2.1', '192.0.2.4', '192.0.2.5')];
  assert.deepEqual(planned('standard', ...both), ['a.lab 192.0.2.1 full', 'www.a.lab 192.0.2.4 light']);
});

test('addresses that the guard refuses are not planned', () => {
  assert.deepEqual(planned('standard', host('a.lab', '10.0.0.1')), []);
});

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

test('whatever a server encrypts or sends as its public value, a partial handshake ends without a throw', () => {
  const suites = fc.constantFrom(0x1301, 0x1302, 0x1303, 0x1304, 0x1305, 0x002f);
  const values = fc.oneof(
    bytes(140),
    fc.constantFrom(...sharesFor(computableGroups).map(({ publicValue }) => publicValue)),
  );
  const group = fc.constantFrom(...computableGroups, 0x11ec);
  fc.assert(
    fc.property(
      suites,
      group,
      values,
      fc.array(bytes(80), { maxLength: 4 }),
      (suite, group, publicValue, fragments) => {
        const { flight } = new FlightReader();
        flight.serverHello = {
          version: 0x0304,
          random: new Uint8Array(32),
          sessionId: new Uint8Array(0),
          suite,
          compressionMethod: 0,
          extensions: new Map([[extensionTypes.supportedVersions, Uint8Array.of(3, 4)]]),
          isRetryRequest: false,
          group,
          publicValue,
        };
        flight.serverHelloMessage = new Uint8Array(40);
        flight.encrypted = fragments.map((fragment) => ({
          type: 23,
          version: 0x0303,
          header: new Uint8Array(5),
          fragment,
        }));
        const reader = new PartialHandshakeReader(new Uint8Array(50));
        reader.enough(flight);
        assert.deepEqual(reader.seen.certificates, []);
      },
    ),
    { numRuns: 200 },
  );
});

test('a public value that is not on its curve gives no secret', () => {
  for (const group of computableGroups) assert.equal(sharedSecret(group, new Uint8Array(7)), null);
  assert.equal(sharedSecret(0x0017, Uint8Array.from([4, ...new Uint8Array(64).fill(9)])), null);
  assert.equal(sharedSecret(0x11ec, new Uint8Array(32)), null);
});

test('any bytes read as a session', () => {
  fc.assert(
    fc.property(bytes(200), (der) => typeof readSession(der).hasTicket === 'boolean'),
    { numRuns: 300 },
  );
});
