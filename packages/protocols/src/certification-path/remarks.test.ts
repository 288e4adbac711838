import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as der from '../der/writer.ts';
import { type ParsedCertificate, parseCertificate } from '../x509/certificate.ts';
import * as write from '../x509/testing/certificate-writer.ts';
import * as odd from '../x509/testing/odd-values.ts';
import { remarksOf } from './remarks.ts';
import { add, change, type Edit, keyOf, leafContent, make, names, put, subject } from './testing/chain.ts';

const leaf = (...edits: readonly Edit[]): ParsedCertificate =>
  parseCertificate(make(leafContent('CN=Issuer'), ...edits));

test('a leaf that follows all rules has no remark', () => {
  assert.deepEqual(remarksOf(leaf()), []);
});

const remarked: readonly (readonly [remark: RegExp, edit: Edit])[] = [
  [/not in subjectAltName/, subject('CN=other.example.com')],
  [/serial number is zero/, put({ serial: der.integer(0) })],
  [/serial number has 22 octets/, put({ serial: odd.integerOctets(Uint8Array.of(1, ...new Uint8Array(21))) })],
  [/GeneralizedTime/, put({ notAfter: odd.timeOf('2030-01-01T00:00:00Z', 'generalized') })],
  [/PrintableString/, put({ subject: odd.nameOfPairs(['CN=www.example.com', 'O=a@b'], 0x13) })],
  [/has no extendedKeyUsage/, (c) => ({ ...c, extensions: c.extensions.filter(({ oid }) => oid !== '2.5.29.37') })],
  [/purposes other than TLS/, change(write.extendedKeyUsage('1.3.6.1.5.5.7.3.1', '2.5.29.37.0'))],
  [/partial wildcard/i, names('dns:www.example.com', 'dns:w*.example.com')],
  [/default value FALSE/, add(write.ext('2.5.29.19', der.sequence(odd.no), true))],
  [/ed25519 key/, keyOf('CN=modern', 'ed25519')],
  [/policyConstraints is not critical/, add(write.ext('2.5.29.36', der.sequence(der.primitive(0, Uint8Array.of(1)))))],
];

for (const [remark, edit] of remarked) {
  test(`the remark is made: ${remark.source}`, () => {
    assert.match(remarksOf(leaf(edit)).join('\n'), remark);
  });
}
