import * as der from '../../der/writer.ts';
import * as write from '../../x509/testing/certificate-writer.ts';
import { add, change, clientAuth, drop, type Edit, make, put, rootContent, serverAuth, subject } from './chain.ts';
import * as odd from '../../x509/testing/odd-values.ts';
import {
  any,
  bad,
  deviating,
  good,
  icaOf,
  leafOf,
  pair,
  rootOf,
  stranger,
  type SuiteCase,
  triple,
} from './suite-chain.ts';

const nameless = put({ subject: der.sequence() });
const noUse = change(write.keyUsage([], false));
const basic = (ca: boolean, critical = true): Edit => change(write.basicConstraints(ca, undefined, critical));
const aia = (critical: boolean): Edit =>
  add(
    write.ext(
      '1.3.6.1.5.5.7.1.1',
      der.sequence(der.sequence(der.objectIdentifier('1.3.6.1.5.5.7.48.2'), write.generalName('dns:example.com'))),
      critical,
    ),
  );
const serial = (...octets: number[]): Edit => put({ serial: odd.integerOctets(Uint8Array.from(octets)) });
const criticalAuthority: Edit = (c) => change(write.authorityKeyId(c.spki, true))(c);
const criticalSubject: Edit = (c) => change(write.subjectKeyId(c.spki, true))(c);
const period = (from: string, until: string): Edit =>
  put({ notBefore: odd.timeOf(`${from}T00:00:00Z`), notAfter: odd.timeOf(`${until}T00:00:00Z`) });

const eku = (...ids: readonly string[]): Edit => change(write.extendedKeyUsage(...ids));
const san = (...list: readonly string[]): Edit => change(write.subjectAltName(list));

const march = period('2024-03-01', '2024-04-01');
const march2 = put({ notBefore: odd.timeOf('2024-03-01T00:00:01Z'), notAfter: odd.timeOf('2024-04-01T00:00:00Z') });
const inMarch = (edit: Edit, at: string): SuiteCase['chain'] => triple([edit], [edit], [edit], { at });
const in2022 = '2022-01-01T00:00:00Z';

const negative = make(rootContent('CN=gov.us'), drop('2.5.29.15'), serial(0xff, 1), san('dns:gov.us'));

/** The limit of an issuer. */
const limit = (pathLength: number): Edit => change(write.basicConstraints(true, pathLength));

/** Intermediates with these limits from the root down. */
const limits = (...list: readonly number[]): Uint8Array[] =>
  list.map((pathLength, i) => icaOf(`p${i + 1}`, i === 0 ? 'root' : `p${i}`, limit(pathLength)));

const authorityAsLeaf =
  'Firefox and webpki refuse an authority as a server; so does the suite’s own webpki::ca-as-leaf';
const selfIssued = (name: string, ...edits: readonly Edit[]): Uint8Array =>
  icaOf(
    name,
    name,
    (c) => {
      const key = write.plainContent(`CN=${name} 2`, '').key;
      return change(write.subjectKeyId(key.spki))({ ...c, key, spki: key.spki });
    },
    ...edits,
  );
const bySecondKey =
  (name: string): Edit =>
  (c) => {
    const { key: signer } = write.plainContent(`CN=${name} 2`, '');
    return change(write.authorityKeyId(signer.spki))({ ...c, signer });
  };

