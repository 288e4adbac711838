import { seen, unseen, type Observed } from '../../../evidence/observed.ts';
import { pipelined } from '../../../evidence/vulnerabilities/example.ts';
import type { PipelinedCommand, UpgradeAnswer } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import { timedOut } from '../../derive/tls/testing/evidence.ts';
import { testFlaws, vulnerabilitiesOf } from '../../derive/tls/testing/flaws.ts';
import { vulnOpossum, vulnStarttlsInjection } from './plaintext-upgrade.ts';

const portAnswer = (answer: Observed<UpgradeAnswer>) => ({
  vulnerabilities: vulnerabilitiesOf(
    {},
    {
      opossum: [{ address: '192.0.2.1', port: 80, host: 'example.test', answer }],
    },
  ),
});
const mail = (exchange: Observed<PipelinedCommand>) => ({
  vulnerabilities: vulnerabilitiesOf(
    {},
    {
      startTls: seen([
        {
          host: 'example.test',
          address: '192.0.2.1',
          port: 143,
          protocol: 'imap',
          exchange,
        },
      ]),
    },
  ),
});

testFlaws([
  [vulnOpossum, 'the header is ignored', {}, 'pass'],
  [
    vulnOpossum,
    'the server switches',
    portAnswer(seen({ status: 101, upgrade: ['TLS/1.0'] })),
    'fail',
    /Answered 101[^]*Reproduce: curl .*Upgrade: TLS\/1\.0/,
  ],
  [
    vulnOpossum,
    'the port is closed',
    portAnswer(unseen('refused', 'step-failed', 'connect(192.0.2.1:443)', 'ECONNREFUSED')),
    'not-applicable',
    /No service/,
  ],
  [vulnOpossum, 'no answer in time', portAnswer(timedOut), 'inconclusive'],
  [
    vulnOpossum,
    'there was no port to ask',
    { vulnerabilities: vulnerabilitiesOf({}, { opossum: [] }) },
    'not-applicable',
  ],
  [vulnStarttlsInjection, 'there is no mail service', {}, 'not-applicable'],
  [vulnStarttlsInjection, 'the command was thrown away', mail(seen(pipelined(false))), 'pass'],
  [
    vulnStarttlsInjection,
    'the command was answered',
    mail(seen(pipelined(true))),
    'fail',
    /IMAP on port 143[^]*inside TLS/,
  ],
  [vulnStarttlsInjection, 'no answer in time', mail(timedOut), 'inconclusive', /192\.0\.2\.1:143: No answer/],
  [
    vulnStarttlsInjection,
    'nothing listens',
    mail(unseen('refused', 'step-failed', 'connect(192.0.2.1:443)', 'ECONNREFUSED')),
    'not-applicable',
  ],
  [
    vulnStarttlsInjection,
    'mail ports were not asked',
    { vulnerabilities: vulnerabilitiesOf({}, { startTls: unseen('budget', 'bytes-used-up', 1) }) },
    'inconclusive',
  ],
]);
