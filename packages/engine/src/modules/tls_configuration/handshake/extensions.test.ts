import { seen } from '../../../evidence/observed.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import {
  endpoint,
  timedOut,
  tls12Only,
  tls13Only,
  withVersions,
  refusedEndpoint,
} from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { alpnLax, compression, downgradeSentinel, emsMissing, fallbackScsv, greaseIntolerant } from './extensions.ts';

const silent = refusedEndpoint;
const withTls10 = withVersions(acceptedVersion('TLSv1.0', [0xc013]));
const ssl2Only = withVersions(
  acceptedVersion('SSLv2', [0x010080]),
  refusedVersion('TLSv1.2'),
  refusedVersion('TLSv1.3'),
);
const tls10Only = withVersions(
  acceptedVersion('TLSv1.0', [0xc013]),
  refusedVersion('TLSv1.2'),
  refusedVersion('TLSv1.3'),
);

const rows: readonly Row[] = [
  [emsMissing, 'the extension is echoed', goodEndpoint, 'pass'],
  [
    emsMissing,
    'the extension is not echoed',
    endpoint({ extendedMasterSecret: seen(false) }),
    'fail',
    /extension 0017/,
  ],
  [emsMissing, 'TLS 1.3 alone', { ...tls13Only(), extendedMasterSecret: timedOut }, 'not-applicable', /Only TLS 1\.3/],
  [emsMissing, 'no answer in time', endpoint({ extendedMasterSecret: timedOut }), 'inconclusive'],
  [compression, 'method 0 was chosen', goodEndpoint, 'pass'],
  [
    compression,
    'DEFLATE was chosen',
    endpoint({ compression: seen(1), raw: { compression: '16030300' } }),
    'fail',
    /method 1 \(DEFLATE\)[^]*16 03 03 00/,
  ],
  [compression, 'LZS was chosen', endpoint({ compression: seen(64) }), 'fail', /LZS/],
  [compression, 'TLS 1.3 alone', tls13Only(), 'not-applicable'],
  [compression, 'no answer in time', endpoint({ compression: timedOut }), 'inconclusive'],
  [fallbackScsv, 'the alert came', withTls10, 'pass'],
  [
    fallbackScsv,
    'the fallback was accepted',
    { ...withTls10, fallbackScsv: seen(false) },
    'fail',
    /inappropriate_fallback/,
  ],
  [fallbackScsv, 'no version below TLS 1.2', { ...goodEndpoint, fallbackScsv: timedOut }, 'not-applicable'],
  [fallbackScsv, 'TLS 1.0 alone', { ...tls10Only, fallbackScsv: timedOut }, 'not-applicable', /Only one version/],
  [fallbackScsv, 'no answer in time', { ...withTls10, fallbackScsv: timedOut }, 'inconclusive'],
  [downgradeSentinel, 'the sentinel is there', goodEndpoint, 'pass'],
  [downgradeSentinel, 'the sentinel is absent', endpoint({ downgradeSentinel: seen(false) }), 'fail', /DOWNGRD/],
  [downgradeSentinel, 'TLS 1.2 alone', { ...tls12Only([0xc02f]), downgradeSentinel: seen(false) }, 'not-applicable'],
  [downgradeSentinel, 'TLS 1.3 alone', tls13Only(), 'not-applicable'],
  [downgradeSentinel, 'no answer in time', endpoint({ downgradeSentinel: timedOut }), 'inconclusive'],
  [alpnLax, 'the alert came', goodEndpoint, 'pass'],
  [alpnLax, 'the handshake went on', endpoint({ alpnRejectsUnknown: seen(false) }), 'fail', /no_application_protocol/],
  [
    alpnLax,
    'ALPN is passed over',
    endpoint({ alpnRejectsUnknown: seen(false), alpn: seen({ offered: ['h2'], selected: [] }) }),
    'fail',
    /does not support ALPN.*RFC 9325/,
  ],
  [alpnLax, 'SSL 2.0 alone', { ...ssl2Only, alpnRejectsUnknown: timedOut }, 'not-applicable', /Only SSL 2\.0/],
  [alpnLax, 'nothing speaks TLS', silent, 'not-applicable'],
  [alpnLax, 'no answer in time', endpoint({ alpnRejectsUnknown: timedOut }), 'inconclusive'],
  [greaseIntolerant, 'reserved values are ignored', goodEndpoint, 'pass'],
  [
    greaseIntolerant,
    'reserved values break the handshake',
    endpoint({ greaseTolerant: seen(false) }),
    'fail',
    /GREASE/,
  ],
  [greaseIntolerant, 'nothing speaks TLS', silent, 'not-applicable'],
  [greaseIntolerant, 'it was not asked', endpoint({ greaseTolerant: timedOut }), 'inconclusive'],
];

testRows(rows);
