import { ehloReply, mailAddressOf, mailHostOf } from '../../../evidence/mail-transport/example.ts';
import { netFailed, seen, unseen } from '../../../evidence/observed.ts';
import {
  nullMx,
  refusedForNow,
  saysMoreThanHello,
  saysMoreThanReady,
  sessionOf,
  testRows,
  transportOf,
} from '../testing/evidence.ts';
import { smtpAuthCleartext, smtpBannerVersion, smtpNoStarttls, smtpStarttlsBroken } from './starttls.ts';

const plain = { startTls: seen({ outcome: 'not-offered' as const }), ehlo: seen(ehloReply()) };
const blocked = transportOf({ egress: { port25: 'blocked', how: 'all-silent' } });
const intercepted = transportOf({ egress: { port25: 'intercepted', how: 'masked-replies' } });
const refusedUs = sessionOf({
  greeting: { code: 554, lines: ['blocked by a list'] },
  ehlo: unseen('closed', 'mail-refused-us', '554', 'blocked by a list'),
  startTls: unseen('closed', 'mail-refused-us', '554', 'blocked by a list'),
});
const limited = sessionOf({ startTls: unseen('rate-limited', 'mail-rate-limited', '421', 'later') });
const failing = (...failures: ReturnType<typeof netFailed>[]) =>
  sessionOf({ startTls: seen({ outcome: 'failed', failures }) });
const alert = netFailed('tls', 'handshake-failed', 'alert 40');
const half = transportOf({
  hosts: [
    mailHostOf(),
    mailHostOf('mx2.site.lab', {
      addresses: [mailAddressOf('192.0.2.26', plain), mailAddressOf('2001:db8::26', plain)],
    }),
  ],
});
const unseenAddress = transportOf({
  hosts: [
    mailHostOf('mx.site.lab', {
      addresses: [mailAddressOf(), mailAddressOf('192.0.2.26', unseen('timeout', 'nothing-answered'))],
    }),
  ],
});
const noRoute = transportOf({
  hosts: [
    mailHostOf('mx.site.lab', {
      addresses: [mailAddressOf(), mailAddressOf('2001:db8::26', unseen('unreachable', 'no-connection'))],
    }),
  ],
});
const unfound = (...others: ReturnType<typeof mailHostOf>[]) =>
  transportOf({ hosts: [mailHostOf('mx.site.lab', { status: 'failed', addresses: [] }), ...others] });
const greets = (line: string) => sessionOf({ greeting: { code: 220, lines: [line] } });

const handshakeEnds = {
  timeout: netFailed('timeout', 'step-too-long', 'tls-handshake()', 10_000),
  closed: netFailed('closed', 'closed-in-handshake'),
  reset: netFailed('reset', 'step-failed', 'tls-handshake()', 'ECONNRESET'),
  tls: alert,
} as const;

