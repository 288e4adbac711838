import { seen } from '../../../evidence/observed.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls13Only, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { testRows, type Row } from '../../derive/tls/testing/rows.ts';
import { clientAuth, gmtTime, heartbeatOffered, npn } from './handshake-facts.ts';

const silent = refusedEndpoint;

const only13 = { ...tls13Only(), heartbeat: timedOut, requestsClientCertificate: timedOut };

const rows: readonly Row[] = [
  [gmtTime, 'the random is random', goodEndpoint, 'pass'],
  [gmtTime, 'the random is a clock', endpoint({ gmtUnixTime: seen(true) }), 'informational', /gmt_unix_time/],
  [gmtTime, 'nothing speaks TLS', silent, 'not-applicable'],
  [gmtTime, 'no answer in time', endpoint({ gmtUnixTime: timedOut }), 'inconclusive'],
  [heartbeatOffered, 'only TLS 1.3 is accepted', only13, 'not-applicable', /does not support it/],
  [clientAuth, 'only TLS 1.3, and it was not seen', only13, 'inconclusive'],
  [heartbeatOffered, 'the extension is absent', goodEndpoint, 'pass'],
  [
    heartbeatOffered,
    'the extension is there',
    endpoint({ heartbeat: seen(true), raw: { heartbeat: '000f000101' } }),
    'informational',
    /00 0f 00 01 01/,
  ],
  [heartbeatOffered, 'nothing speaks TLS', silent, 'not-applicable'],
  [heartbeatOffered, 'no answer in time', endpoint({ heartbeat: timedOut }), 'inconclusive'],
  [npn, 'the extension is absent', goodEndpoint, 'pass'],
  [npn, 'the extension is there', endpoint({ npn: seen(true) }), 'informational', /3374/],
  [npn, 'nothing speaks TLS', silent, 'not-applicable'],
  [npn, 'no answer in time', endpoint({ npn: timedOut }), 'inconclusive'],
  [clientAuth, 'no certificate is asked for', goodEndpoint, 'pass'],
  [
    clientAuth,
    'a certificate is asked for',
    endpoint({ requestsClientCertificate: seen(true) }),
    'informational',
    /CertificateRequest/,
  ],
  [clientAuth, 'nothing speaks TLS', silent, 'not-applicable'],
  [clientAuth, 'no answer in time', endpoint({ requestsClientCertificate: timedOut }), 'inconclusive'],
];

testRows(rows);
