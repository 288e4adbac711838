import { seen } from '../../../evidence/observed.ts';
import { tlsIpInconsistent, tlsOrderInsecure } from './consistency.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { timedOut, tls12Only, tls13Only, withVersions, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';

const gcm = 0xc02f;
const des3 = 0x000a;
const chosen = (weaker: boolean, chosenWhenWeakFirst: number) => ({
  ...tls12Only([gcm, des3]),
  choosesWeaker: seen({ weaker, strong: gcm, weak: des3, chosenWhenStrongFirst: gcm, chosenWhenWeakFirst }),
});
const second = { ...goodEndpoint, address: '2001:db8::1' };
const withTls10 = { ...withVersions(acceptedVersion('TLSv1.0', [gcm])), address: '2001:db8::1' };

const rows: readonly Row[] = [
  [tlsOrderInsecure, 'the stronger in both orders', chosen(false, gcm), 'pass'],
  [tlsOrderInsecure, 'suites of one class need no order', goodEndpoint, 'pass', /same strength/],
  [
    tlsOrderInsecure,
    'the weaker when it stands first',
    chosen(true, des3),
    'fail',
    /weak first: chose 000a TLS_RSA_WITH_3DES_EDE_CBC_SHA/,
  ],
  [tlsOrderInsecure, 'TLS 1.3 alone', { ...tls13Only(), choosesWeaker: timedOut }, 'not-applicable'],
  [
    tlsOrderInsecure,
    'two classes and no answer',
    { ...tls12Only([gcm, des3]), choosesWeaker: timedOut },
    'inconclusive',
    /No answer/,
  ],
  [
    tlsOrderInsecure,
    'one class in a list that was cut short',
    { ...tls12Only([gcm], { complete: false }), choosesWeaker: timedOut },
    'inconclusive',
  ],
  [tlsIpInconsistent, 'two addresses alike', [goodEndpoint, second], 'pass'],
  [
    tlsIpInconsistent,
    'TLS 1.0 on one of two',
    [goodEndpoint, withTls10],
    'fail',
    /\[2001:db8::1\]:443 accepts TLSv1\.0, 192\.0\.2\.1:443 does not/,
  ],
  [
    tlsIpInconsistent,
    '3DES on one of two',
    [tls12Only([gcm]), { ...tls12Only([gcm, des3]), address: '192.0.2.2' }],
    'fail',
    /192\.0\.2\.2:443 accepts weak suites/,
  ],
  [
    tlsIpInconsistent,
    'a light look that saw less proves nothing',
    [
      tls12Only([gcm, 0xc013]),
      { ...tls12Only([gcm], { enumeration: 'preferred-only' }), address: '192.0.2.2', depth: 'light' },
    ],
    'pass',
  ],
  [
    tlsIpInconsistent,
    'different names may differ',
    [goodEndpoint, { ...withTls10, serverName: 'www.example.test' }],
    'not-applicable',
  ],
  [tlsIpInconsistent, 'one address', goodEndpoint, 'not-applicable', /Only one address/],
  [
    tlsIpInconsistent,
    'the second address did not listen',
    [
      goodEndpoint,
      { ...second, unreachable: { reason: 'refused', gap: 'words-kept', values: ['Connection refused'] } },
    ],
    'not-applicable',
  ],
  [tlsIpInconsistent, 'nothing speaks TLS', refusedEndpoint, 'not-applicable'],
  [
    tlsIpInconsistent,
    'a version is unknown on one of two',
    [goodEndpoint, { ...withVersions({ ...refusedVersion('TLSv1.1'), accepted: timedOut }), address: '192.0.2.2' }],
    'inconclusive',
  ],
];

testRows(rows);
