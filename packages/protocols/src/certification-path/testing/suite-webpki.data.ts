import { tags } from '../../der/reader.ts';
import type { PathPolicy } from '../path-question.ts';
import * as der from '../../der/writer.ts';
import * as write from '../../x509/testing/certificate-writer.ts';
import { add, anyPurpose, change, clientAuth, drop, type Edit, put, serverAuth, signedBy, subject } from './chain.ts';
import { explicitCurve, keyIdentifierOf } from '../../x509/testing/keys.ts';
import * as odd from '../../x509/testing/odd-values.ts';
import {
  any,
  bad,
  byKind,
  deviating,
  good,
  icaOf,
  leafOf,
  pair,
  rootOf,
  type SuiteCase,
  triple,
  withKind,
} from './suite-chain.ts';

const san = (...list: readonly string[]): Edit => change(write.subjectAltName(list));
const eku = (...ids: readonly string[]): Edit => change(write.extendedKeyUsage(...ids));
const noNames = drop('2.5.29.17');

/** A leaf with one name that is asked for another. */
const names = (presented: string, host: string): SuiteCase['chain'] => pair([], [san(presented)], { host });

/** A root that names an issuer of its own in this way. */
const rootNaming = (...parts: readonly ((own: Uint8Array) => Uint8Array)[]): SuiteCase['chain'] =>
  pair(
    [(c) => change(write.ext('2.5.29.35', der.sequence(...parts.map((part) => part(keyIdentifierOf(c.spki))))))(c)],
    [],
  );
const ownKey = (own: Uint8Array): Uint8Array => der.primitive(0, own);
const ownIssuer = (): Uint8Array => der.constructed(1, write.generalName('dn:CN=myCN'));
const ownSerial = (): Uint8Array => der.primitive(2, Uint8Array.of(4, 0xd2));

const precertificate = '1.3.6.1.4.1.11129.2.4.4';
const other = {
  'ee-anyeku': anyPurpose,
  'ee-precertificate-with-serverauth': precertificate,
  'ee-codesigning-with-serverauth': '1.3.6.1.5.5.7.3.3',
  'ee-emailprotection-with-serverauth': '1.3.6.1.5.5.7.3.4',
  'ee-timestamping-with-serverauth': '1.3.6.1.5.5.7.3.8',
  'ee-ocspsigning-with-serverauth': '1.3.6.1.5.5.7.3.9',
};

/** A common name that repeats no name of the certificate character for character. */
const named = (
  id: string,
  text: string,
  presented: string,
  host = presented.slice(presented.indexOf(':') + 1),
): SuiteCase =>
  bad(`webpki::cn::${id}`, ['strict-profile'], pair([], [subject(`CN=${text}`), san(presented)], { host }));

/** A leaf by a root whose key is of another kind. */
const byRootOf = (kind: string): SuiteCase['chain'] => pair([withKind('root', kind, true)], [byKind('root', kind)]);
const leafKind = (kind: string): SuiteCase['chain'] => pair([], [withKind('leaf', kind)]);

const uses = (...bits: Parameters<typeof write.keyUsage>[0]): Edit => change(write.keyUsage(bits, false));
const mlDsa = (kind: string, ...leaf: readonly Edit[]): SuiteCase['chain'] =>
  pair([withKind('root', kind, true)], [withKind('leaf', kind), byKind('root', kind), ...leaf]);

/** Two that sign each other, and who signs whom. */
const cycle = (policy: PathPolicy = {}): SuiteCase['chain'] =>
  any(leafOf('one'), [icaOf('one', 'two', noNames), icaOf('two', 'one', noNames)], [rootOf('root')], { policy });
const secondKey: Edit = (c) => {
  const { key } = write.plainContent('CN=one 2', '');
  return change(write.subjectKeyId(key.spki))({ ...c, key, spki: key.spki });
};

