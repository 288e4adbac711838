import { renegotiations } from '../../../evidence/vulnerabilities/example.ts';
import { seen } from '../../../evidence/observed.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import { endpoint, timedOut, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { flaw, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { testRows } from '../../derive/tls/testing/rows.ts';
import { renegClient, renegInsecure } from './renegotiation.ts';

testRows([
  [renegInsecure, 'renegotiation_info is there', goodEndpoint, 'pass'],
  [
    renegInsecure,
    'renegotiation_info is absent',
    endpoint({ secureRenegotiation: seen(false), raw: { 'TLSv1.2': '1603030041' } }),
    'fail',
    /ff01[^]*16 03 03 00 41/,
  ],
  [renegInsecure, 'TLS 1.3 alone', tls13Only(), 'not-applicable'],
  [renegInsecure, 'no answer in time', endpoint({ secureRenegotiation: timedOut }), 'inconclusive'],
]);

const renegotiated = (accepted: number) => flaw({ clientRenegotiation: seen(renegotiations(accepted)) });

testFlaws([
  [renegClient, 'it is refused', {}, 'pass'],
  [renegClient, 'ten of ten', renegotiated(10), 'fail', /10 of 10[^]*Reproduce: testssl\.sh .*--renegotiation/],
  [renegClient, 'it ends after three', renegotiated(3), 'informational', /3 of 4/],
  [renegClient, 'no answer in time', flaw({ clientRenegotiation: timedOut }), 'inconclusive'],
  [renegClient, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [renegClient, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
]);
