import { seen } from '../../../evidence/observed.ts';
import { alertAct, earlyChanges, heartbeats, shortSessionIds } from '../../../evidence/vulnerabilities/example.ts';
import { timedOut, tls13Only, tlsOf } from '../../derive/tls/testing/evidence.ts';
import { flaw, testFlaws, vulnerabilitiesOf, type FlawRow } from '../../derive/tls/testing/flaws.ts';
import { vulnCcs, vulnHeartbleed, vulnTicketbleed } from './implementation.ts';

const flawed = {
  heartbleed: flaw({ heartbleed: seen(heartbeats({ kind: 'heartbeat', bytes: 51 })) }),
  earlyCcs: flaw({ earlyCcs: seen(earlyChanges(alertAct(20))) }),
  ticketbleed: flaw({ ticketbleed: seen(shortSessionIds(32)) }),
} as const;
const only13 = tlsOf(tls13Only());

testFlaws(
  (
    [
      [vulnHeartbleed, 'heartbleed', /answer of 51 bytes[^]*Reproduce: nmap .*--script ssl-heartbleed/],
      [vulnCcs, 'earlyCcs', /Reproduce: nmap .*--script ssl-ccs-injection/],
      [vulnTicketbleed, 'ticketbleed', /Reproduce: testssl .*--ticketbleed/],
    ] as const
  ).flatMap(([check, field, says]): FlawRow[] => [
    [check, 'the test was passed', {}, 'pass'],
    [check, 'the test failed', flawed[field], 'fail', says],
    [check, 'no answer in time', flaw({ [field]: timedOut }), 'inconclusive', /No answer within 10000 ms/],
    [
      check,
      'the endpoint was not tested',
      { vulnerabilities: { ...vulnerabilitiesOf(), endpoints: [] } },
      'inconclusive',
    ],
    [check, 'TLS 1.3 alone', { ...flaw({ [field]: timedOut }), ...only13 }, 'not-applicable', /Only TLS 1\.3/],
    [check, 'nothing speaks TLS', { tls: { endpoints: [] } }, 'not-applicable'],
    [check, 'a flaw that was seen stands whatever the inventory says', { ...flawed[field], ...only13 }, 'fail'],
  ]),
);
