import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import tls from 'node:tls';
import { fc } from '../testing/random.ts';
import { toHex } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { parseCertificate, type ParsedCertificate } from './certificate.ts';
import { findPath } from '../certification-path/path.ts';
import * as write from './testing/certificate-writer.ts';
import {
  add,
  type Edit,
  leafContent,
  make,
  names,
  put,
  rootContent,
  subject,
} from '../certification-path/testing/chain.ts';
import * as der from '../der/writer.ts';
import * as odd from './testing/odd-values.ts';
import { allRows } from '../certification-path/testing/rows.ts';
import { verifyForTests } from '../certification-path/testing/verify.ts';

const leaf = (...edits: readonly Edit[]): ParsedCertificate =>
  parseCertificate(make(leafContent('CN=Issuer'), ...edits));
const roots = tls.rootCertificates.map((pem) => new X509Certificate(pem));

test('every root that the platform ships is read as the platform reads it', () => {
  for (const platform of roots) {
    const parsed = parseCertificate(new Uint8Array(platform.raw));
    assert.equal(BigInt(`0x${toHex(parsed.serialNumber)}`), BigInt(`0x${platform.serialNumber}`));
    assert.equal(parsed.validity.notBefore, Date.parse(platform.validFrom) / 1000, platform.subject);
    assert.equal(parsed.validity.notAfter, Date.parse(platform.validTo) / 1000, platform.subject);
    assert.equal(toHex(parsed.spki.der), platform.publicKey.export({ type: 'spki', format: 'der' }).toString('hex'));
    assert.deepEqual(parsed.unreadable, []);
    assert.ok(parsed.basicConstraints?.ca === true);
  }
});

test('all parts of a leaf are there', () => {
  const parsed = leaf(
    add(write.basicConstraints(false)),
    add(write.ext('1.3.6.1.5.5.7.1.24', der.sequence(der.integer(5)))),
    add(
      write.ext(
        '2.5.29.31',
        der.sequence(der.sequence(der.constructed(0, der.constructed(0, write.generalName('uri:http://c.test/1'))))),
      ),
    ),
    add(
      write.ext(
        '1.3.6.1.5.5.7.1.1',
        der.sequence(der.sequence(der.objectIdentifier('1.3.6.1.5.5.7.48.1'), write.generalName('uri:http://o.test'))),
      ),
    ),
    add(write.ext('1.3.6.1.4.1.11129.2.4.2', der.octetString(Uint8Array.of(1, 2)))),
    add(write.nameConstraints(['dns:example.com'], ['hex-ip:0a000000ff000000'])),
    names('dns:www.example.com', 'ip:192.0.2.1', 'email:a@example.com', 'uri:https://example.com', 'dn:CN=x', 'other:'),
  );
  assert.equal(parsed.version, 3);
  assert.equal(parsed.subject.text, 'CN=www.example.com');
  assert.deepEqual(parsed.basicConstraints, { ca: false, pathLength: null });
  assert.deepEqual(parsed.keyUsage, ['digitalSignature']);
  assert.deepEqual(parsed.extendedKeyUsage, ['1.3.6.1.5.5.7.3.1']);
  assert.deepEqual(
    parsed.subjectAltName?.map(({ type }) => type),
    ['dns', 'ip', 'email', 'uri', 'directory', 'other'],
  );
  assert.deepEqual(parsed.nameConstraints?.permitted, [{ type: 'dns', text: 'example.com' }]);
  assert.equal(parsed.nameConstraints?.excluded?.length, 1);
  assert.deepEqual(parsed.policies, ['2.23.140.1.2.1']);
  assert.equal(parsed.authorityKeyId?.keyIdentifier?.length, 20);
  assert.equal(parsed.subjectKeyId?.length, 20);
  assert.deepEqual(parsed.aia, [{ method: '1.3.6.1.5.5.7.48.1', location: { type: 'uri', text: 'http://o.test' } }]);
  assert.deepEqual(parsed.crlDistributionPoints, [{ type: 'uri', text: 'http://c.test/1' }]);
  assert.deepEqual(parsed.tlsFeature, [5]);
  assert.deepEqual([...(parsed.sctList ?? [])], [1, 2]);
});

test('names are written as RFC 4514 has them, the last first', () => {
  const { text } = leaf(subject('C=NL', 'O=A, B + "C"', 'CN= #x;', '1.2.3.4=y')).subject;
  assert.equal(text, String.raw`1.2.3.4=#0c0179,CN=\ #x\;,O=A\, B \+ \"C\",C=NL`);
});

const refused: readonly (readonly [name: string, make: () => Uint8Array, why: RegExp])[] = [
  ['bytes behind it', () => Buffer.concat([make(leafContent('CN=I')), Uint8Array.of(0)]), /bytes too many/],
  ['the default version spelt out', () => make(leafContent('CN=I'), put({ version: 0 })), /default v1/],
  [
    'a serial number with a zero too many',
    () => make(leafContent('CN=I'), put({ serial: odd.integerOctets(Uint8Array.of(0, 1)) })),
    /not minimal/,
  ],
  ['an empty relative name', () => make(leafContent('CN=I'), put({ subject: der.sequence(der.setOf()) })), /is empty/],
  [
    'a date that is none',
    () => make(leafContent('CN=I'), put({ notAfter: odd.text(0x17, '300230000000Z') })),
    /no point in time/,
  ],
  ['more than a megabyte', () => make(leafContent('CN=I'), names(`dns:${'a'.repeat(1_100_000)}`)), /is not read/],
  [
    'too many extensions',
    () =>
      make(leafContent('CN=I'), (c) => ({
        ...c,
        extensions: Array.from({ length: 201 }, (_, i) => write.ext(`1.2.3.${i}`, der.nullValue)),
      })),
    /201 extensions/,
  ],
];

for (const [name, made, why] of refused) {
  test(`a certificate with ${name} is not read`, () => {
    assert.throws(() => parseCertificate(new Uint8Array(made())), { name: 'ProtocolError', message: why });
  });
}

const samples = allRows
  .filter((_, index) => index % 12 === 0)
  .flatMap(({ chain }) => [chain.leaf, ...chain.intermediates]);

/** Some octets replaced, then a piece cut out or doubled. */
const mutations = fc.record({
  at: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
  cut: fc.tuple(fc.nat(), fc.nat(12)),
  double: fc.boolean(),
});

function mutate(
  bytes: Uint8Array,
  { at, cut: [where, length], double }: { at: [number, number][]; cut: [number, number]; double: boolean },
): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const [index, value] of at) copy[index % copy.length] = value;
  const from = where % copy.length;
  return Uint8Array.from([
    ...copy.subarray(0, from + (double ? length : 0)),
    ...copy.subarray(from + (double ? 0 : length)),
  ]);
}

test('a damaged certificate throws nothing but ProtocolError, and what can be read of it can be judged', () => {
  const [root] = [parseCertificate(make(rootContent('CN=Issuer')))];
  fc.assert(
    fc.property(fc.constantFrom(...samples), mutations, (sample, mutation) => {
      try {
        const parsed = parseCertificate(mutate(sample, mutation));
        findPath({
          leaf: parsed,
          intermediates: [parsed],
          roots: [root],
          host: 'www.example.com',
          atSeconds: 1_790_000_000,
          verify: verifyForTests,
        });
      } catch (error) {
        assert.ok(error instanceof ProtocolError, error instanceof Error ? error.stack : String(error));
      }
    }),
    { numRuns: 500 },
  );
});
