import {
  mailHostOf,
  tlsaAnswerOf,
  tlsaRecordOf,
  mailAddressOf,
  negotiated,
} from '../../../evidence/mail-transport/example.ts';
import type { NegotiatedTls } from '../../../evidence/mail-transport/session.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import {
  daneWith,
  policyText,
  saysMoreThanReady,
  sessionOf,
  stsWith,
  testRows,
  tlsOf,
  transportOf,
} from '../testing/evidence.ts';
import { smtpCertExpired, smtpCertInvalid } from './certificate.ts';

const verdict = (...problems: NegotiatedTls['verdict']['problems']): NegotiatedTls['verdict'] => ({
  trusted: false,
  path: [],
  anchor: null,
  servedSuffices: false,
  problems,
});
const late = verdict({
  code: 'expired',
  certificate: 'aa',
  reason: 'not-after-passed',
  values: ['2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z'],
});
const lateIssuer = verdict({
  code: 'expired',
  certificate: 'bb',
  reason: 'not-after-passed',
  values: ['2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z'],
});
const selfSigned = verdict({ code: 'self-signed', certificate: 'aa', reason: 'leaf-signed-itself', values: ['CN=mx'] });
const plain = sessionOf({ startTls: seen({ outcome: 'not-offered' }) });
const silent = sessionOf({ startTls: unseen('timeout', 'nothing-answered') });
const untrusted = [
  mailHostOf('mx.site.lab', {
    addresses: [mailAddressOf('192.0.2.25', { startTls: seen(negotiated({ verdict: selfSigned })) })],
  }),
];

testRows([
  [smtpCertExpired, 'valid', transportOf(), 'pass'],
  [smtpCertExpired, 'expired', tlsOf({ verdict: late }), 'fail', /expired/],
  [
    smtpCertExpired,
    'expired, and self-signed too',
    tlsOf({ verdict: verdict(...late.problems, ...selfSigned.problems) }),
    'fail',
    /do not trust it anyway/,
  ],
  [
    smtpCertExpired,
    'expired under an enforced policy, which is another finding',
    transportOf({
      hosts: [
        mailHostOf('mx.site.lab', {
          addresses: [mailAddressOf('192.0.2.25', { startTls: seen(negotiated({ verdict: late })) })],
        }),
      ],
      mtaSts: stsWith(policyText('enforce')),
    }),
    'not-applicable',
  ],
  [smtpCertExpired, 'an issuer expired', tlsOf({ verdict: lateIssuer }), 'pass'],
  [
    smtpCertExpired,
    'expired, but DANE vouches for its key',
    daneWith([tlsaAnswerOf([tlsaRecordOf()])], {
      addresses: [mailAddressOf('192.0.2.25', { startTls: seen(negotiated({ verdict: late })) })],
    }),
    'pass',
    /do not count/,
  ],
  [
    smtpCertExpired,
    'expired, and DANE vouches for its issuer alone',
    daneWith([tlsaAnswerOf([tlsaRecordOf({ usage: 2, matches: [{ address: '192.0.2.25', outcome: 'expired' }] })])], {
      addresses: [mailAddressOf('192.0.2.25', { startTls: seen(negotiated({ verdict: late })) })],
    }),
    'fail',
    /expired/,
  ],
  [smtpCertExpired, 'no TLS', plain, 'not-applicable'],
  [smtpCertExpired, 'no answer', silent, 'inconclusive'],
  [smtpCertExpired, 'the reply to STARTTLS goes on', sessionOf(saysMoreThanReady), 'inconclusive'],
  [smtpCertInvalid, 'the reply to STARTTLS goes on', sessionOf(saysMoreThanReady), 'inconclusive'],
  [smtpCertInvalid, 'trusted', transportOf(), 'pass'],
  [smtpCertInvalid, 'self-signed', tlsOf({ verdict: selfSigned }), 'informational', /self-signed/i],
  [
    smtpCertInvalid,
    'self-signed, but DANE vouches for it',
    daneWith([tlsaAnswerOf([tlsaRecordOf()])], { addresses: untrusted.flatMap(({ addresses }) => addresses) }),
    'pass',
  ],
  [
    smtpCertInvalid,
    'self-signed under an enforced policy, which is another finding',
    transportOf({ hosts: untrusted, mtaSts: stsWith(policyText('enforce')) }),
    'not-applicable',
  ],
  [smtpCertInvalid, 'no TLS', plain, 'not-applicable'],
]);
