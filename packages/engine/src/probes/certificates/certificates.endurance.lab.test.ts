// One host of each kind is audited in certificates.lab.test.ts, and a host that fails each check in coverage/tls.lab.test.ts; this
// file audits every host with a certificate of its own.
import { hostsWithCertificates, testCertificates } from './testing/certificate-suite.ts';

testCertificates(hostsWithCertificates);
