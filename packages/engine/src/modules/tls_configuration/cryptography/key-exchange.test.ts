import { seen } from '../../../evidence/observed.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls12Only, tls13Only, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { tlsDheOffered, tlsDhReuse, tlsDhWeak, tlsNoForwardSecrecy, tlsStaticRsa } from './key-exchange.ts';

const gcm = 0xc02f;
const dheGcm = 0x009e;
const rsaGcm = 0x009c;
const silent = refusedEndpoint;
const cutShort = tls12Only([rsaGcm], { complete: false });
const prime = (bits: number) => [{ suite: dheGcm, bits, prime: 'f'.repeat(8), export: false }];

const rows: readonly Row[] = [
  [tlsNoForwardSecrecy, 'ECDHE is accepted', tls12Only([gcm, rsaGcm]), 'pass'],
  [tlsNoForwardSecrecy, 'TLS 1.3 is accepted', tls13Only(), 'pass'],
  [tlsNoForwardSecrecy, 'static RSA alone', tls12Only([rsaGcm]), 'fail', /TLS_RSA_WITH_AES_128_GCM_SHA256/],
  [tlsNoForwardSecrecy, 'an anonymous exchange has ephemeral keys', tls12Only([rsaGcm, 0x00a6]), 'pass', /DH_anon/],
  [tlsNoForwardSecrecy, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsNoForwardSecrecy, 'static RSA alone in a list that was cut short', cutShort, 'inconclusive'],
  [tlsStaticRsa, 'ephemeral suites alone', goodEndpoint, 'pass'],
  [tlsStaticRsa, 'static RSA beside ECDHE', tls12Only([gcm, rsaGcm]), 'fail', /009c TLS_RSA_WITH_AES_128_GCM_SHA256/],
  [tlsStaticRsa, 'static ECDH beside ECDHE', tls12Only([gcm, 0xc031]), 'fail', /TLS_ECDH_RSA/],
  [tlsStaticRsa, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsStaticRsa, 'the enumeration was cut short', tls12Only([gcm], { complete: false }), 'inconclusive'],
  [tlsDheOffered, 'ECDHE alone', goodEndpoint, 'pass'],
  [tlsDheOffered, 'DHE beside ECDHE', tls12Only([gcm, dheGcm]), 'fail', /TLS_DHE_RSA_WITH_AES_128_GCM_SHA256/],
  [tlsDheOffered, 'static DH', tls12Only([gcm, 0x00a0]), 'fail', /TLS_DH_RSA/],
  [tlsDheOffered, 'nothing speaks TLS', silent, 'not-applicable'],
  [
    tlsDheOffered,
    'only the preferred suite is known',
    tls12Only([gcm], { enumeration: 'preferred-only' }),
    'inconclusive',
  ],
  [tlsDhWeak, 'a prime of 2048 bits', tls12Only([gcm, dheGcm], { dh: prime(2048) }), 'pass'],
  [
    tlsDhWeak,
    'a prime of 1025 bits',
    tls12Only([gcm, dheGcm], { dh: prime(1025) }),
    'fail',
    /p of 1025 bits = ffffffff/,
  ],
  [tlsDhWeak, 'a prime of 1024 bits', tls12Only([gcm, dheGcm], { dh: prime(1024) }), 'not-applicable', /vuln-logjam/],
  [
    tlsDhWeak,
    'primes of 1024 and of 1536 bits',
    tls12Only([gcm, dheGcm], { dh: [...prime(1024), ...prime(1536)] }),
    'fail',
    /a Diffie-Hellman prime of 1536 bits/,
  ],
  [
    tlsDhWeak,
    'a prime of 2047 bits',
    tls12Only([gcm, dheGcm], { dh: prime(2047) }),
    'fail',
    /2047 bits; expected: at least 2048/,
  ],
  [tlsDhWeak, 'no DHE suite is accepted', goodEndpoint, 'not-applicable', /No ephemeral finite-field suite/],
  [tlsDhWeak, 'DHE is accepted, its prime was not seen', tls12Only([gcm, dheGcm]), 'inconclusive', /parameters/],
  [tlsDhWeak, 'the enumeration was cut short', tls12Only([gcm], { complete: false }), 'inconclusive'],
  [tlsDhReuse, 'three handshakes, three values', goodEndpoint, 'pass'],
  [
    tlsDhReuse,
    'an ECDHE value came again',
    endpoint({ keyShareReuse: seen({ dhe: null, ecdhe: true, samples: 3 }) }),
    'fail',
    /same ECDHE public key/,
  ],
  [
    tlsDhReuse,
    'both kinds came again',
    endpoint({ keyShareReuse: seen({ dhe: true, ecdhe: true, samples: 3 }) }),
    'fail',
    /DHE and ECDHE/,
  ],
  [
    tlsDhReuse,
    'no ephemeral exchange',
    endpoint({ keyShareReuse: seen({ dhe: null, ecdhe: null, samples: 3 }) }),
    'not-applicable',
  ],
  [
    tlsDhReuse,
    'only TLS 1.3 is accepted',
    { ...tls13Only(), keyShareReuse: timedOut },
    'not-applicable',
    /before TLS 1.3/,
  ],
  [tlsDhReuse, 'no answer in time', endpoint({ keyShareReuse: timedOut }), 'inconclusive', /No answer within 10000 ms/],
];

testRows(rows);
