import { seen, untested } from '../../../evidence/observed.ts';
import { otherNameResumed } from '../../../evidence/vulnerabilities/example.ts';
import { endpoint, timedOut, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { besideService, flaw, leafSha256, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { alpaca, insecureReuse } from './shared-trust.ts';

const lax = tlsOf(endpoint({ alpnRejectsUnknown: seen(false) }));

const beside = (protocol: string, leaf: string | null) => besideService({ port: 990, protocol, leafSha256: leaf });

const resumed = (otherName: string) => flaw({ crossNameResumption: seen(otherNameResumed(otherName, true)) });

testFlaws([
  [alpaca, 'unknown protocols are refused', beside('ftps', leafSha256), 'pass'],
  [
    alpaca,
    'lax, and FTP has the certificate',
    { ...lax, ...beside('ftps', leafSha256) },
    'fail',
    /ftps on 192\.0\.2\.1:990/,
  ],
  [alpaca, 'lax, and FTP has a certificate of its own', { ...lax, ...beside('ftps', 'c') }, 'pass'],
  [alpaca, 'lax, and the other service is HTTPS too', { ...lax, ...beside('https', leafSha256) }, 'not-applicable'],
  [alpaca, 'lax, and nothing else answers', { ...lax, ...beside('ftps', null) }, 'not-applicable'],
  [alpaca, 'lax, and nobody looked', lax, 'inconclusive'],
  [alpaca, 'no answer in time', tlsOf(endpoint({ alpnRejectsUnknown: timedOut })), 'inconclusive'],
  [alpaca, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
  [insecureReuse, 'the other name gets a handshake of its own', {}, 'pass'],
  [
    insecureReuse,
    'the other name is resumed',
    resumed('www.example.test'),
    'fail',
    /resumed for www\.example\.test[^]*-sess_out session\.pem; openssl s_client .*-servername www\.example\.test .*-sess_in/,
  ],
  [insecureReuse, 'a name that no shell may see gives no command', resumed('a;b'), 'fail', /^(?![^]*Reproduce)/],
  [insecureReuse, 'no answer in time', flaw({ crossNameResumption: timedOut }), 'inconclusive'],
  [
    insecureReuse,
    'there is no other name',
    flaw({ crossNameResumption: untested('one-name-only') }),
    'not-applicable',
    /Only one name/,
  ],
  [
    insecureReuse,
    'TLS 1.3 alone was not tried',
    { ...tlsOf(tls13Only()), ...flaw({ crossNameResumption: untested('no-suite-up-to-tls12') }) },
    'inconclusive',
  ],
  [insecureReuse, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
]);
