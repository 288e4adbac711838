import { tags } from '../../der/reader.ts';
import * as write from '../../x509/testing/certificate-writer.ts';
import {
  add,
  anyPurpose,
  chainOf,
  change,
  clientAuth,
  drop,
  type Edit,
  given,
  leafContent,
  make,
  now,
  put,
  row,
  type Row,
  rootContent,
  serverAuth,
  subject,
} from './chain.ts';
import * as der from '../../der/writer.ts';
import * as odd from '../../x509/testing/odd-values.ts';
import { explicitCurve, keyFor, keyIdentifierOf, rsaSpki, withParameters } from '../../x509/testing/keys.ts';

const unknownId = '1.3.6.1.4.1.55738.666.1';
const strictOnly = 'openssl does not mind';
const cabf = 'a rule of the Baseline Requirements';

const ids = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  names: '2.5.29.17',
  basic: '2.5.29.19',
  policies: '2.5.29.32',
  authorityKey: '2.5.29.35',
  purposes: '2.5.29.37',
} as const;

const unknown = (critical: boolean): Edit => add(write.ext(unknownId, der.nullValue, critical));
const serial = (...octets: number[]): Edit => put({ serial: odd.integerOctets(Uint8Array.from(octets)) });
const purposes = (...list: readonly string[]): Edit => change(write.extendedKeyUsage(...list));
const from = (at: string, form?: 'utc' | 'generalized'): Edit => put({ notBefore: odd.timeOf(at, form) });
const until = (at: string, form?: 'utc' | 'generalized'): Edit => put({ notAfter: odd.timeOf(at, form) });
const criticalAuthority: Edit = (c) => change(write.authorityKeyId(c.signer.spki, true))(c);
const criticalSubject: Edit = (c) => change(write.subjectKeyId(c.spki, true))(c);
const caId = (...parts: readonly Uint8Array[]): Edit => change(write.ext(ids.authorityKey, der.sequence(...parts)));
const ownId = (c: { spki: Uint8Array }): Uint8Array => der.primitive(0, keyIdentifierOf(c.spki));
const aia = (
  critical: boolean,
  value = der.sequence(
    der.sequence(der.objectIdentifier('1.3.6.1.5.5.7.48.2'), write.generalName('uri:http://example.com/ca')),
  ),
): Edit => add(write.ext('1.3.6.1.5.5.7.1.1', value, critical));
const versionOne = put({ version: 1, extensions: [] });
const spki =
  (value: Uint8Array): Edit =>
  (c) => ({ ...c, spki: value });
const wrongAlgorithm = put({ outerAlgorithm: der.sequence(der.objectIdentifier('1.2.840.10045.4.3.3')) });
const ecdsaNull = der.sequence(der.objectIdentifier('1.2.840.10045.4.3.2'), der.nullValue);
const parameters =
  (...given: readonly Uint8Array[]): Edit =>
  (c) => ({ ...c, spki: withParameters(c.spki, ...given) });
const usageOctets = (unused: number, octet: number): Edit =>
  change(write.ext(ids.keyUsage, der.encodeDer(tags.bitString, Uint8Array.of(unused, octet)), true));
const spelledCurve: Edit = (c) => ({ ...c, spki: explicitCurve(c.spki) });
const list = write.generalName('uri:http://crl.example/');
const distribution = (...parts: readonly Uint8Array[]): Edit =>
  add(write.ext('2.5.29.31', der.sequence(der.sequence(...parts))));
const big = (bits: number): bigint => (1n << BigInt(bits - 1)) + 1n;
const policyConstraints = (explicit: number, critical = true): Edit =>
  add(write.ext('2.5.29.36', der.sequence(der.primitive(0, Uint8Array.of(explicit))), critical));

