import { seen, untested } from '../../../evidence/observed.ts';
import { otherNameResumed } from '../../../evidence/vulnerabilities/example.ts';
import { endpoint, timedOut, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { besideService, flaw, leafSha256, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { vulnAlpaca, vulnInsecureReuse } from './shared-trust.ts';

const lax = tlsOf(endpoint({ alpnRejectsUnknown: seen(false) }));

const beside = (protocol: string, leaf: string | null) => besideService({ port: 990, protocol, leafSha256: leaf });

const resumed = (otherName: string) => flaw({ crossNameResumption: seen(otherNameResumed(otherName, true)) });

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
  [vulnInsecureReuse, 'the other name gets a handshake of its own', {}, 'pass'],
  [
    vulnInsecureReuse,
    'the other name is resumed',
    resumed('www.example.test'),
    'fail',
    /resumed for www\.example\.test[^]*-sess_out session\.pem <\/dev\/null; openssl s_client .*-servername www\.example\.test .*-sess_in/,
  ],
  [vulnInsecureReuse, 'a name that no shell may see gives no command', resumed('a;b'), 'fail', /^(?![^]*Reproduce)/],
  [vulnInsecureReuse, 'no answer in time', flaw({ crossNameResumption: timedOut }), 'inconclusive'],
  [
    vulnInsecureReuse,
    'there is no other name',
    flaw({ crossNameResumption: untested('one-name-only') }),
    'not-applicable',
    /Only one name/,
  ],
  [
    vulnInsecureReuse,
    'TLS 1.3 alone was not tried',
    { ...tlsOf(tls13Only()), ...flaw({ crossNameResumption: untested('no-suite-up-to-tls12') }) },
    'inconclusive',
  ],
  [vulnInsecureReuse, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
]);
