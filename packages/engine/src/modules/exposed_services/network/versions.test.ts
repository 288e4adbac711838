import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { notAsked, serviceAt, sweptWith, testRows } from '../testing/evidence.ts';
import { svcEolVersion, svcTlsDefaultCert } from './versions.ts';

const mysql = (version: string): OpenPort => serviceAt(3306, 'mysql', 'unknown', { product: 'MySQL', version });
const withTls = (subject: string, names: string[] = [], change: Partial<NonNullable<OpenPort['tls']>> = {}): OpenPort =>
  serviceAt(8443, 'http', 'unknown', {
    tls: { protocol: 'TLSv1.2', subject, issuer: subject, names, selfSigned: true, ...change },
  });

testRows([
  [svcEolVersion, 'an old version', sweptWith([mysql('5.7.44')]), 'fail', /MySQL 5\.7\.44.*since 2023-10-31/],
  [svcEolVersion, 'a current one', sweptWith([mysql('8.4.2')]), 'pass'],
  [svcEolVersion, 'an old package of a living release', sweptWith([mysql('5.5.62-0+deb12u1')]), 'pass'],
  [svcEolVersion, 'a package of an ended release', sweptWith([mysql('5.5.62-0+deb8u1')]), 'fail', /end of Debian 8/],
  [svcEolVersion, 'a tarpit', sweptWith([mysql('5.7.44')], { tarpit: true }), 'inconclusive'],
  [svcEolVersion, 'robots.txt bars it', notAsked('robots'), 'inconclusive'],
  [svcEolVersion, 'no address', notAsked('no-address'), 'not-applicable'],
  [
    svcTlsDefaultCert,
    'a fake one',
    sweptWith([withTls('O=Acme Co, CN=Kubernetes Ingress Controller Fake Certificate')]),
    'fail',
    /ingress-nginx/,
  ],
  [svcTlsDefaultCert, 'one of its own', sweptWith([withTls('CN=site.lab', ['site.lab'])]), 'pass'],
  [svcTlsDefaultCert, 'the command', sweptWith([withTls('O=Synology')]), 'fail', /x509 -noout -subject -issuer/],
  // A customer's name, in a certificate of a public CA.
  [
    svcTlsDefaultCert,
    'ordered for it',
    sweptWith([withTls('CN=myname.myqnapcloud.com', [], { issuer: "CN=R11, O=Let's Encrypt", selfSigned: false })]),
    'pass',
  ],
  [
    svcTlsDefaultCert,
    'of an authority of the maker',
    sweptWith([withTls('CN=FortiGate', [], { issuer: 'O=Fortinet, CN=support', selfSigned: false })]),
    'fail',
    /FortiGate/,
  ],
  [svcTlsDefaultCert, 'no TLS', sweptWith([mysql('8.4.2')]), 'pass'],
  [svcTlsDefaultCert, 'no address', notAsked('no-address'), 'not-applicable'],
]);