testRows([
  [smtpNoStarttls, 'it is offered', transportOf(), 'pass'],
  [
    smtpNoStarttls,
    'the mail server is hidden by its name servers',
    unfound(),
    'inconclusive',
    /^mx\.site\.lab:25: The addresses could not be looked up$/,
  ],
  [smtpNoStarttls, 'one of two is hidden', unfound(mailHostOf('mx2.site.lab')), 'inconclusive'],
  [smtpNoStarttls, 'it is offered, and the reply to it goes on in plaintext', sessionOf(saysMoreThanReady), 'pass'],
  [smtpNoStarttls, 'the greeting goes on', sessionOf(saysMoreThanHello), 'inconclusive', /said more/],
  [smtpNoStarttls, 'it is not', sessionOf(plain), 'fail', /250-8BITMIME|250 8BITMIME/],
  [smtpNoStarttls, 'one of two servers lacks it at both addresses', half, 'fail', /The same at/],
  [smtpNoStarttls, 'a second address is silent', unseenAddress, 'inconclusive'],
  [smtpNoStarttls, 'this machine has no way to the second address', noRoute, 'pass'],
  [smtpNoStarttls, 'port 25 is blocked here', blocked, 'inconclusive', /port_25_blocked/],
  [smtpNoStarttls, 'somebody answers in its place', intercepted, 'inconclusive', /port_25_intercepted/],
  [smtpNoStarttls, 'it refuses this scanner', refusedUs, 'inconclusive', /554/],
  [smtpNoStarttls, 'it asks to come later', limited, 'inconclusive', /421/],
  [smtpNoStarttls, 'the domain takes no mail', nullMx, 'not-applicable'],
  [smtpStarttlsBroken, 'TLS begins', transportOf(), 'pass'],
  [smtpStarttlsBroken, 'the handshake fails twice', failing(alert, alert), 'fail', /2 times/],
  [
    smtpStarttlsBroken,
    'one of two tries is silent',
    failing(alert, netFailed('timeout', 'nothing-answered')),
    'inconclusive',
  ],
  [
    smtpStarttlsBroken,
    'the server closes the connection twice',
    failing(netFailed('closed', 'closed-in-handshake'), netFailed('closed', 'closed-in-handshake')),
    'fail',
    /2 times/,
  ],
  [
    smtpStarttlsBroken,
    'it is reset, then closed',
    failing(netFailed('reset', 'step-failed', 'ECONNRESET'), netFailed('closed', 'closed-in-handshake')),
    'fail',
  ],
  [
    smtpStarttlsBroken,
    'it is closed, then silent',
    failing(netFailed('closed', 'closed-in-handshake'), netFailed('timeout', 'nothing-answered')),
    'inconclusive',
  ],
  ...(
    [
      ['timeout', 'timeout', 'fail'],
      ['timeout', 'closed', 'fail'],
      ['reset', 'timeout', 'fail'],
      ['timeout', 'tls', 'fail'],
      ['timeout', null, 'inconclusive'],
      ['closed', null, 'inconclusive'],
      ['reset', null, 'inconclusive'],
      ['tls', null, 'fail'],
    ] as const
  ).map(([first, second, outcome]): Parameters<typeof testRows>[0][number] => [
    smtpStarttlsBroken,
    `the handshake ends in ${first}, then in ${second ?? 'nothing'}`,
    failing(...[first, second].flatMap((reason) => (reason === null ? [] : [handshakeEnds[reason]]))),
    outcome,
  ]),
  [
    smtpStarttlsBroken,
    'the command is refused',
    sessionOf({ startTls: seen({ outcome: 'refused', reply: { code: 502, lines: ['no'] } }) }),
    'fail',
    /502/,
  ],
  [smtpStarttlsBroken, 'TLS is not available for now', sessionOf(refusedForNow), 'inconclusive'],
  [smtpStarttlsBroken, 'the reply to STARTTLS goes on', sessionOf(saysMoreThanReady), 'inconclusive'],
  [smtpStarttlsBroken, 'the greeting goes on', sessionOf(saysMoreThanHello), 'inconclusive'],
  [smtpStarttlsBroken, 'it is not offered', sessionOf(plain), 'not-applicable'],
  [smtpAuthCleartext, 'only TLS has it', transportOf(), 'pass'],
  [
    smtpAuthCleartext,
    'passwords are taken before TLS',
    sessionOf({ ehlo: seen(ehloReply('AUTH LOGIN PLAIN', 'STARTTLS')) }),
    'fail',
    /AUTH LOGIN, PLAIN/,
  ],
  [smtpAuthCleartext, 'the old form is offered', sessionOf({ ehlo: seen(ehloReply('AUTH=LOGIN')) }), 'fail'],
  [
    smtpAuthCleartext,
    'mechanisms without plaintext are offered',
    sessionOf({ ehlo: seen(ehloReply('AUTH SCRAM-SHA-256 CRAM-MD5')) }),
    'pass',
  ],
  [smtpAuthCleartext, 'the reply to STARTTLS goes on', sessionOf(saysMoreThanReady), 'pass'],
  [smtpAuthCleartext, 'the greeting goes on', sessionOf(saysMoreThanHello), 'inconclusive'],
  [smtpAuthCleartext, 'EHLO is not answered', refusedUs, 'inconclusive'],
  [smtpBannerVersion, 'only the host is named', transportOf(), 'pass'],
  [
    smtpBannerVersion,
    'Exim names its version',
    greets('mx.site.lab ESMTP Exim 4.96 Sun, 01 Nov 2026'),
    'fail',
    /Exim 4\.96/,
  ],
  [
    smtpBannerVersion,
    'Postfix names its version in brackets',
    greets('mx ESMTP Postfix (2.9.6) Debian/GNU'),
    'fail',
    /Postfix 2\.9\.6/,
  ],
  [
    smtpBannerVersion,
    'Exchange names its version',
    greets('mx Microsoft ESMTP MAIL Service, Version: 10.0.17763.1697 ready'),
    'fail',
    /10\.0\.17763/,
  ],
  [
    smtpBannerVersion,
    'Sendmail names its version',
    greets('mx ESMTP Sendmail 8.15.2/8.15.2; Sun'),
    'fail',
    /Sendmail 8\.15\.2/,
  ],
  [
    smtpBannerVersion,
    'numbers of a host, an address, a date and an id are no version',
    greets('mx1.2.3.lab ESMTP 192.0.2.25 on 22.11.2026 41be03b00d2f7-7fbb.12 - gsmtp'),
    'pass',
  ],
  [smtpBannerVersion, 'the greeting goes on', sessionOf(saysMoreThanHello), 'pass'],
  [smtpBannerVersion, 'port 25 is blocked here', blocked, 'inconclusive'],
]);
