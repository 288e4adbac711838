import { seen } from '../../../evidence/observed.ts';
import { endpoint, timedOut, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { besideService, leafSha256, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { vulnAlpaca } from './alpaca.ts';

const lax = tlsOf(endpoint({ alpnRejectsUnknown: seen(false) }));

const beside = (protocol: string, leaf: string | null) => besideService({ port: 990, protocol, leafSha256: leaf });

testFlaws([
  [vulnAlpaca, 'unknown protocols are refused', beside('ftps', leafSha256), 'pass'],
  [
    vulnAlpaca,
    'lax, and FTP has the certificate',
    { ...lax, ...beside('ftps', leafSha256) },
    'fail',
    /ftps on 192\.0\.2\.1:990/,
  ],
  [vulnAlpaca, 'lax, and FTP has a certificate of its own', { ...lax, ...beside('ftps', 'c') }, 'pass'],
  [vulnAlpaca, 'lax, and the other service is HTTPS too', { ...lax, ...beside('https', leafSha256) }, 'not-applicable'],
  [vulnAlpaca, 'lax, and nothing else answers', { ...lax, ...beside('ftps', null) }, 'not-applicable'],
  [vulnAlpaca, 'lax, and nobody looked', lax, 'inconclusive'],
  [vulnAlpaca, 'no answer in time', tlsOf(endpoint({ alpnRejectsUnknown: timedOut })), 'inconclusive'],
  [vulnAlpaca, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
]);
