import { seen, unseen, type Observed } from '../../../evidence/observed.ts';
import { pipelined } from '../../../evidence/vulnerabilities/example.ts';
import type { PipelinedCommand, UpgradeAnswer } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import { timedOut } from '../../derive/tls/testing/evidence.ts';
import { testFlaws, vulnerabilitiesOf } from '../../derive/tls/testing/flaws.ts';
import { opossum, startTlsInjection } from './plaintext-upgrade.ts';

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
  [opossum, 'the header is ignored', {}, 'pass'],
  [
    opossum,
    'the server switches',
    portAnswer(seen({ status: 101, upgrade: ['TLS/1.0'] })),
    'fail',
    /Answered 101[^]*Reproduce: curl .*Upgrade: TLS\/1\.0/,
  ],
  [opossum, 'the port is closed', portAnswer(unseen('refused', 'Connection refused')), 'not-applicable', /No service/],
  [opossum, 'no answer in time', portAnswer(timedOut), 'inconclusive'],
  [opossum, 'there was no port to ask', { vulnerabilities: vulnerabilitiesOf({}, { opossum: [] }) }, 'not-applicable'],
  [startTlsInjection, 'there is no mail service', {}, 'not-applicable'],
  [startTlsInjection, 'the command was thrown away', mail(seen(pipelined(false))), 'pass'],
  [
    startTlsInjection,
    'the command was answered',
    mail(seen(pipelined(true))),
    'fail',
    /IMAP on port 143[^]*inside TLS/,
  ],
  [startTlsInjection, 'no answer in time', mail(timedOut), 'inconclusive', /192\.0\.2\.1:143: No answer/],
  [startTlsInjection, 'nothing listens', mail(unseen('refused', 'Connection refused')), 'not-applicable'],
  [
    startTlsInjection,
    'mail ports were not asked',
    { vulnerabilities: vulnerabilitiesOf({}, { startTls: unseen('budget', 'The budget was used up') }) },
    'inconclusive',
  ],
]);
