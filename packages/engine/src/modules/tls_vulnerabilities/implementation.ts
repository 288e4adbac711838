import { nmapLine } from '../../catalogue/reproduce.ts';
import { vectors } from '../../catalogue/vectors.data.ts';
import { readEarlyCcs } from '../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { readHeartbleed } from '../../evidence/vulnerabilities/flaws/heartbleed.ts';
import { readTicketbleed } from '../../evidence/vulnerabilities/flaws/ticketbleed.ts';
import { flawCheck, judgeFlaw, judgeTest } from '../derive/tls/flaws.ts';
import { onlyTls13 } from './derive/ruled-out.ts';

export const heartbleed = flawCheck({
  id: 'vuln-heartbleed',
  title: 'Heartbeat responses leak no memory (Heartbleed)',
  finding: 'Heartbleed (CVE-2014-0160)',
  cvss: vectors.secretsExposed,
  cwe: [125, 126],
  references: ['https://nvd.nist.gov/vuln/detail/CVE-2014-0160', 'https://www.rfc-editor.org/rfc/rfc6520#section-4'],
  mode: 'deep',
  judge: judgeFlaw({
    fact: ({ heartbleed: test }) => test,
    ruledOut: onlyTls13,
    judge: judgeTest({
      read: readHeartbleed,
      passed: 'A heartbeat that claims more than it carries gets no longer answer',
      description:
        'A heartbeat request that claimed a longer payload than it carried was answered with more octets than were sent (CVE-2014-0160); expected: the request is dropped (RFC 6520 section 4). The surplus was counted and not kept.',
      reproduce: (flaws) => nmapLine(flaws, 'ssl-heartbleed'),
    }),
  }),
});

export const earlyCcs = flawCheck({
  id: 'vuln-ccs',
  title: 'Early ChangeCipherSpec messages are rejected',
  finding: 'OpenSSL CCS injection (CVE-2014-0224)',
  cvss: vectors.totalInterception,
  cwe: [326, 841],
  references: ['https://nvd.nist.gov/vuln/detail/CVE-2014-0224', 'https://www.rfc-editor.org/rfc/rfc5246#section-7.1'],
  mode: 'deep',
  judge: judgeFlaw({
    fact: ({ earlyCcs: test }) => test,
    ruledOut: onlyTls13,
    judge: judgeTest({
      read: readEarlyCcs,
      passed: 'An early ChangeCipherSpec is answered by an alert or an end',
      description:
        'ChangeCipherSpec right after the ServerHelloDone was taken, so that keys can be forced from an empty secret (CVE-2014-0224); expected: alert 10 unexpected_message (RFC 5246 section 7.1).',
      reproduce: (flaws) => nmapLine(flaws, 'ssl-ccs-injection'),
    }),
  }),
});

export const ticketbleed = flawCheck({
  id: 'vuln-ticketbleed',
  title: 'Session IDs leak no memory (Ticketbleed)',
  finding: 'Ticketbleed (CVE-2016-9244)',
  cvss: vectors.confidentialRead,
  cwe: [200, 908],
  references: ['https://nvd.nist.gov/vuln/detail/CVE-2016-9244', 'https://filippo.io/Ticketbleed/'],
  mode: 'deep',
  judge: judgeFlaw({
    fact: ({ ticketbleed: test }) => test,
    ruledOut: onlyTls13,
    judge: judgeTest({
      read: readTicketbleed,
      passed: 'A session id comes back as long as it was sent',
      description:
        'A ticket was resumed with a session id of fewer than 32 octets, and the ServerHello carried 32: the rest is memory of the server (CVE-2016-9244); expected: the same octets (RFC 5077 section 3.4).',
      reproduce: (flaws) => nmapLine(flaws, 'tls-ticketbleed'),
    }),
  }),
});
