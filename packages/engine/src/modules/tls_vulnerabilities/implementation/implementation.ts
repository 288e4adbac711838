import { nmapLine, testsslLine } from '../../../catalogue/reproduce.ts';
import { readEarlyCcs } from '../../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { readHeartbleed } from '../../../evidence/vulnerabilities/flaws/heartbleed.ts';
import { readTicketbleed } from '../../../evidence/vulnerabilities/flaws/ticketbleed.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { testedEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { flawTest } from '../../derive/tls/flaw-test.ts';
import { onlyTls13 } from '../../../evidence/tls/ruled-out.ts';

export const vulnHeartbleed = checkOf(testedEndpoint, {
  id: 'vuln-heartbleed',
  title: 'Heartbeat responses leak no memory (Heartbleed)',
  finding: 'Heartbleed (CVE-2014-0160)',
  weakness: { cvss: 'secretsExposed', cwe: [125, 126] },
  mode: 'deep',
  judge: flawTest({
    fact: ({ heartbleed: test }) => test,
    ruledOut: onlyTls13,
    read: readHeartbleed,
    passed: 'A heartbeat with a false length gets no response with extra data',
    description:
      'The response to a heartbeat request with a false length contained more bytes than the request (CVE-2014-0160); expected: the server discards the request (RFC 6520 section 4). The extra bytes were counted, not stored.',
    reproduce: (flaws) => nmapLine(flaws, 'ssl-heartbleed'),
  }),
});

export const vulnCcs = checkOf(testedEndpoint, {
  id: 'vuln-ccs',
  title: 'Early ChangeCipherSpec messages are rejected',
  finding: 'OpenSSL CCS injection (CVE-2014-0224)',
  weakness: { cvss: 'totalInterception', cwe: [326, 841] },
  mode: 'deep',
  judge: flawTest({
    fact: ({ earlyCcs: test }) => test,
    ruledOut: onlyTls13,
    read: readEarlyCcs,
    passed: 'An early ChangeCipherSpec is rejected with an alert or a close',
    description:
      'The server accepted ChangeCipherSpec directly after ServerHelloDone, so an attacker can force keys from an empty secret (CVE-2014-0224); expected: alert 10 unexpected_message (RFC 5246 section 7.1).',
    reproduce: (flaws) => nmapLine(flaws, 'ssl-ccs-injection'),
  }),
});

export const vulnTicketbleed = checkOf(testedEndpoint, {
  id: 'vuln-ticketbleed',
  title: 'Session IDs leak no memory (Ticketbleed)',
  finding: 'Ticketbleed (CVE-2016-9244)',
  weakness: { cvss: 'confidentialRead', cwe: [200, 908] },
  mode: 'deep',
  judge: flawTest({
    fact: ({ ticketbleed: test }) => test,
    ruledOut: onlyTls13,
    read: readTicketbleed,
    passed: 'The session ID is echoed with its original length',
    description:
      'The server resumed a ticket with a session ID of fewer than 32 bytes and echoed 32 bytes: the rest is server memory (CVE-2016-9244); expected: the same bytes (RFC 5077 section 3.4).',
    reproduce: (flaws) => testsslLine(flaws, '--ticketbleed'),
  }),
});
