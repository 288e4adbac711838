import { seen } from '../../../evidence/observed.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { timedOut, tls12Only, tls13Only, withVersions, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { cbcOffered, ccm8, des, noAead, nullAnonExport, obscureCipher, rc4, smallBlock } from './suites.ts';

const gcm = 0xc02f;
const silent = refusedEndpoint;
const cutShort = tls12Only([gcm], { complete: false });
const weakOnly = tls12Only([gcm], { enumeration: 'weak-only' });
const preferredOnly = tls12Only([gcm], { enumeration: 'preferred-only' });
const tls11Unknown = withVersions({ ...refusedVersion('TLSv1.1'), accepted: timedOut });

const rows: readonly Row[] = [
  [nullAnonExport, 'a full list has none', goodEndpoint, 'pass'],
  [nullAnonExport, 'a NULL suite', tls12Only([gcm, 0x003b]), 'fail', /TLSv1\.2 accepted 003b TLS_RSA_WITH_NULL_SHA256/],
  [nullAnonExport, 'an anonymous suite', tls12Only([gcm, 0x006d]), 'fail', /TLS_DH_anon_WITH_AES_256_CBC_SHA256/],
  [
    nullAnonExport,
    'an export suite under TLS 1.0',
    withVersions(acceptedVersion('TLSv1.0', [0x0003])),
    'fail',
    /TLSv1\.0 accepted 0003/,
  ],
  [
    nullAnonExport,
    'an integrity-only suite of TLS 1.3',
    withVersions(acceptedVersion('TLSv1.3', [0xc0b4])),
    'fail',
    /TLS_SHA256_SHA256/,
  ],
  [
    nullAnonExport,
    'kinds of SSL 2.0 are left to tls-sslv2',
    withVersions(acceptedVersion('SSLv2', [0x020080])),
    'pass',
  ],
  [nullAnonExport, 'nothing speaks TLS', silent, 'not-applicable'],
  [nullAnonExport, 'the enumeration was cut short', cutShort, 'inconclusive', /interrupted/],
  [des, 'the weak classes were asked for', weakOnly, 'pass'],
  [des, 'a 56-bit suite', tls12Only([0x0009]), 'fail', /TLS_RSA_WITH_DES_CBC_SHA/],
  [des, 'a 40-bit suite', tls12Only([0x0006]), 'fail', /RC2_CBC_40/],
  [des, 'nothing speaks TLS', silent, 'not-applicable'],
  [des, 'only the preferred suite is known', preferredOnly, 'inconclusive', /Not every cipher suite/],
  [rc4, 'the weak classes were asked for', weakOnly, 'pass'],
  [rc4, 'only TLS 1.3 is accepted', tls13Only(), 'pass'],
  [rc4, 'an RC4 suite', tls12Only([gcm, 0xc011]), 'fail', /c011 TLS_ECDHE_RSA_WITH_RC4_128_SHA/],
  [rc4, 'an RC4 suite seen before the enumeration was cut short', tls12Only([0x0005], { complete: false }), 'fail'],
  [
    rc4,
    'the raw answer is quoted',
    { ...tls12Only([0x0005]), raw: { 'TLSv1.2 0005': '1603030031' } },
    'fail',
    /\n16 03 03 00 31/,
  ],
  [rc4, 'a light address adds nothing to a full one', [goodEndpoint, { ...preferredOnly, depth: 'light' }], 'pass'],
  [rc4, 'two full addresses, one unknown', [goodEndpoint, preferredOnly], 'inconclusive'],
  [rc4, 'nothing speaks TLS', silent, 'not-applicable'],
  [rc4, 'whether TLS 1.1 is accepted is unknown', tls11Unknown, 'inconclusive', /TLSv1\.1/],
  [rc4, 'the control question failed', { ...goodEndpoint, controlPassed: false }, 'inconclusive'],
  [smallBlock, 'a full list has none', goodEndpoint, 'pass'],
  [smallBlock, 'a 3DES suite', tls12Only([gcm, 0xc012]), 'fail', /3DES/],
  [smallBlock, 'an IDEA suite', tls12Only([gcm, 0x0007]), 'fail', /IDEA/],
  [smallBlock, 'single DES is left to tls-des', tls12Only([gcm, 0x0009]), 'pass'],
  [smallBlock, 'nothing speaks TLS', silent, 'not-applicable'],
  [smallBlock, 'the enumeration was cut short', cutShort, 'inconclusive'],
  [noAead, 'a GCM suite', tls12Only([gcm, 0xc013]), 'pass'],
  [noAead, 'TLS 1.3 is accepted', tls13Only(), 'pass'],
  [noAead, 'CBC alone', tls12Only([0xc013]), 'fail', /TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA/],
  [noAead, 'nothing speaks TLS', silent, 'not-applicable'],
  [noAead, 'CBC alone in a list that was cut short', tls12Only([0xc013], { complete: false }), 'inconclusive'],
  [cbcOffered, 'AEAD alone', goodEndpoint, 'pass'],
  [cbcOffered, 'CBC beside GCM', tls12Only([gcm, 0xc013]), 'fail', /c013/],
  [
    cbcOffered,
    'encrypt-then-MAC is told',
    { ...tls12Only([gcm, 0xc013]), encryptThenMac: seen(true) },
    'fail',
    /RFC 7366/,
  ],
  [cbcOffered, 'CBC is all there is', tls12Only([0xc013]), 'not-applicable'],
  [
    cbcOffered,
    'CBC is all that was found before the enumeration was cut short',
    tls12Only([0xc013], { complete: false }),
    'inconclusive',
  ],
  [cbcOffered, 'the weak classes alone were asked for', weakOnly, 'inconclusive'],
  [ccm8, 'a full list has none', goodEndpoint, 'pass'],
  [ccm8, 'a CCM_8 suite of TLS 1.2', tls12Only([gcm, 0xc0ae]), 'fail', /CCM_8/],
  [
    ccm8,
    'the CCM_8 suite of TLS 1.3',
    withVersions(acceptedVersion('TLSv1.3', [0x1301, 0x1305])),
    'fail',
    /1305 TLS_AES_128_CCM_8_SHA256/,
  ],
  [ccm8, 'nothing speaks TLS', silent, 'not-applicable'],
  [
    ccm8,
    'the suites of TLS 1.3 were not asked for',
    tls13Only({ enumeration: 'preferred-only' }),
    'inconclusive',
    /TLSv1\.3/,
  ],
  [obscureCipher, 'a full list has none', goodEndpoint, 'pass'],
  [obscureCipher, 'a Camellia CBC suite', tls12Only([gcm, 0x0041]), 'fail', /CAMELLIA/],
  [obscureCipher, 'an SM4 suite', withVersions(acceptedVersion('TLSv1.3', [0x1301, 0x00c6])), 'fail', /SM4/],
  [obscureCipher, 'nothing speaks TLS', silent, 'not-applicable'],
  [obscureCipher, 'the weak classes alone were asked for', weakOnly, 'inconclusive'],
];

testRows(rows);
