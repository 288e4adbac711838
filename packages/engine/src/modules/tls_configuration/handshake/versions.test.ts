import { seen, unseen, netFailed } from '../../../evidence/observed.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { endpoint, tls12Only, withVersions } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { tlsNoModern, tlsSslv2, tlsSslv3, tls10, tls11, tls13Missing } from './versions.ts';

const silentVersion = (version: 'SSLv2' | 'SSLv3' | 'TLSv1.0' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
  withVersions({ ...refusedVersion(version), accepted: unseen('timeout', 'no-answer-within', 10_000) });
const uncontrolled = endpoint({ controlPassed: false });
const unreachable = endpoint({
  unreachable: { reason: 'refused', gap: 'words-kept', values: ['Connection refused'] },
  speaksTls: false,
  versions: [],
});
const tls10Only = withVersions(
  { ...acceptedVersion('TLSv1.0', [0xc013]), evidence: 'ServerHello 0301 c013' },
  refusedVersion('TLSv1.2'),
  refusedVersion('TLSv1.3'),
);

const rows: readonly Row[] = [
  [tlsSslv2, 'the hello was refused', goodEndpoint, 'pass'],
  [
    tlsSslv2,
    'a ServerHello came',
    withVersions(acceptedVersion('SSLv2', [0x010080])),
    'fail',
    /SSLv2 accepted: ServerHello/,
  ],
  [tlsSslv2, 'nothing listens', unreachable, 'not-applicable', /No TLS service: connections to port 443 are refused/],
  [
    tlsSslv2,
    'the port is silent',
    endpoint({ unreachable: netFailed('timeout', 'no-answer-within', 10_000), speaksTls: false, versions: [] }),
    'inconclusive',
    /No answer within 10000 ms/,
  ],
  [
    tlsSslv2,
    'the port resets every connection',
    endpoint({
      unreachable: { reason: 'reset', gap: 'words-kept', values: ['server-reset'] },
      speaksTls: false,
      versions: [],
    }),
    'inconclusive',
    /reset/,
  ],
  [tlsSslv2, 'no answer in time', silentVersion('SSLv2'), 'inconclusive', /SSLv2.*No answer within 10000 ms/],
  [tlsSslv3, 'it was refused', goodEndpoint, 'pass'],
  [tlsSslv3, 'it was accepted', withVersions(acceptedVersion('SSLv3', [0x000a])), 'fail', /RFC 7568/],
  [
    tlsSslv3,
    'the port answers in another protocol',
    endpoint({ speaksTls: false }),
    'inconclusive',
    /TLS was not seen at [^]*: the answer was in another protocol/,
  ],
  [tlsSslv3, 'the control question failed, so a refusal proves nothing', uncontrolled, 'inconclusive', /rate limiting/],
  [tls10, 'it was refused', goodEndpoint, 'pass'],
  [
    tls10,
    'it was accepted',
    tls10Only,
    'fail',
    /TLSv1\.0 accepted: ServerHello 0301 c013 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA/,
  ],
  [tls10, 'the raw answer is quoted', { ...tls10Only, raw: { 'TLSv1.0': '160301004a' } }, 'fail', /\n16 03 01 00 4a/],
  [
    tls10,
    'one address accepts it, the other did not answer',
    [tls10Only, silentVersion('TLSv1.0')],
    'fail',
    /\(1 of 2 endpoints\)/,
  ],
  [tls10, 'nothing listens', unreachable, 'not-applicable'],
  [tls10, 'one address refuses it, the other did not answer', [goodEndpoint, silentVersion('TLSv1.0')], 'inconclusive'],
  [tls10, 'it was never asked for', endpoint({ versions: [] }), 'inconclusive', /TLSv1\.0 was not tested/],
  [tls11, 'it was refused', goodEndpoint, 'pass'],
  [tls11, 'it was accepted', withVersions(acceptedVersion('TLSv1.1', [0xc013])), 'fail', /RFC 8996 section 5/],
  [
    tls11,
    'it was accepted although the control question failed',
    { ...withVersions(acceptedVersion('TLSv1.1', [0xc013])), controlPassed: false },
    'fail',
  ],
  [tls11, 'nothing listens', unreachable, 'not-applicable'],
  [tls11, 'no answer in time', silentVersion('TLSv1.1'), 'inconclusive'],
  [tlsNoModern, 'both are accepted', goodEndpoint, 'pass'],
  [tlsNoModern, 'TLS 1.2 alone is accepted', tls12Only([0xc02f]), 'pass'],
  [tlsNoModern, 'TLS 1.0 is the newest', tls10Only, 'fail', /newest version accepted is TLSv1\.0/],
  [tlsNoModern, 'nothing listens', unreachable, 'not-applicable'],
  [
    tlsNoModern,
    'TLS 1.2 is refused and TLS 1.3 unknown',
    withVersions(refusedVersion('TLSv1.2'), {
      ...refusedVersion('TLSv1.3'),
      accepted: unseen('reset', 'server-reset'),
    }),
    'inconclusive',
    /reset the connection/,
  ],
  [tls13Missing, 'it is accepted', goodEndpoint, 'pass'],
  [tls13Missing, 'it is accepted although the control question failed', uncontrolled, 'pass'],
  [tls13Missing, 'TLS 1.2 answered', tls12Only([0xc02f]), 'fail', /TLSv1\.3 refused/],
  [tls13Missing, 'nothing listens', unreachable, 'not-applicable'],
  [
    tls13Missing,
    'TLS 1.2 answered but the control question failed',
    { ...tls12Only([0xc02f]), controlPassed: false },
    'inconclusive',
  ],
  [
    tls13Missing,
    'a light look suffices',
    endpoint({ depth: 'light', versions: [{ ...acceptedVersion('TLSv1.3', [0x1301]), accepted: seen(true) }] }),
    'pass',
  ],
  [
    tls10,
    'a light look at a second address asked, but got no answer',
    [goodEndpoint, { ...silentVersion('TLSv1.0'), address: '192.0.2.2', depth: 'light' }],
    'inconclusive',
    /192\.0\.2\.2:443: It is unknown whether TLSv1\.0 is accepted: No answer within 10000 ms/,
  ],
  [
    tls10,
    'a light look at a second address did not ask',
    [goodEndpoint, { ...goodEndpoint, address: '192.0.2.2', depth: 'light', versions: [] }],
    'pass',
  ],
];

testRows(rows);
