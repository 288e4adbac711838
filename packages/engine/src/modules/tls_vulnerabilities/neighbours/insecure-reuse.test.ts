import { seen, untested } from '../../../evidence/observed.ts';
import { otherNameResumed } from '../../../evidence/vulnerabilities/example.ts';
import { timedOut, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { flaw, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { vulnInsecureReuse } from './insecure-reuse.ts';

const resumed = (otherName: string) => flaw({ crossNameResumption: seen(otherNameResumed(otherName, true)) });

testFlaws([
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
