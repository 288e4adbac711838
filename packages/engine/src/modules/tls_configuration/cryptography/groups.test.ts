import { seen } from '../../../evidence/observed.ts';
import { acceptedVersion, goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls12Only, tls13Only, withVersions } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { tlsBrowserGroups, tlsGroupWeak } from './groups.ts';

const gcm = 0xc02f;
const rsaGcm = 0x009c;

const x448 = tls13Only({ groups: [0x001e] });

const rows: readonly Row[] = [
  [tlsBrowserGroups, 'the usual groups', goodEndpoint, 'pass'],
  [tlsBrowserGroups, 'X448 alone', x448, 'fail', /browsers do not offer, so they cannot connect/],
  [tlsBrowserGroups, 'secp521r1 alone', tls12Only([gcm], { groups: [0x0019] }), 'fail', /Chrome does not offer/],
  [tlsBrowserGroups, 'a suite that needs no group', tls12Only([gcm, rsaGcm], { groups: [0x0019] }), 'pass'],
  [tlsBrowserGroups, 'groups that nobody saw', tls12Only([gcm], { groups: [] }), 'inconclusive'],
  [tlsGroupWeak, 'x25519 and the larger NIST curves', goodEndpoint, 'pass'],
  [tlsGroupWeak, 'secp192r1', tls12Only([gcm], { groups: [0x001d, 0x0013] }), 'fail', /0x0013 secp192r1/],
  [tlsGroupWeak, 'secp224r1', tls12Only([gcm], { groups: [0x001d, 0x0015] }), 'fail', /secp224r1/],
  [tlsGroupWeak, 'sect233k1 is large enough', tls12Only([gcm], { groups: [0x001d, 0x0006] }), 'pass'],
  [
    tlsGroupWeak,
    'ffdhe2048 is no curve',
    withVersions(acceptedVersion('TLSv1.3', [0x1301], { groups: [0x11ec, 0x0100] })),
    'pass',
  ],
  [
    tlsGroupWeak,
    'explicit curve parameters',
    endpoint({ explicitCurves: seen(true) }),
    'fail',
    /explicit curve parameters/,
  ],
  [tlsGroupWeak, 'no exchange over curves', tls12Only([rsaGcm]), 'not-applicable'],
  [
    tlsGroupWeak,
    'the groups were not enumerated',
    tls12Only([gcm], { groupsEnumerated: false }),
    'inconclusive',
    /groups of TLSv1\.2/,
  ],
  [
    tlsGroupWeak,
    'whether explicit curves are taken is unknown',
    endpoint({ explicitCurves: timedOut }),
    'inconclusive',
  ],
  [tlsGroupWeak, 'explicit curves do not exist in TLS 1.3', { ...tls13Only(), explicitCurves: timedOut }, 'pass'],
];

testRows(rows);
