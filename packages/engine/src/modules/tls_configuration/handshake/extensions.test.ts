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
import {
  tlsCompression,
  tlsDowngradeSentinel,
  tlsEmsMissing,
  tlsFallbackScsv,
  tlsGreaseIntolerant,
} from './extensions.ts';

const silent = refusedEndpoint;
const withTls10 = withVersions(acceptedVersion('TLSv1.0', [0xc013]));
const tls10Only = withVersions(
  acceptedVersion('TLSv1.0', [0xc013]),
  refusedVersion('TLSv1.2'),
  refusedVersion('TLSv1.3'),
);

const rows: readonly Row[] = [
  [tlsEmsMissing, 'the extension is echoed', goodEndpoint, 'pass'],
  [
    tlsEmsMissing,
    'the extension is not echoed',
    endpoint({ extendedMasterSecret: seen(false) }),
    'fail',
    /extension 0017[^]*-tls1_2 -cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0/,
  ],
  [
    tlsEmsMissing,
    'the command offers the newest version that the server has',
    { ...tls10Only, extendedMasterSecret: seen(false) },
    'fail',
    /Reproduce: .* -tls1 -cipher ALL/,
  ],
  [
    tlsEmsMissing,
    'TLS 1.3 alone',
    { ...tls13Only(), extendedMasterSecret: timedOut },
    'not-applicable',
    /Only TLS 1\.3/,
  ],
  [tlsEmsMissing, 'no answer in time', endpoint({ extendedMasterSecret: timedOut }), 'inconclusive'],
  [tlsCompression, 'method 0 was chosen', goodEndpoint, 'pass'],
  [
    tlsCompression,
    'DEFLATE was chosen',
    endpoint({ compression: seen(1), raw: { compression: '16030300' } }),
    'fail',
    /method 1 \(DEFLATE\)[^]*16 03 03 00/,
  ],
  [tlsCompression, 'LZS was chosen', endpoint({ compression: seen(64) }), 'fail', /LZS/],
  [tlsCompression, 'TLS 1.3 alone', tls13Only(), 'not-applicable'],
  [tlsCompression, 'no answer in time', endpoint({ compression: timedOut }), 'inconclusive'],
  [tlsFallbackScsv, 'the alert came', withTls10, 'pass'],
  [
    tlsFallbackScsv,
    'the fallback was accepted',
    { ...withTls10, fallbackScsv: seen(false) },
    'fail',
    /inappropriate_fallback/,
  ],
  [tlsFallbackScsv, 'no version below TLS 1.2', { ...goodEndpoint, fallbackScsv: timedOut }, 'not-applicable'],
  [tlsFallbackScsv, 'TLS 1.0 alone', { ...tls10Only, fallbackScsv: timedOut }, 'not-applicable', /Only one version/],
  [tlsFallbackScsv, 'no answer in time', { ...withTls10, fallbackScsv: timedOut }, 'inconclusive'],
  [tlsDowngradeSentinel, 'the sentinel is there', goodEndpoint, 'pass'],
  [tlsDowngradeSentinel, 'the sentinel is absent', endpoint({ downgradeSentinel: seen(false) }), 'fail', /DOWNGRD/],
  [tlsDowngradeSentinel, 'TLS 1.2 alone', { ...tls12Only([0xc02f]), downgradeSentinel: seen(false) }, 'not-applicable'],
  [tlsDowngradeSentinel, 'TLS 1.3 alone', tls13Only(), 'not-applicable'],
  [tlsDowngradeSentinel, 'no answer in time', endpoint({ downgradeSentinel: timedOut }), 'inconclusive'],
  [tlsGreaseIntolerant, 'reserved values are ignored', goodEndpoint, 'pass'],
  [
    tlsGreaseIntolerant,
    'reserved values break the handshake',
    endpoint({ greaseTolerant: seen(false) }),
    'fail',
    /GREASE/,
  ],
  [tlsGreaseIntolerant, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsGreaseIntolerant, 'it was not asked', endpoint({ greaseTolerant: timedOut }), 'inconclusive'],
];

testRows(rows);
