import { seen } from '../../../evidence/observed.ts';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls13Only, refusedEndpoint, withVersions } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { tlsAlpnLax, tlsClientAuth, tlsGmtTime, tlsHeartbeatOffered, tlsNpn } from './handshake-facts.ts';

const silent = refusedEndpoint;

const ssl2Only = withVersions(
  acceptedVersion('SSLv2', [0x010080]),
  refusedVersion('TLSv1.2'),
  refusedVersion('TLSv1.3'),
);
const only13 = { ...tls13Only(), heartbeat: timedOut, requestsClientCertificate: timedOut };

const rows: readonly Row[] = [
  [tlsGmtTime, 'the random is random', goodEndpoint, 'pass'],
  [tlsGmtTime, 'the random is a clock', endpoint({ gmtUnixTime: seen(true) }), 'informational', /gmt_unix_time/],
  [tlsGmtTime, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsGmtTime, 'no answer in time', endpoint({ gmtUnixTime: timedOut }), 'inconclusive'],
  [tlsHeartbeatOffered, 'only TLS 1.3 is accepted', only13, 'not-applicable', /does not support it/],
  [tlsClientAuth, 'only TLS 1.3, and it was not seen', only13, 'inconclusive'],
  [tlsHeartbeatOffered, 'the extension is absent', goodEndpoint, 'pass'],
  [
    tlsHeartbeatOffered,
    'the extension is there',
    endpoint({ heartbeat: seen(true), raw: { heartbeat: '000f000101' } }),
    'informational',
    /00 0f 00 01 01/,
  ],
  [tlsHeartbeatOffered, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsHeartbeatOffered, 'no answer in time', endpoint({ heartbeat: timedOut }), 'inconclusive'],
  [tlsNpn, 'the extension is absent', goodEndpoint, 'pass'],
  [
    tlsNpn,
    'the extension is there',
    endpoint({ npn: seen(true) }),
    'informational',
    /3374[^]*-cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0 -nextprotoneg/,
  ],
  [tlsNpn, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsNpn, 'no answer in time', endpoint({ npn: timedOut }), 'inconclusive'],
  [tlsClientAuth, 'no certificate is asked for', goodEndpoint, 'pass'],
  [
    tlsClientAuth,
    'a certificate is asked for',
    endpoint({ requestsClientCertificate: seen(true) }),
    'informational',
    /CertificateRequest/,
  ],
  [tlsClientAuth, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsClientAuth, 'no answer in time', endpoint({ requestsClientCertificate: timedOut }), 'inconclusive'],
  [tlsAlpnLax, 'the alert came', goodEndpoint, 'pass'],
  [
    tlsAlpnLax,
    'the handshake went on',
    endpoint({ alpnRejectsUnknown: seen(false) }),
    'informational',
    /no_application_protocol/,
  ],
  [tlsAlpnLax, 'SSL 2.0 alone', { ...ssl2Only, alpnRejectsUnknown: timedOut }, 'not-applicable', /Only SSL 2\.0/],
  [tlsAlpnLax, 'nothing speaks TLS', silent, 'not-applicable'],
  [tlsAlpnLax, 'no answer in time', endpoint({ alpnRejectsUnknown: timedOut }), 'inconclusive'],
];

testRows(rows);