/** The cases of x509-limbo under webpki::, pathological::, invalid::, rfc9881:: and what is left of cve::. */
export const webpkiCases: readonly SuiteCase[] = [
  good('webpki::san::exact-dns-san', names('dns:example.com', 'example.com')),
  good('webpki::san::exact-localhost-ip-san', names('ip:127.0.0.1', '127.0.0.1')),
  bad('webpki::san::mismatch-domain-san', ['name-mismatch'], names('dns:example.com', 'example2.com')),
  bad('webpki::san::mismatch-subdomain-san', ['name-mismatch'], names('dns:abc.example.com', 'def.example.com')),
  bad('webpki::san::mismatch-subdomain-apex-san', ['name-mismatch'], names('dns:example.com', 'abc.example.com')),
  bad('webpki::san::mismatch-apex-subdomain-san', ['name-mismatch'], names('dns:abc.example.com', 'example.com')),
  bad('webpki::san::public-suffix-wildcard-san', ['name-mismatch'], names('dns:*.com', 'example.com')),
  good('webpki::san::leftmost-wildcard-san', names('dns:*.example.com', 'foo.example.com')),
  bad(
    'webpki::san::wildcard-embedded-leftmost-san',
    ['name-mismatch'],
    names('dns:ba*.example.com', 'baz.example.com'),
  ),
  bad(
    'webpki::san::wildcard-not-in-leftmost-san',
    ['name-mismatch'],
    names('dns:foo.*.example.com', 'foo.bar.example.com'),
  ),
  bad(
    'webpki::san::wildcard-match-across-labels-san',
    ['name-mismatch'],
    names('dns:*.example.com', 'foo.bar.example.com'),
  ),
  bad(
    'webpki::san::wildcard-embedded-ulabel-san',
    ['name-mismatch'],
    names('dns:xn--*-1b3c148a.example.com', 'xn--bliss-1b3c148a.example.com'),
  ),
  bad('webpki::san::unicode-emoji-san', ['malformed'], names('dns:😜.example.com', 'xn--628h.example.com')),
  bad('webpki::san::no-san', ['name-mismatch'], pair([], [noNames])),
  bad(
    'webpki::san::san-critical-with-nonempty-subject',
    ['strict-profile'],
    pair([], [subject('CN=something-else'), change(write.subjectAltName(['dns:example.com'], true))]),
  ),

  named('ipv4-hex-mismatch', '0xC0A80101', 'ip:192.168.1.1'),
  named('ipv4-leading-zeros-mismatch', '192.168.001.001', 'ip:192.168.1.1'),
  named('ipv6-uppercase-mismatch', '2001:DB8::8A2E:370:7334', 'ip:2001:db8::8a2e:370:7334'),
  named('ipv6-uncompressed-mismatch', '2001:0db8:0000:0000:0000:0000:0000:0001', 'ip:2001:db8::1'),
  named('ipv6-non-rfc5952-mismatch', '2001:db8:0:0:1:0:0:1', 'ip:2001:db8::1:0:0:1'),
  named('punycode-not-in-san', 'xn--nxasmq6b.com', 'dns:xn--n3h.com'),
  named('utf8-vs-punycode-mismatch', 'test-測試.com', 'dns:xn--test--wg5h0h.com'),
  named('not-in-san', 'notinsan.example.com', 'dns:valid.example.com'),
  named('case-mismatch', 'Example.COM', 'dns:example.com'),

  bad('webpki::aki::root-with-aki-missing-keyidentifier', ['strict-profile'], rootNaming()),
  bad('webpki::aki::root-with-aki-authoritycertissuer', ['strict-profile'], rootNaming(ownKey, ownIssuer)),
  bad('webpki::aki::root-with-aki-authoritycertserialnumber', ['strict-profile'], rootNaming(ownKey, ownSerial)),
  bad('webpki::aki::root-with-aki-all-fields', ['strict-profile'], rootNaming(ownKey, ownIssuer, ownSerial)),
  bad(
    'webpki::aki::root-with-aki-ski-mismatch',
    ['strict-profile'],
    rootNaming(() => der.primitive(0, new Uint8Array(20))),
  ),

  ...Object.entries(other).map(([id, oid]) =>
    bad(`webpki::eku::${id}`, ['strict-profile'], pair([], [eku(serverAuth, oid)])),
  ),
  bad(
    'webpki::eku::ee-critical-eku',
    ['strict-profile'],
    pair([], [change(write.ext('2.5.29.37', der.sequence(der.objectIdentifier(serverAuth)), true))]),
  ),
  deviating(
    good('webpki::eku::ee-without-eku', pair([], [drop('2.5.29.37')])),
    'RFC 5280 and every browser take it for any purpose, as the suite’s own case under rfc5280:: does',
  ),
  bad('webpki::eku::root-has-eku', ['strict-profile'], pair([eku(serverAuth)], [])),
  bad('webpki::eku::ee-clientauth-only', ['extended-key-usage'], pair([], [eku(clientAuth)])),
  bad('webpki::eku::ee-precertificate-only', ['extended-key-usage'], pair([], [eku(precertificate)])),
  good('webpki::eku::ee-serverauth-with-additional', pair([], [eku(serverAuth, clientAuth)])),
  bad(
    'webpki::ku::ee-rsa-without-any-usages',
    ['profile'],
    pair([], [withKind('leaf', 'rsa:2048'), change(write.keyUsage([]))]),
  ),

  bad(
    'webpki::explicit-curve',
    ['profile', 'unknown-algorithm'],
    pair([(c) => ({ ...c, spki: explicitCurve(c.spki) })], [(c) => ({ ...c, spki: explicitCurve(c.spki) })]),
  ),
  bad(
    'webpki::malformed-aia',
    ['malformed'],
    pair([], [add(write.ext('1.3.6.1.5.5.7.1.1', Buffer.from('malformed')))]),
  ),
  bad('webpki::forbidden-p192-root', ['weak-key'], byRootOf('ec:prime192v1')),
  bad('webpki::forbidden-p192-leaf', ['weak-key'], leafKind('ec:prime192v1')),
  bad('webpki::forbidden-dsa-root', ['unknown-algorithm'], byRootOf('dsa')),
  bad('webpki::forbidden-dsa-leaf', ['unknown-algorithm'], leafKind('dsa')),
  bad('webpki::forbidden-weak-rsa-key-in-root', ['weak-key'], byRootOf('rsa:1024')),
  bad('webpki::forbidden-weak-rsa-in-leaf', ['weak-key'], leafKind('rsa:1024')),
  bad('webpki::forbidden-rsa-not-divisable-by-8-in-root', ['strict-profile'], byRootOf('rsa:2052')),
  bad('webpki::forbidden-rsa-key-not-divisable-by-8-in-leaf', ['strict-profile'], leafKind('rsa:2052')),
  bad('webpki::v1-cert', ['name-mismatch', 'strict-profile'], pair([], [put({ version: 1, extensions: [] })])),
  bad('webpki::ee-basicconstraints-ca', ['profile'], pair([], [change(write.basicConstraints(true))])),
  bad(
    'webpki::ca-as-leaf',
    ['key-usage', 'profile', 'strict-profile'],
    any(icaOf('leaf', 'root', san('dns:ca.example.com')), [], [rootOf('root')], { host: 'ca.example.com' }),
  ),

  good(
    'pathological::multiple-chains-expired-intermediate',
    any(
      leafOf('root'),
      [icaOf('root', 'root 2', put({ notAfter: odd.timeOf('1988-11-25T00:00:00Z') }))],
      [rootOf('root'), rootOf('root 2')],
    ),
  ),
  bad('pathological::intermediate-cycle-distinct-cas', ['unknown-issuer'], cycle()),
  bad('pathological::intermediate-cycle-distinct-cas-max-depth', ['unknown-issuer'], cycle({ maxIntermediates: 255 })),
  bad(
    'pathological::intermediate-cycle-same-logical-ca',
    ['unknown-issuer'],
    any(
      leafOf('one'),
      [icaOf('one', 'one', signedBy('CN=one 2')), icaOf('one', 'one', secondKey, signedBy('CN=one'))],
      [rootOf('root')],
    ),
  ),
  good(
    'cve::cve-2024-0567',
    any(
      leafOf(
        'A1',
        put({ subject: der.sequence() }),
        change(write.subjectAltName(['dns:cve-2024-0567.example.com'], true)),
      ),
      [
        icaOf('A1', 'A', noNames),
        // A, B and C signed each other: the subject, then the issuer.
        ...['AB', 'AC', 'BA', 'BC', 'CA', 'CB'].map(([to = '', by = '']) => icaOf(to, by, noNames)),
        icaOf('B1', 'B', noNames),
        icaOf('C1', 'C', noNames),
      ],
      // The suite's root names an issuer of another name, and signed itself all the same.
      [rootOf('A', put({ issuer: odd.nameOfPairs(['CN=root']) }))],
      { host: 'cve-2024-0567.example.com' },
    ),
  ),
  bad(
    'invalid::invalid-issuer-key',
    ['malformed', 'unknown-algorithm'],
    any(
      leafOf('ica', put({ signature: der.encodeDer(tags.sequence) })),
      [
        icaOf('ica', 'root', (c) => ({
          ...c,
          spki: der.sequence(
            der.sequence(der.objectIdentifier('1.2.840.113549.1.1.1'), der.nullValue),
            der.bitString(new Uint8Array()),
          ),
        })),
      ],
      [rootOf('root')],
    ),
  ),

  good('rfc9881::ml-dsa-44', mlDsa('ml-dsa-44')),
  good('rfc9881::ml-dsa-65', mlDsa('ml-dsa-65')),
  good('rfc9881::ml-dsa-87', mlDsa('ml-dsa-87')),
  bad(
    'rfc9881::ml-dsa-44-bad-signature',
    ['bad-signature'],
    mlDsa('ml-dsa-44', (c) => ({
      ...c,
      signer: write.plainContent('', 'CN=impostor', 'ec:P-256', 'ml-dsa-44').signer,
    })),
  ),
  bad(
    'rfc9881::ml-dsa-44-key-encipherment',
    ['strict-profile'],
    mlDsa('ml-dsa-44', uses('digitalSignature', 'keyEncipherment')),
  ),
  bad(
    'rfc9881::ml-dsa-44-key-agreement',
    ['strict-profile'],
    mlDsa('ml-dsa-44', uses('digitalSignature', 'keyAgreement')),
  ),
  bad('a chain without its intermediate', ['unknown-issuer'], any(leafOf('ica'), [], [rootOf('root')])),
  good('a chain with its intermediate', triple([], [], [])),
];
