import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import {
  timedOut,
  tls12Only,
  tls13Only,
  tlsOf,
  withVersions,
  refusedEndpoint,
} from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import {
  tlsCbcOffered,
  tlsCcm8,
  tlsDes,
  tlsNoAead,
  tlsNullAnonExport,
  tlsObscureCipher,
  tlsRc4,
  tls3desIdea,
} from './suites.ts';

const gcm = 0xc02f;
const silent = refusedEndpoint;
const cutShort = tls12Only([gcm], { complete: false });
const weakOnly = tls12Only([gcm], { enumeration: 'weak-only' });
const preferredOnly = tls12Only([gcm], { enumeration: 'preferred-only' });
const tls11Unknown = withVersions({ ...refusedVersion('TLSv1.1'), accepted: timedOut });

const rows: readonly Row[] = [
  [tlsNullAnonExport, 'a full list has none', goodEndpoint, 'pass'],
  [
    tlsNullAnonExport,
    'a NULL suite',
    tls12Only([gcm, 0x003b]),
    'fail',
    /TLSv1\.2 accepted 003b TLS_RSA_WITH_NULL_SHA256/,
  ],
  [tlsNullAnonExport, 'an anonymous suite', tls12Only([gcm, 0x006d]), 'fail', /TLS_DH_anon_WITH_AES_256_CBC_SHA256/],
  [
    tlsNullAnonExport,
    'an export suite under TLS 1.0',
    withVersions(acceptedVersion('TLSv1.0', [0x0003])),
    'fail',
    /TLSv1\.0 accepted 0003/,
  ],
  [
    tlsNullAnonExport,
    'an integrity-only suite of TLS 1.3',
    withVersions(acceptedVersion('TLSv1.3', [0xc0b4])),
    'fail',
    /TLS_SHA256_SHA256/,
  ],
  [
    tlsNullAnonExport,
    'kinds of SSL 2.0 are left to tls-sslv2',
    withVersions(acceptedVersion('SSLv2', [0x020080])),
    'pass',
  ],
  [tlsNullAnonExport, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsNullAnonExport, 'the enumeration was cut short', cutShort, 'inconclusive', /interrupted/],
  [tlsDes, 'the weak classes were asked for', weakOnly, 'pass'],
  [tlsDes, 'a 56-bit suite', tls12Only([0x0009]), 'fail', /TLS_RSA_WITH_DES_CBC_SHA/],
  [tlsDes, 'a 40-bit suite', tls12Only([0x0006]), 'fail', /RC2_CBC_40/],
  [tlsDes, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsDes, 'only the preferred suite is known', preferredOnly, 'inconclusive', /Not every cipher suite/],
  [tlsRc4, 'the weak classes were asked for', weakOnly, 'pass'],
  [tlsRc4, 'only TLS 1.3 is accepted', tls13Only(), 'pass'],
  [tlsRc4, 'an RC4 suite', tls12Only([gcm, 0xc011]), 'fail', /c011 TLS_ECDHE_RSA_WITH_RC4_128_SHA/],
  [tlsRc4, 'RC4 suites and no others', tls12Only([0xc011, 0x0005]), 'fail', /and no other suite/],
  [tlsRc4, 'an RC4 suite seen before the enumeration was cut short', tls12Only([0x0005], { complete: false }), 'fail'],
  [
    tlsRc4,
    'the raw answer is quoted',
    { ...tls12Only([0x0005]), raw: { 'TLSv1.2 0005': '1603030031' } },
    'fail',
    /\n16 03 03 00 31/,
  ],
  [tlsRc4, 'a light address adds nothing to a full one', [goodEndpoint, { ...preferredOnly, depth: 'light' }], 'pass'],
  [tlsRc4, 'two full addresses, one unknown', [goodEndpoint, preferredOnly], 'inconclusive'],
  [tlsRc4, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsRc4, 'whether TLS 1.1 is accepted is unknown', tls11Unknown, 'inconclusive', /TLSv1\.1/],
  [tlsRc4, 'the control question failed', { ...goodEndpoint, controlPassed: false }, 'inconclusive'],
  [tls3desIdea, 'a full list has none', goodEndpoint, 'pass'],
  [tls3desIdea, 'a 3DES suite', tls12Only([gcm, 0xc012]), 'fail', /3DES/],
  [tls3desIdea, 'an IDEA suite', tls12Only([gcm, 0x0007]), 'fail', /IDEA/],
  [tls3desIdea, 'single DES is left to tls-des', tls12Only([gcm, 0x0009]), 'pass'],
  [tls3desIdea, 'nothing speaks TLS', silent, 'not-applicable'],
  [tls3desIdea, 'the enumeration was cut short', cutShort, 'inconclusive'],
  [tlsNoAead, 'a GCM suite', tls12Only([gcm, 0xc013]), 'pass'],
  [tlsNoAead, 'TLS 1.3 is accepted', tls13Only(), 'pass'],
  [tlsNoAead, 'CBC alone', tls12Only([0xc013]), 'fail', /TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA/],
  [tlsNoAead, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsNoAead, 'CBC alone in a list that was cut short', tls12Only([0xc013], { complete: false }), 'inconclusive'],
  [tlsCbcOffered, 'AEAD alone', goodEndpoint, 'pass'],
  [tlsCbcOffered, 'CBC beside GCM', tls12Only([gcm, 0xc013]), 'fail', /c013/],
  [
    tlsCbcOffered,
    'encrypt-then-MAC is told',
    { ...tls12Only([gcm, 0xc013]), encryptThenMac: seen(true) },
    'fail',
    /RFC 7366/,
  ],
  [tlsCbcOffered, 'CBC is all there is', tls12Only([0xc013]), 'not-applicable'],
  [
    tlsCbcOffered,
    'CBC is all that was found before the enumeration was cut short',
    tls12Only([0xc013], { complete: false }),
    'inconclusive',
  ],
  [tlsCbcOffered, 'the weak classes alone were asked for', weakOnly, 'inconclusive'],
  [tlsCcm8, 'a full list has none', goodEndpoint, 'pass'],
  [tlsCcm8, 'a CCM_8 suite of TLS 1.2', tls12Only([gcm, 0xc0ae]), 'fail', /CCM_8/],
  [
    tlsCcm8,
    'the CCM_8 suite of TLS 1.3',
    withVersions(acceptedVersion('TLSv1.3', [0x1301, 0x1305])),
    'fail',
    /1305 TLS_AES_128_CCM_8_SHA256/,
  ],
  [tlsCcm8, 'nothing speaks TLS', silent, 'not-applicable'],
  [
    tlsCcm8,
    'the suites of TLS 1.3 were not asked for',
    tls13Only({ enumeration: 'preferred-only' }),
    'inconclusive',
    /TLSv1\.3/,
  ],
  [tlsObscureCipher, 'a full list has none', goodEndpoint, 'pass'],
  [tlsObscureCipher, 'a Camellia CBC suite', tls12Only([gcm, 0x0041]), 'fail', /CAMELLIA/],
  [tlsObscureCipher, 'an SM4 suite', withVersions(acceptedVersion('TLSv1.3', [0x1301, 0x00c6])), 'fail', /SM4/],
  [tlsObscureCipher, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsObscureCipher, 'the weak classes alone were asked for', weakOnly, 'inconclusive'],
];

testRows(rows);

test('RC4 as the only suite is high, and with other suites medium', () => {
  const vectorOf = (given: TlsEndpoint): string | undefined => {
    const outcome = tlsRc4.evaluate(tlsOf(given));
    assert.equal(outcome.outcome, 'fail');
    return outcome.findings[0].cvss;
  };
  assert.equal(vectorOf(tls12Only([0xc011, 0x0005])), 'brokenProtocol');
  assert.equal(vectorOf(tls12Only([0xc011, gcm])), undefined);
  assert.equal(vectorOf(withVersions(acceptedVersion('TLSv1.2', [0x0005]))), undefined);
  assert.equal(vectorOf(tls12Only([0x0005], { complete: false })), undefined);
});
