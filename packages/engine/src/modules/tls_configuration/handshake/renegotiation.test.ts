import { renegotiations } from '../../../evidence/vulnerabilities/example.ts';
import { seen } from '../../../evidence/observed.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { flaw, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { testRows } from '../../derive/tls/testing/rows.ts';
import { tlsRenegClient, tlsRenegInsecure } from './renegotiation.ts';

testRows([
  [tlsRenegInsecure, 'renegotiation_info is there', goodEndpoint, 'pass'],
  [
    tlsRenegInsecure,
    'renegotiation_info is absent',
    endpoint({ secureRenegotiation: seen(false), raw: { 'TLSv1.2': '1603030041' } }),
    'fail',
    /ff01[^]*16 03 03 00 41/,
  ],
  [tlsRenegInsecure, 'TLS 1.3 alone', tls13Only(), 'not-applicable'],
  [tlsRenegInsecure, 'no answer in time', endpoint({ secureRenegotiation: timedOut }), 'inconclusive'],
]);

const renegotiated = (accepted: number) => flaw({ clientRenegotiation: seen(renegotiations(accepted)) });

testFlaws([
  [tlsRenegClient, 'it is refused', {}, 'pass'],
  [tlsRenegClient, 'ten of ten', renegotiated(10), 'fail', /10 of 10[^]*Reproduce: testssl .*--renegotiation/],
  [tlsRenegClient, 'it ends after three', renegotiated(3), 'informational', /3 of 4/],
  [tlsRenegClient, 'no answer in time', flaw({ clientRenegotiation: timedOut }), 'inconclusive'],
  [tlsRenegClient, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [tlsRenegClient, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
]);