/** The cases of x509-limbo under rfc5280:: (without name constraints) and pathlen::. */
export const rfc5280Cases: readonly SuiteCase[] = [
  bad('rfc5280::ee-empty-issuer', ['profile', 'unknown-issuer'], pair([], [put({ issuer: der.sequence() })])),
  bad(
    'rfc5280::ca-empty-subject',
    ['profile'],
    pair([put({ subject: der.sequence() })], [put({ issuer: der.sequence() })]),
  ),
  bad('rfc5280::unknown-critical-extension-ee', ['critical-extension'], pair([], [stranger(true)])),
  bad('rfc5280::unknown-critical-extension-root', ['critical-extension'], pair([stranger(true)], [])),
  bad('rfc5280::unknown-critical-extension-intermediate', ['critical-extension'], triple([], [stranger(true)], [])),
  bad(
    'rfc5280::chain-untrusted-root',
    ['unknown-issuer'],
    any(leafOf('ica'), [rootOf('root'), icaOf('ica', 'root')], [rootOf('unrelated')]),
  ),
  bad('rfc5280::intermediate-ca-without-ca-bit', ['not-a-ca'], triple([], [basic(false)], [])),
  bad('rfc5280::intermediate-ca-missing-basic-constraints', ['not-a-ca'], triple([], [drop('2.5.29.19')], [])),
  bad('rfc5280::root-missing-basic-constraints', ['not-a-ca'], pair([drop('2.5.29.19')], [])),
  bad('rfc5280::root-non-critical-basic-constraints', ['strict-profile'], pair([basic(true, false)], [])),
  bad('rfc5280::root-inconsistent-ca-extensions', ['not-a-ca', 'profile'], pair([noUse], [])),
  bad('rfc5280::ica-ku-keycertsign', ['not-a-ca', 'profile'], triple([], [limit(0), noUse], [])),
  bad(
    'rfc5280::leaf-ku-keycertsign',
    ['profile'],
    pair([], [basic(false), change(write.keyUsage(['digitalSignature', 'keyCertSign'], false))]),
  ),
  good('rfc5280::ee-aia', pair([], [aia(false)])),
  bad('rfc5280::ee-critical-aia-invalid', ['strict-profile'], pair([], [aia(true)])),
  bad('rfc5280::duplicate-extensions', ['profile'], pair([], [add(write.subjectAltName(['dns:example.com']))])),
  good('rfc5280::no-keyusage', pair([], [drop('2.5.29.15')])),
  good('rfc5280::no-basicconstraints', pair([], [drop('2.5.29.19')])),
  bad(
    'rfc5280::mismatching-signature-algorithm',
    ['profile'],
    pair([put({ outerAlgorithm: der.sequence(der.objectIdentifier('1.2.840.10045.4.3.3')) })], []),
  ),
  deviating(
    bad(
      'rfc5280::ca-as-leaf',
      ['key-usage', 'profile', 'strict-profile'],
      any(icaOf('leaf', 'root', san('dns:ca.example.com')), [], [rootOf('root')], { host: 'ca.example.com' }),
    ),
    authorityAsLeaf,
  ),
  bad(
    'rfc5280::ca-as-leaf-wrong-san',
    ['key-usage', 'name-mismatch', 'profile', 'strict-profile'],
    any(icaOf('leaf', 'root', san('dns:ca.example.com')), [], [rootOf('root')], { host: 'other.example.com' }),
  ),
  good('rfc5280::root-and-intermediate-swapped', any(leafOf('ica'), [rootOf('root')], [icaOf('ica', 'root')])),

  bad('rfc5280::aki::critical-aki', ['strict-profile'], pair([criticalAuthority], [])),
  bad('rfc5280::aki::leaf-missing-aki', ['strict-profile'], pair([], [drop('2.5.29.35')])),
  bad('rfc5280::aki::intermediate-missing-aki', ['strict-profile'], triple([], [limit(0), drop('2.5.29.35')], [])),
  good('rfc5280::aki::self-signed-root-missing-aki', pair([], [])),
  bad(
    'rfc5280::aki::cross-signed-root-missing-aki',
    ['strict-profile'],
    any(leafOf('ica'), [], [icaOf('ica', 'root', limit(0), drop('2.5.29.35'))]),
  ),
  bad('rfc5280::eku::ee-wrong-eku', ['extended-key-usage'], pair([], [eku(clientAuth)])),
  good('rfc5280::eku::ee-without-eku', pair([], [drop('2.5.29.37')])),
  bad(
    'rfc5280::pc::ica-noncritical-pc',
    ['strict-profile'],
    triple([], [add(write.ext('2.5.29.36', der.sequence(der.primitive(0, Uint8Array.of(3)))))], []),
  ),
  bad('rfc5280::san::malformed', ['malformed'], pair([], [change(write.ext('2.5.29.17', Buffer.from('example.com')))])),
  bad('rfc5280::san::noncritical-with-empty-subject', ['strict-profile'], pair([], [nameless])),
  bad('rfc5280::serial::too-long', ['strict-profile'], pair([], [serial(...new Uint8Array(22).fill(0x5a))])),
  bad('rfc5280::serial::zero', ['strict-profile'], pair([], [serial(0)])),
  bad('rfc5280::serial::negative', ['profile', 'strict-profile'], any(negative, [], [negative], { host: 'gov.us' })),
  bad('rfc5280::ski::critical-ski', ['strict-profile'], pair([criticalSubject], [])),
  bad('rfc5280::ski::root-missing-ski', ['strict-profile'], pair([drop('2.5.29.14')], [])),
  bad('rfc5280::ski::intermediate-missing-ski', ['strict-profile'], triple([], [drop('2.5.29.14')], [])),

  bad(
    'rfc5280::validity::expired-root',
    ['expired'],
    triple([period('2016-01-01', '2020-01-01')], [], [period('2018-01-01', '2023-01-01')], { at: in2022 }),
  ),
  bad(
    'rfc5280::validity::expired-intermediate',
    ['expired'],
    triple([], [period('2016-01-01', '2020-01-01')], [period('2018-01-01', '2023-01-01')], { at: in2022 }),
  ),
  bad(
    'rfc5280::validity::expired-leaf',
    ['expired'],
    triple([], [], [period('2018-01-01', '2021-01-01')], { at: in2022 }),
  ),
  good('rfc5280::validity::notbefore-exact', inMarch(march, '2024-03-01T00:00:00Z')),
  bad('rfc5280::validity::notbefore-fractional', ['not-yet-valid'], inMarch(march2, '2024-03-01T00:00:00.999Z')),
  good('rfc5280::validity::notafter-exact', inMarch(march, '2024-04-01T00:00:00Z')),
  good('rfc5280::validity::notafter-fractional', inMarch(march, '2024-04-01T00:00:00.005Z')),

  ...[0, 1, 2].map((pathLength) =>
    good(`pathlen::ee-with-intermediate-pathlen-${pathLength}`, triple([], [limit(pathLength)], [])),
  ),
  deviating(
    bad(
      'pathlen::validation-ignores-pathlen-in-leaf',
      ['key-usage', 'profile', 'strict-profile'],
      any(icaOf('p2', 'p1', limit(0)), limits(0), [rootOf('root')]),
    ),
    authorityAsLeaf,
  ),
  bad('pathlen::intermediate-violates-pathlen-0', ['path-length'], any(leafOf('p2'), limits(0, 0), [rootOf('root')])),
  good('pathlen::intermediate-pathlen-may-increase', any(leafOf('p2'), limits(1, 2), [rootOf('root')])),
  bad('pathlen::intermediate-pathlen-too-long', ['path-length'], any(leafOf('p3'), limits(1, 0, 0), [rootOf('root')])),
  good(
    'pathlen::self-issued-certs-pathlen',
    any(
      leafOf('p3'),
      [icaOf('p1', 'root', limit(1)), selfIssued('p1', limit(1)), icaOf('p3', 'p1', bySecondKey('p1'), limit(0))],
      [rootOf('root')],
    ),
  ),
  good('pathlen::max-chain-depth-0', pair([], [], { policy: { maxIntermediates: 0 } })),
  bad(
    'pathlen::max-chain-depth-0-exhausted',
    ['unknown-issuer'],
    triple([], [], [], { policy: { maxIntermediates: 0 } }),
  ),
  good('pathlen::max-chain-depth-1', triple([], [], [], { policy: { maxIntermediates: 1 } })),
  good(
    'pathlen::max-chain-depth-1-self-issued',
    any(leafOf('p1', bySecondKey('p1')), [icaOf('p1', 'root'), selfIssued('p1')], [rootOf('root')], {
      policy: { maxIntermediates: 1 },
    }),
  ),
  good(
    'a client',
    pair([], [eku(clientAuth), san('email:a@example.com')], { host: null, policy: { purpose: clientAuth } }),
  ),
  bad(
    'a server where a client is asked for',
    ['extended-key-usage'],
    pair([], [eku(serverAuth)], { host: null, policy: { purpose: clientAuth } }),
  ),
  good('a subject of another name', pair([], [subject('O=Example')])),
];
