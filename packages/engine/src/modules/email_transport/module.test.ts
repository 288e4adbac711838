import { mixOf, testModule } from '../../catalogue/testing/module.ts';
import {
  mailAddressOf,
  mailHostOf,
  smtpSessionOf,
  tlsaAnswerOf,
  tlsaRecordOf,
} from '../../evidence/mail-transport/example.ts';
import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import { goodEndpoint } from '../../evidence/tls/example.ts';
import { exampleZone, exampleZoneBehind } from '../../evidence/zone/example.ts';
import { mailOf } from '../derive/mail/testing/evidence.ts';
import { emailTransport } from './module.ts';
import { daneWith, noTxt, nullMx, policyText, stsWith, transportOf, txtOf } from './testing/evidence.ts';

const { mailAuth } = await mailOf();
const mailTls = { endpoints: [{ ...goodEndpoint, serverName: 'mx.site.lab', port: 25 }] };
const more = { mailAuth, mailTls, zone: exampleZone() };

/** A correctly configured mail domain with everything that a check can read. */
const sound = daneWith(
  [tlsaAnswerOf([tlsaRecordOf(), tlsaRecordOf()])],
  {
    addresses: [
      mailAddressOf(
        '192.0.2.25',
        smtpSessionOf({
          injection: seen(false),
          userCommands: seen([{ command: 'VRFY root', reply: { code: 252, lines: ['root'] } }]),
        }),
      ),
    ],
  },
  {
    mtaSts: stsWith(policyText('enforce')),
    tlsRpt: txtOf('_smtp._tls', 'v=TLSRPTv1; rua=mailto:tls@site.lab'),
    clientServices: [
      { service: 'imaps', status: 'answer', targets: [{ priority: 0, weight: 1, port: 993, target: 'mail.site.lab' }] },
    ],
  },
);

const timeout = { reason: 'timeout', gap: 'nothing-answered' } as const;
const silentServices: MailTransportEvidence['clientServices'] = [
  { service: 'imaps', status: 'failed', targets: [], failure: timeout },
];
const silent = transportOf({
  hosts: [],
  mx: {
    status: 'failed',
    source: 'unknown',
    security: 'indeterminate',
    reason: 'no-answer',
    records: [],
    failure: timeout,
  },
  egress: { port25: 'unknown', how: 'not-tried' },
  mtaSts: { record: noTxt('_mta-sts'), fetch: unseen('timeout', 'nothing-answered') },
  tlsRpt: noTxt('_smtp._tls'),
  clientServices: silentServices,
});
const quietZone = exampleZoneBehind('blocked');
const noZone = exampleZone({ changes: { name: 'lab' } });

const long = 'x'.repeat(8_000);
const odd = transportOf({
  hosts: [
    mailHostOf('\u001b[31m<img src=x>.lab', {
      security: 'secure',
      reason: 'signed',
      aliases: ['javascript:alert(1)', long],
      addresses: [
        mailAddressOf(
          '192.0.2.25',
          smtpSessionOf({
            greeting: { code: 220, lines: Array.from({ length: 100 }, () => `Exim 1.2 ${'\u0000'.repeat(500)}`) },
            ehlo: seen({
              code: 250,
              lines: ['x', ...Array.from({ length: 99 }, () => `AUTH PLAIN ${'A'.repeat(500)}`)],
            }),
            startTls: seen({ outcome: 'refused', reply: { code: 999, lines: ['\u202e'.repeat(500)] } }),
            injection: seen(true),
            userCommands: seen([
              { command: 'VRFY root', reply: { code: 250, lines: Array.from({ length: 100 }, () => 'y'.repeat(512)) } },
            ]),
          }),
        ),
      ],
      tlsa: [
        tlsaAnswerOf(Array.from({ length: 32 }, () => tlsaRecordOf({ data: 'f'.repeat(65_000), unusable: 'length' }))),
      ],
    }),
  ],
  mx: {
    status: 'answer',
    source: 'mx',
    security: 'secure',
    reason: 'signed',
    records: Array.from({ length: 256 }, (_, n) => ({
      preference: n,
      host: n === 0 ? '' : `${'h'.repeat(60)}${n}.lab`,
    })),
  },
  mtaSts: stsWith(`${policyText('enforce')}${'mx: <script>\n'.repeat(2_000)}`, { location: long }),
  tlsRpt: txtOf('_smtp._tls', `v=TLSRPTv1; rua=${'a,'.repeat(2_000)}`, 'v=TLSRPTv1; <script>'),
  clientServices: [
    {
      service: 'imap',
      status: 'answer',
      targets: Array.from({ length: 10 }, () => ({ priority: 1, weight: 1, port: 1, target: long })),
    },
  ],
});
const longPolicy = transportOf({
  mtaSts: stsWith(policyText('enforce', ...Array.from({ length: 500 }, () => 'mx: *.lab'), long), { location: long }),
});

testModule(emailTransport, {
  sound: { evidence: [{ ...sound, ...more }], otherwise: { 'mx-null-missing': 'not-applicable' } },
  silent: { evidence: [{ ...silent, ...more, zone: quietZone }] },
  refused: {
    evidence: [{ ...nullMx, ...more, zone: noZone }],
    otherwise: { 'mx-null-missing': 'pass' },
  },
  hostile: mixOf(
    odd.mailTransport,
    longPolicy.mailTransport,
    sound.mailTransport,
    silent.mailTransport,
    nullMx.mailTransport,
  ).map((mailTransport) => ({ ...more, target: sound.target, mailTransport })),
});
