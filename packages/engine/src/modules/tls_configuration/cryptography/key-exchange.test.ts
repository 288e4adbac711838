import { seen } from '../../../evidence/observed.ts';
import { acceptedVersion, goodEndpoint } from '../../../evidence/tls/example.ts';
import {
  endpoint,
  timedOut,
  tls12Only,
  tls13Only,
  withVersions,
  refusedEndpoint,
} from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { dheOffered, dhReuse, dhWeak, groupWeak, noForwardSecrecy, staticRsa } from './key-exchange.ts';

const gcm = 0xc02f;
const dheGcm = 0x009e;
const rsaGcm = 0x009c;
const silent = refusedEndpoint;
const cutShort = tls12Only([rsaGcm], { complete: false });
const prime = (bits: number) => [{ suite: dheGcm, bits, prime: 'f'.repeat(8), export: false }];

const rows: readonly Row[] = [
  [noForwardSecrecy, 'ECDHE is accepted', tls12Only([gcm, rsaGcm]), 'pass'],
  [noForwardSecrecy, 'TLS 1.3 is accepted', tls13Only(), 'pass'],
  [noForwardSecrecy, 'static RSA alone', tls12Only([rsaGcm]), 'fail', /TLS_RSA_WITH_AES_128_GCM_SHA256/],
  [noForwardSecrecy, 'an anonymous exchange protects nobody', tls12Only([rsaGcm, 0x00a6]), 'fail'],
  [noForwardSecrecy, 'nothing speaks TLS', silent, 'not-applicable'],
  [noForwardSecrecy, 'static RSA alone in a list that was cut short', cutShort, 'inconclusive'],
  [staticRsa, 'ephemeral suites alone', goodEndpoint, 'pass'],
  [staticRsa, 'static RSA beside ECDHE', tls12Only([gcm, rsaGcm]), 'fail', /009c TLS_RSA_WITH_AES_128_GCM_SHA256/],
  [staticRsa, 'static ECDH beside ECDHE', tls12Only([gcm, 0xc031]), 'fail', /TLS_ECDH_RSA/],
  [staticRsa, 'nothing speaks TLS', silent, 'not-applicable'],
  [staticRsa, 'the enumeration was cut short', tls12Only([gcm], { complete: false }), 'inconclusive'],
  [dheOffered, 'ECDHE alone', goodEndpoint, 'pass'],
  [dheOffered, 'DHE beside ECDHE', tls12Only([gcm, dheGcm]), 'fail', /TLS_DHE_RSA_WITH_AES_128_GCM_SHA256/],
  [dheOffered, 'static DH', tls12Only([gcm, 0x00a0]), 'fail', /TLS_DH_RSA/],
  [dheOffered, 'nothing speaks TLS', silent, 'not-applicable'],
  [
    dheOffered,
    'only the preferred suite is known',
    tls12Only([gcm], { enumeration: 'preferred-only' }),
    'inconclusive',
  ],
  [dhWeak, 'a prime of 2048 bits', tls12Only([gcm, dheGcm], { dh: prime(2048) }), 'pass'],
  [dhWeak, 'a prime of 1025 bits', tls12Only([gcm, dheGcm], { dh: prime(1025) }), 'fail', /p of 1025 bits = ffffffff/],
  [dhWeak, 'a prime of 1024 bits', tls12Only([gcm, dheGcm], { dh: prime(1024) }), 'not-applicable', /vuln-logjam/],
  [
    dhWeak,
    'primes of 1024 and of 1536 bits',
    tls12Only([gcm, dheGcm], { dh: [...prime(1024), ...prime(1536)] }),
    'fail',
    /a Diffie-Hellman prime of 1536 bits/,
  ],
  [
    dhWeak,
    'a prime of 2047 bits',
    tls12Only([gcm, dheGcm], { dh: prime(2047) }),
    'fail',
    /2047 bits; expected: at least 2048/,
  ],
  [dhWeak, 'no DHE suite is accepted', goodEndpoint, 'not-applicable', /No ephemeral finite-field suite/],
  [dhWeak, 'DHE is accepted, its prime was not seen', tls12Only([gcm, dheGcm]), 'inconclusive', /parameters/],
  [dhWeak, 'the enumeration was cut short', tls12Only([gcm], { complete: false }), 'inconclusive'],
  [dhReuse, 'three handshakes, three values', goodEndpoint, 'pass'],
  [
    dhReuse,
    'an ECDHE value came again',
    endpoint({ keyShareReuse: seen({ dhe: null, ecdhe: true, samples: 3 }) }),
    'fail',
    /same ECDHE public key/,
  ],
  [
    dhReuse,
    'both kinds came again',
    endpoint({ keyShareReuse: seen({ dhe: true, ecdhe: true, samples: 3 }) }),
    'fail',
    /DHE and ECDHE/,
  ],
  [
    dhReuse,
    'no ephemeral exchange',
    endpoint({ keyShareReuse: seen({ dhe: null, ecdhe: null, samples: 3 }) }),
    'not-applicable',
  ],
  [
    dhReuse,
    'only TLS 1.3 is accepted',
    { ...tls13Only(), keyShareReuse: timedOut },
    'not-applicable',
    /before TLS 1.3/,
  ],
  [dhReuse, 'no answer in time', endpoint({ keyShareReuse: timedOut }), 'inconclusive', /No answer within 10 s/],
  [groupWeak, 'x25519 and the larger NIST curves', goodEndpoint, 'pass'],
  [groupWeak, 'secp192r1', tls12Only([gcm], { groups: [0x001d, 0x0013] }), 'fail', /0x0013 secp192r1/],
  [groupWeak, 'secp224r1', tls12Only([gcm], { groups: [0x001d, 0x0015] }), 'fail', /secp224r1/],
  [groupWeak, 'sect233k1 is large enough', tls12Only([gcm], { groups: [0x001d, 0x0006] }), 'pass'],
  [
    groupWeak,
    'ffdhe2048 is no curve',
    withVersions(acceptedVersion('TLSv1.3', [0x1301], { groups: [0x11ec, 0x0100] })),
    'pass',
  ],
  [
    groupWeak,
    'explicit curve parameters',
    endpoint({ explicitCurves: seen(true) }),
    'fail',
    /explicit curve parameters/,
  ],
  [groupWeak, 'no exchange over curves', tls12Only([rsaGcm]), 'not-applicable'],
  [
    groupWeak,
    'the groups were not enumerated',
    tls12Only([gcm], { groupsEnumerated: false }),
    'inconclusive',
    /groups of TLSv1\.2/,
  ],
  [groupWeak, 'whether explicit curves are taken is unknown', endpoint({ explicitCurves: timedOut }), 'inconclusive'],
  [groupWeak, 'explicit curves do not exist in TLS 1.3', { ...tls13Only(), explicitCurves: timedOut }, 'pass'],
];

testRows(rows);