/** The make of certificates: RFC 5280, the Baseline Requirements, and what verifiers mind. */
export const certificateRows: readonly Row[] = [
  row('a chain of three', [], chainOf(), { length: 3 }),
  row('a chain of two', [], chainOf({ issuer: null }), { length: 2 }),

  row('the first second', [], chainOf({ leaf: [from(now)] })),
  row('a second too early', ['not-yet-valid'], chainOf({ leaf: [from('2026-11-21T12:00:01Z')] })),
  row('the last second', [], chainOf({ leaf: [until(now)] }), {
    differs: 'openssl takes the last second for one too many',
  }),
  row('a second too late', ['expired'], chainOf({ leaf: [until('2026-11-21T11:59:59Z')] })),
  row('an expired intermediate', ['expired'], chainOf({ issuer: [until('2026-01-01T00:00:00Z')] }), { length: 3 }),
  row('an intermediate of tomorrow', ['not-yet-valid'], chainOf({ issuer: [from('2026-11-22T00:00:00Z')] })),
  row('an expired root', ['expired'], chainOf({ root: [until('2026-01-01T00:00:00Z')] })),
  row('a root of tomorrow', ['not-yet-valid'], chainOf({ root: [from('2026-11-22T00:00:00Z')] })),
  row('all expired', ['expired'], chainOf({ at: '2031-01-01T00:00:00Z' })),
  row(
    'until before from',
    ['expired'],
    chainOf({ leaf: [from('2026-06-01T00:00:00Z'), until('2026-05-01T00:00:00Z')] }),
  ),
  row('a GeneralizedTime from 2050 on', [], chainOf({ leaf: [until('2055-01-01T00:00:00Z')] })),
  row('a GeneralizedTime before 2050', [], chainOf({ leaf: [until('2030-01-01T00:00:00Z', 'generalized')] })),
  row('the year 9999', [], chainOf({ root: [until('9999-12-31T23:59:59Z')] })),
  row('a UTCTime of the last century', [], chainOf({ root: [from('1970-01-01T00:00:00Z')] })),

  row('a leaf without keyUsage', [], chainOf({ leaf: [drop(ids.keyUsage)] })),
  row('an empty keyUsage', ['profile'], chainOf({ leaf: [change(write.keyUsage([]))] })),
  row(
    'a key for signing certificates',
    ['key-usage', 'profile'],
    chainOf({ leaf: [change(write.keyUsage(['keyCertSign']))] }),
  ),
  row(
    'a key for encryption, on a curve',
    ['key-usage'],
    chainOf({ leaf: [change(write.keyUsage(['keyEncipherment']))] }),
    { differs: 'openssl minds it in the handshake' },
  ),
  row(
    'a key for encryption, of RSA',
    [],
    chainOf({ kinds: { leaf: 'rsa:2048' }, leaf: [change(write.keyUsage(['keyEncipherment']))] }),
  ),
  row(
    'a key for encryption where the handshake signs',
    ['key-usage'],
    chainOf({
      kinds: { leaf: 'rsa:2048' },
      leaf: [change(write.keyUsage(['keyEncipherment']))],
      policy: { requiredUsage: ['digitalSignature'] },
    }),
    { differs: 'openssl minds it in the handshake' },
  ),
  row('keyUsage that is not critical', [], chainOf({ leaf: [change(write.keyUsage(['digitalSignature'], false))] })),
  row(
    'a leaf that may sign certificates too',
    ['profile'],
    chainOf({ leaf: [change(write.keyUsage(['digitalSignature', 'keyCertSign']))] }),
  ),
  row('a leaf that says that it is no authority', [], chainOf({ leaf: [add(write.basicConstraints(false))] })),
  row('a leaf that is an authority', ['profile'], chainOf({ leaf: [add(write.basicConstraints(true))] }), {
    differs: cabf,
  }),
  row(
    'a leaf that is an authority in all respects',
    ['profile'],
    chainOf({ leaf: [add(write.basicConstraints(true)), change(write.keyUsage(['digitalSignature', 'keyCertSign']))] }),
    { differs: cabf },
  ),

  row('a leaf without extendedKeyUsage', [], chainOf({ leaf: [drop(ids.purposes)] })),
  row('for clients too', [], chainOf({ leaf: [purposes(serverAuth, clientAuth)] })),
  row('for clients only', ['extended-key-usage'], chainOf({ leaf: [purposes(clientAuth)] })),
  row('for anything', ['extended-key-usage'], chainOf({ leaf: [purposes(anyPurpose)] })),
  row('for servers and anything', [], chainOf({ leaf: [purposes(serverAuth, anyPurpose)] })),
  row(
    'for servers, critically',
    [],
    chainOf({
      leaf: [(c) => change(write.ext(ids.purposes, der.sequence(der.objectIdentifier(serverAuth)), true))(c)],
    }),
  ),
  row('for nothing', ['malformed'], chainOf({ leaf: [purposes()] })),
  row('an intermediate for servers', [], chainOf({ issuer: [purposes(serverAuth, clientAuth)] })),
  row('an intermediate for clients', ['extended-key-usage'], chainOf({ issuer: [purposes(clientAuth)] })),
  row('an intermediate for anything', ['extended-key-usage'], chainOf({ issuer: [purposes(anyPurpose)] })),
  row('a root for clients', ['extended-key-usage'], chainOf({ root: [purposes(clientAuth)] })),
  row('a root for servers', [], chainOf({ root: [purposes(serverAuth)] })),

  row('an intermediate without basicConstraints', ['not-a-ca'], chainOf({ issuer: [drop(ids.basic)] })),
  row(
    'an intermediate that is no authority',
    ['not-a-ca'],
    chainOf({ issuer: [change(write.basicConstraints(false))] }),
  ),
  row(
    'an intermediate that may not sign certificates',
    ['not-a-ca'],
    chainOf({ issuer: [change(write.keyUsage(['cRLSign']))] }),
  ),
  row('an intermediate without keyUsage', [], chainOf({ issuer: [drop(ids.keyUsage)] }), {
    differs: 'openssl -x509_strict wants it (RFC 5280 section 4.2.1.3)',
  }),
  row(
    'an intermediate with uncritical basicConstraints',
    ['strict-profile'],
    chainOf({ issuer: [change(write.basicConstraints(true, undefined, false))] }),
  ),
  row('an intermediate of version 1', ['not-a-ca'], chainOf({ issuer: [versionOne], leaf: [(c) => c] }), {}),
  row('a root without basicConstraints', ['not-a-ca'], chainOf({ root: [drop(ids.basic)] })),
  row('a root that is no authority', ['not-a-ca'], chainOf({ root: [change(write.basicConstraints(false))] })),
  row('a root that may not sign certificates', ['not-a-ca'], chainOf({ root: [change(write.keyUsage(['cRLSign']))] })),
  row(
    'a root with uncritical basicConstraints',
    ['strict-profile'],
    chainOf({ root: [change(write.basicConstraints(true, undefined, false))] }),
  ),
  row('a root of version 1', [], chainOf({ root: [versionOne] }), {
    differs: 'openssl -x509_strict wants roots of version 3',
  }),
  row('a leaf of version 1', ['name-mismatch', 'strict-profile'], chainOf({ leaf: [versionOne] }), {
    differs: 'openssl asks the common name where there is no dNSName',
  }),
  row('a leaf of version 2 with extensions', ['profile', 'strict-profile'], chainOf({ leaf: [put({ version: 2 })] })),
  row(
    'a root without a subject',
    ['profile'],
    chainOf({
      issuer: [put({ issuer: der.sequence() })],
      root: [put({ issuer: der.sequence(), subject: der.sequence() })],
    }),
  ),
  row(
    'an intermediate without a subject',
    ['profile'],
    chainOf({ leaf: [put({ issuer: der.sequence() })], issuer: [subject()] }),
  ),

  row('a leaf without authorityKeyIdentifier', ['strict-profile'], chainOf({ leaf: [drop(ids.authorityKey)] })),
  row('a leaf without subjectKeyIdentifier', [], chainOf({ leaf: [drop(ids.subjectKey)] })),
  row(
    'an intermediate without authorityKeyIdentifier',
    ['strict-profile'],
    chainOf({ issuer: [drop(ids.authorityKey)] }),
  ),
  row('an intermediate without subjectKeyIdentifier', ['strict-profile'], chainOf({ issuer: [drop(ids.subjectKey)] })),
  row(
    'a root without subjectKeyIdentifier is one of those that browsers trust',
    [],
    chainOf({ root: [drop(ids.subjectKey)] }),
    { differs: 'openssl -x509_strict wants it' },
  ),
  row('a root with authorityKeyIdentifier', [], chainOf({ root: [(c) => caId(ownId(c))(c)] })),
  row('a root with an empty authorityKeyIdentifier', ['strict-profile'], chainOf({ root: [caId()] }), {
    differs: cabf,
  }),
  row(
    'a root with authorityCertIssuer',
    ['strict-profile'],
    chainOf({ root: [(c) => caId(ownId(c), der.constructed(1, write.generalName('dn:CN=Root,O=Test')))(c)] }),
    { differs: cabf },
  ),
  row(
    'a root with authorityCertSerialNumber',
    ['strict-profile'],
    chainOf({ root: [(c) => caId(ownId(c), der.primitive(2, Uint8Array.of(1)))(c)] }),
  ),
  row(
    'a root that names another key',
    ['strict-profile'],
    chainOf({ root: [(c) => caId(der.primitive(0, new Uint8Array(20)))(c)] }),
  ),
  row('a critical authorityKeyIdentifier in a leaf', ['strict-profile'], chainOf({ leaf: [criticalAuthority] })),
  row(
    'a critical authorityKeyIdentifier in a root',
    ['strict-profile'],
    chainOf({ root: [add(write.ext(ids.authorityKey, der.sequence(), false)), criticalAuthority] }),
  ),
  row('a critical subjectKeyIdentifier in a root', ['strict-profile'], chainOf({ root: [criticalSubject] })),
  row('authorityInfoAccess', [], chainOf({ leaf: [aia(false)] })),
  row('a critical authorityInfoAccess', ['strict-profile'], chainOf({ leaf: [aia(true)] })),
  row('an unreadable authorityInfoAccess', ['malformed'], chainOf({ leaf: [aia(false, Buffer.from('malformed'))] }), {
    differs: 'openssl does not read it',
  }),

  row('an unknown extension', [], chainOf({ leaf: [unknown(false)] })),
  row('an unknown critical extension', ['critical-extension'], chainOf({ leaf: [unknown(true)] })),
  row('an unknown critical extension in an intermediate', ['critical-extension'], chainOf({ issuer: [unknown(true)] })),
  row('an unknown critical extension in a root', ['critical-extension'], chainOf({ root: [unknown(true)] })),
  row(
    'the poison of a precertificate',
    ['critical-extension'],
    chainOf({ leaf: [add(write.ext('1.3.6.1.4.1.11129.2.4.3', der.nullValue, true))] }),
  ),
  row(
    'an unreadable list of timestamps is for logs, not for paths',
    [],
    chainOf({ leaf: [add(write.ext('1.3.6.1.4.1.11129.2.4.2', Buffer.from('malformed')))] }),
  ),
  row(
    'an unreadable tlsFeature',
    ['strict-profile'],
    chainOf({ leaf: [add(write.ext('1.3.6.1.5.5.7.1.24', Buffer.from('malformed')))] }),
    { differs: 'openssl does not read it' },
  ),
  row(
    'a distribution point by name',
    [],
    chainOf({ leaf: [distribution(der.constructed(0, der.constructed(0, list)))] }),
  ),
  row(
    'a distribution point by its issuer',
    [],
    chainOf({
      leaf: [distribution(der.primitive(1, Uint8Array.of(1, 0x60)), der.constructed(2, write.generalName('dn:CN=x')))],
    }),
  ),
  row(
    'a distribution point of an unknown kind',
    ['malformed'],
    chainOf({ leaf: [distribution(der.constructed(4, list))] }),
  ),
  row('a distribution point of nothing', ['malformed'], chainOf({ leaf: [distribution()] })),
  row(
    'a distribution point by a relative name',
    [],
    chainOf({
      leaf: [
        distribution(
          der.constructed(0, der.constructed(1, der.sequence(der.objectIdentifier('2.5.4.3'), der.utf8String('x')))),
        ),
      ],
    }),
  ),
  row('a distribution point with an empty name', ['malformed'], chainOf({ leaf: [distribution(der.constructed(0))] })),
  row(
    'a subject that is no UTF-8',
    ['malformed'],
    chainOf({
      leaf: [
        put({
          subject: der.sequence(
            der.setOf(
              der.sequence(der.objectIdentifier('2.5.4.3'), der.encodeDer(tags.utf8String, Uint8Array.of(0xc3, 0x28))),
            ),
          ),
        }),
      ],
    }),
  ),
  row(
    'a subject with a value that is no string',
    [],
    chainOf({
      leaf: [
        put({
          subject: der.sequence(
            der.setOf(der.sequence(der.objectIdentifier('2.5.4.45'), der.bitString(Uint8Array.of(1)))),
          ),
        }),
      ],
    }),
  ),
  row('the same extension twice', ['profile'], chainOf({ leaf: [add(write.subjectAltName(['dns:www.example.com']))] })),
  row('an unknown extension twice', ['profile'], chainOf({ leaf: [unknown(false), unknown(false)] }), {
    differs: 'openssl looks for the extensions that it knows',
  }),
  row(
    'subjectAltName in ASCII',
    ['malformed'],
    chainOf({ leaf: [change(write.ext(ids.names, Buffer.from('example.com')))] }),
  ),
  row(
    'an unreadable basicConstraints',
    ['malformed'],
    chainOf({ leaf: [add(write.ext(ids.basic, der.sequence(der.encodeDer(tags.boolean, Uint8Array.of(1))), true))] }),
    { differs: 'openssl reads BER' },
  ),
  row(
    'basicConstraints with FALSE spelt out',
    [],
    chainOf({ leaf: [add(write.ext(ids.basic, der.sequence(odd.no), true))] }),
  ),
  row(
    'an unreadable keyUsage',
    ['malformed'],
    chainOf({ leaf: [change(write.ext(ids.keyUsage, der.nullValue, true))] }),
  ),
  row(
    'bytes behind an extension',
    ['malformed'],
    chainOf({
      leaf: [
        change(write.ext(ids.purposes, Buffer.concat([der.sequence(der.objectIdentifier(serverAuth)), der.nullValue]))),
      ],
    }),
    { differs: 'openssl reads the beginning' },
  ),

  row('the serial number zero', ['strict-profile'], chainOf({ leaf: [serial(0)] }), { differs: strictOnly }),
  row('the serial number zero of an issuer', ['strict-profile'], chainOf({ issuer: [serial(0)] }), {
    differs: strictOnly,
  }),
  row('the serial number zero of a root is one of those that browsers trust', [], chainOf({ root: [serial(0)] })),
  row('a negative serial number', ['strict-profile'], chainOf({ leaf: [serial(0xff)] }), {
    differs: 'openssl takes it; parsers of Go and Rust do not',
  }),
  row('a serial number of 22 octets', ['strict-profile'], chainOf({ leaf: [serial(1, ...new Uint8Array(21))] }), {
    differs: strictOnly,
  }),
  row('a serial number of 20 octets and a zero', [], chainOf({ leaf: [serial(0, 0xff, ...new Uint8Array(19))] })),
  row('another algorithm outside than inside', ['bad-signature', 'profile'], chainOf({ leaf: [wrongAlgorithm] })),
  row('another algorithm outside of a root', ['profile'], chainOf({ root: [wrongAlgorithm] })),
  row(
    'ECDSA with parameters',
    ['profile'],
    chainOf({ leaf: [put({ innerAlgorithm: ecdsaNull, outerAlgorithm: ecdsaNull })] }),
    { differs: strictOnly },
  ),

  row('RSA', [], chainOf({ kinds: { leaf: 'rsa:2048', issuer: 'rsa:2048', root: 'rsa:2048' } })),
  row('RSA with the exponent 3', [], chainOf({ kinds: { leaf: 'rsa-e3' } })),
  row('RSASSA-PSS', [], chainOf({ kinds: { issuer: 'rsa:2048' }, leaf: [put({ pss: true })] })),
  row('P-384', [], chainOf({ kinds: { leaf: 'ec:P-384', issuer: 'ec:P-384' }, leaf: [put({ hash: 'sha384' })] })),
  row('P-521', [], chainOf({ kinds: { leaf: 'ec:P-521' } })),
  row('Ed25519', [], chainOf({ kinds: { leaf: 'ed25519' } })),
  row('SHA-512', [], chainOf({ leaf: [put({ hash: 'sha512' })] })),
  row('a leaf of RSA with 1024 bits', ['weak-key'], chainOf({ leaf: [spki(rsaSpki(big(1024), 65537n))] }), {
    differs: 'openssl at this level minds less than 1024 bits',
  }),
  row('a leaf of RSA with 2052 bits', ['strict-profile'], chainOf({ leaf: [spki(rsaSpki(big(2052), 65537n))] }), {
    differs: cabf,
  }),
  row(
    'a leaf of RSA with 2040 bits, one octet short',
    ['weak-key'],
    chainOf({ leaf: [spki(rsaSpki(big(2040), 65537n))] }),
    {
      differs: 'openssl at this level minds less than 1024 bits',
    },
  ),
  row('a leaf of RSA with 2047 bits', ['strict-profile'], chainOf({ leaf: [spki(rsaSpki(big(2047), 65537n))] }), {
    differs: cabf,
  }),
  row('a leaf of RSA with the exponent 1', ['weak-key'], chainOf({ leaf: [spki(rsaSpki(big(2048), 1n))] }), {
    differs: strictOnly,
  }),
  row('a leaf of RSA with an even exponent', ['weak-key'], chainOf({ leaf: [spki(rsaSpki(big(2048), 65536n))] }), {
    differs: strictOnly,
  }),
  row('an intermediate of RSA with 1024 bits', ['weak-key'], chainOf({ kinds: { issuer: 'rsa:1024' } }), {
    differs: 'openssl at this level minds less than 1024 bits',
  }),
  row('a root of RSA with 1024 bits', ['weak-key'], chainOf({ kinds: { root: 'rsa:1024' } }), {
    differs: 'openssl at this level minds less than 1024 bits',
  }),
  row('a leaf on P-192', ['weak-key'], chainOf({ kinds: { leaf: 'ec:prime192v1' } }), {
    differs: 'openssl at this level minds less than 160 bits',
  }),
  row('a leaf on P-224', ['weak-key'], chainOf({ kinds: { leaf: 'ec:secp224r1' } }), {
    differs: 'openssl at this level minds less than 160 bits',
  }),
  row('a leaf on secp256k1', ['unknown-algorithm'], chainOf({ kinds: { leaf: 'ec:secp256k1' } }), {
    differs: 'openssl knows more curves than browsers',
  }),
  row(
    'a point beside its curve',
    ['malformed'],
    chainOf({
      leaf: [
        (c) => {
          const beside = Uint8Array.from(c.spki);
          beside[beside.length - 1] = (beside.at(-1) ?? 0) ^ 1;
          return { ...c, spki: beside };
        },
      ],
    }),
  ),
  row('RSA without its parameters', ['profile'], chainOf({ kinds: { leaf: 'rsa:2048' }, leaf: [parameters()] }), {
    differs: 'Chrome and Firefox refuse it, openssl does not',
  }),
  row(
    'RSA with other parameters than NULL',
    ['profile'],
    chainOf({ kinds: { issuer: 'rsa:2048' }, issuer: [parameters(der.octetString())] }),
    { differs: 'Chrome and Firefox refuse it, openssl does not' },
  ),
  row(
    'Ed25519 with parameters',
    ['malformed'],
    chainOf({ kinds: { leaf: 'ed25519' }, leaf: [parameters(der.nullValue)] }),
  ),
  row('a key usage whose unused bits are set', ['malformed'], chainOf({ leaf: [usageOctets(5, 0x81)] }), {
    differs: 'Chrome and Firefox refuse it, openssl does not look',
  }),
  row('a key usage with more unused bits than an octet has', ['malformed'], chainOf({ leaf: [usageOctets(9, 0x80)] })),
  row('a key usage with trailing zero bits', ['strict-profile'], chainOf({ leaf: [usageOctets(0, 0x80)] }), {
    differs: 'X.690 forbids it, and openssl does not look',
  }),
  row('a curve that is spelt out', ['profile'], chainOf({ leaf: [spelledCurve] })),
  row('a leaf of DSA', ['unknown-algorithm'], chainOf({ kinds: { leaf: 'dsa' } }), { differs: 'openssl knows DSA' }),
  row('an issuer of DSA', ['unknown-algorithm'], chainOf({ kinds: { issuer: 'dsa' } }), {
    differs: 'openssl knows DSA',
  }),
  row(
    'a key of RSA that is none',
    ['malformed'],
    chainOf({
      leaf: [
        spki(
          der.sequence(
            der.sequence(der.objectIdentifier('1.2.840.113549.1.1.1'), der.nullValue),
            der.bitString(new Uint8Array()),
          ),
        ),
      ],
    }),
  ),
  row(
    'a key of an unknown algorithm',
    ['unknown-algorithm'],
    chainOf({
      leaf: [spki(der.sequence(der.sequence(der.objectIdentifier('1.2.3.4')), der.bitString(new Uint8Array(32))))],
    }),
  ),
  row('a leaf signed with SHA-1', ['weak-signature'], chainOf({ leaf: [put({ hash: 'sha1' })] }), {
    differs: 'openssl verify does not mind at this level',
  }),
  row(
    'a leaf signed with MD5',
    ['weak-signature'],
    chainOf({ kinds: { issuer: 'rsa:2048' }, leaf: [put({ hash: 'md5' })] }),
    { differs: 'openssl verify does not mind at this level' },
  ),
  row('an intermediate signed with SHA-1', ['weak-signature'], chainOf({ issuer: [put({ hash: 'sha1' })] }), {
    differs: 'openssl verify does not mind at this level',
  }),
  row('a root signed with SHA-1', [], chainOf({ root: [put({ hash: 'sha1' })] })),
  row('a leaf signed with SHA-224', ['unknown-algorithm'], chainOf({ leaf: [put({ hash: 'sha224' })] }), {
    differs: 'openssl knows SHA-224',
  }),
  row('a broken signature', ['bad-signature'], chainOf({ leaf: [put({ breakSignature: true })] }), { length: 3 }),
  row('a broken signature of an intermediate', ['bad-signature'], chainOf({ issuer: [put({ breakSignature: true })] })),
  row('a broken signature of a root counts for nothing', [], chainOf({ root: [put({ breakSignature: true })] })),
  row(
    'a signature by another key',
    ['bad-signature'],
    chainOf({ leaf: [put({ signer: keyFor('ec:P-256', 'CN=somebody') })] }),
  ),

  row(
    'a policy asked for and there',
    [],
    chainOf({ issuer: [policyConstraints(0), add(write.policies('2.23.140.1.2.1'))] }),
  ),
  row(
    'a policy asked for and not there',
    ['critical-extension'],
    chainOf({ issuer: [policyConstraints(0), add(write.policies('2.23.140.1.2.2'))] }),
    { differs: 'openssl asks with -policy_check' },
  ),
  row(
    'a policy asked for, any will do',
    [],
    chainOf({ issuer: [policyConstraints(0), add(write.policies('2.5.29.32.0'))] }),
  ),
  row(
    'a policy asked for, and a leaf without',
    ['critical-extension'],
    chainOf({ issuer: [policyConstraints(0), add(write.policies('2.5.29.32.0'))], leaf: [drop(ids.policies)] }),
    { differs: 'openssl asks with -policy_check' },
  ),
  row('a policy asked for further down than the path goes', [], chainOf({ issuer: [policyConstraints(3)] })),
  row('uncritical policyConstraints', ['strict-profile'], chainOf({ issuer: [policyConstraints(3, false)] }), {
    differs: strictOnly,
  }),
  row(
    'mapped policies',
    [],
    chainOf({
      issuer: [
        policyConstraints(0),
        add(write.policies('1.2.3.1')),
        add(
          write.ext(
            '2.5.29.33',
            der.sequence(der.sequence(der.objectIdentifier('1.2.3.1'), der.objectIdentifier('2.23.140.1.2.1'))),
            true,
          ),
        ),
      ],
    }),
  ),
  row(
    'policies mapped to others',
    ['critical-extension'],
    chainOf({
      issuer: [
        policyConstraints(0),
        add(write.policies('2.23.140.1.2.1')),
        add(
          write.ext(
            '2.5.29.33',
            der.sequence(der.sequence(der.objectIdentifier('2.23.140.1.2.1'), der.objectIdentifier('1.2.3.1'))),
            true,
          ),
        ),
      ],
    }),
    { differs: 'openssl asks with -policy_check' },
  ),
  row(
    'a policy mapped from any policy',
    ['profile'],
    chainOf({
      issuer: [
        add(
          write.ext(
            '2.5.29.33',
            der.sequence(der.sequence(der.objectIdentifier('2.5.29.32.0'), der.objectIdentifier('1.2.3.1'))),
            true,
          ),
        ),
      ],
    }),
    { differs: 'openssl asks with -policy_check' },
  ),
  row(
    'any policy of the leaf, which is inhibited',
    ['critical-extension'],
    chainOf({
      issuer: [policyConstraints(0), add(write.policies('1.2.3.1')), add(write.ext('2.5.29.54', der.integer(0), true))],
      leaf: [change(write.policies('2.5.29.32.0'))],
    }),
    { differs: 'openssl asks with -policy_check' },
  ),

  row(
    'two faults are both said',
    ['expired', 'name-mismatch'],
    chainOf({ leaf: [until('2026-01-01T00:00:00Z')], host: 'other.example.com' }),
  ),
  row(
    'three faults at three places',
    ['expired', 'not-a-ca', 'weak-key'],
    chainOf({ kinds: { leaf: 'ec:secp224r1' }, issuer: [drop(ids.basic)], root: [until('2026-01-01T00:00:00Z')] }),
  ),
  row(
    'a root that is no longer trusted',
    ['distrusted'],
    chainOf({ policy: { distrusted: (root) => ['Somebody', root.subject.text, 'yesterday', 'today'] } }),
    { differs: 'openssl has no option for it' },
  ),
  row(
    'another type of string in the issuer',
    [],
    chainOf({ leaf: [put({ issuer: odd.nameOfPairs(['CN=Issuer', 'O=Test'], tags.printableString) })] }),
  ),
  row(
    'another case and more spaces in the issuer',
    [],
    chainOf({ leaf: [put({ issuer: odd.nameOfPairs(['CN=ISSUER', 'O= Test ']) })] }),
  ),
  row('another issuer', ['unknown-issuer'], chainOf({ leaf: [put({ issuer: odd.nameOfPairs(['CN=Nobody']) })] })),
  row(
    'a direct root of version 1',
    [],
    given(make(leafContent('CN=Old')), [], [make(rootContent('CN=Old'), versionOne)]),
    { differs: 'openssl -x509_strict wants roots of version 3' },
  ),
];
