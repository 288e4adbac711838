import type { SomeEvidence } from '../../../evidence/evidence.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { acceptedVersion, refusedVersion } from '../../../evidence/tls/example.ts';
import { timedOut, tls12Only, tlsOf, withVersions, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { noCertificates } from '../../../evidence/certificates/example.ts';
import { besideService, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { vulnBeast, vulnDrown, vulnFreak, vulnPoodleSsl3 } from './old-protocols.ts';

const ssl3 = (suites: readonly number[], changes = {}): SomeEvidence =>
  tlsOf(withVersions(acceptedVersion('SSLv3', suites, changes)));
const tls10 = (suites: readonly number[], changes = {}): SomeEvidence =>
  tlsOf(withVersions(acceptedVersion('TLSv1.0', suites, changes)));
const ssl2 = (kinds: readonly number[]): SomeEvidence => tlsOf(withVersions(acceptedVersion('SSLv2', kinds)));
const unknownVersion = (version: 'SSLv2' | 'SSLv3' | 'TLSv1.0'): SomeEvidence =>
  tlsOf(withVersions({ ...refusedVersion(version), accepted: timedOut }));
const silent = tlsOf(refusedEndpoint);

testFlaws([
  [vulnPoodleSsl3, 'SSL 3.0 is disabled', {}, 'pass'],
  [vulnPoodleSsl3, 'SSL 3.0 with a CBC suite', ssl3([0x002f]), 'fail', /CVE-2014-3566[^]*Reproduce: nmap .*ssl-poodle/],
  [vulnPoodleSsl3, 'SSL 3.0 with RC4 alone', ssl3([0x0005]), 'pass', /without a CBC suite/],
  [
    vulnPoodleSsl3,
    'RC4 was chosen, and the rest was not asked for',
    ssl3([0x0005], { enumeration: 'weak-only' }),
    'inconclusive',
  ],
  [vulnPoodleSsl3, 'a CBC suite in a list that was cut short', ssl3([0x002f], { complete: false }), 'fail'],
  [vulnPoodleSsl3, 'no answer in time', unknownVersion('SSLv3'), 'inconclusive'],
  [vulnPoodleSsl3, 'nothing speaks TLS', silent, 'not-applicable'],
  [vulnBeast, 'TLS 1.0 is refused', {}, 'pass'],
  [
    vulnBeast,
    'TLS 1.0 with a CBC suite',
    tls10([0xc013]),
    'fail',
    /TLSv1\.0 accepted TLS_ECDHE[^]*nmap .*ssl-enum-ciphers/,
  ],
  [vulnBeast, 'SSL 3.0 with a CBC suite', ssl3([0x002f]), 'fail', /SSLv3/],
  [vulnBeast, 'TLS 1.0 with RC4 alone', tls10([0x0005]), 'pass'],
  [vulnBeast, 'a list that was cut short', tls10([0x0005], { complete: false }), 'inconclusive'],
  [vulnBeast, 'CBC under TLS 1.2 alone', tlsOf(tls12Only([0xc013])), 'pass'],
  [vulnBeast, 'no answer in time', unknownVersion('TLSv1.0'), 'inconclusive'],
  [vulnBeast, 'nothing speaks TLS', silent, 'not-applicable'],
  [vulnFreak, 'export suites are refused', {}, 'pass'],
  [vulnFreak, 'an RSA export suite', tls10([0x0003]), 'fail', /TLS_RSA_EXPORT_WITH_RC4_40_MD5/],
  [vulnFreak, 'a DHE export suite is another attack', tls10([0x0014]), 'pass'],
  [
    vulnFreak,
    'the weak classes were not asked for',
    tls10([0xc013], { enumeration: 'preferred-only' }),
    'inconclusive',
  ],
  [vulnFreak, 'nothing speaks TLS', silent, 'not-applicable'],
  [vulnDrown, 'SSL 2.0 is disabled', {}, 'pass'],
  [vulnDrown, 'SSL 2.0 beside TLS', ssl2([0x010080]), 'fail', /CVE-2016-0800[^]*Reproduce: nmap .*--script sslv2 /],
  [vulnDrown, 'SSL 2.0 without a cipher', ssl2([]), 'fail', /CVE-2015-3197/],
  [vulnDrown, 'no answer in time', unknownVersion('SSLv2'), 'inconclusive'],
  [vulnDrown, 'nothing speaks TLS', silent, 'not-applicable'],
  [
    vulnDrown,
    'SSL 2.0 on the mail port with the same key',
    besideService({ ssl2: seen(true) }),
    'fail',
    /imaps on 192\.0\.2\.1:993/,
  ],
  [
    vulnDrown,
    'SSL 2.0 on the mail port with another key',
    besideService({ ssl2: seen(true), spkiSha256: 'c' }),
    'pass',
  ],
  [vulnDrown, 'the mail port has the key and refuses SSL 2.0', besideService({}), 'pass'],
  [vulnDrown, 'the mail port has the key and does not say', besideService({ ssl2: timedOut }), 'inconclusive'],
  [
    vulnDrown,
    'the other ports could not be looked at',
    { certificates: { ...noCertificates, otherServices: unseen('budget', 'bytes-used-up', 1) } },
    'inconclusive',
    /has read its/,
  ],
]);
