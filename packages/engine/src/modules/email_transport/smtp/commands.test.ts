import { seen, unseen } from '../../../evidence/observed.ts';
import { nullMx, saysMoreThanReady, sessionOf, testRows, transportOf } from '../testing/evidence.ts';
import { smtpStarttlsInjection, smtpVrfyExpn } from './commands.ts';

const asked = (vrfy: [code: number, line: string], expn: [code: number, line: string] = [502, 'not implemented']) =>
  sessionOf({
    userCommands: seen([
      { command: 'VRFY root', reply: { code: vrfy[0], lines: [vrfy[1]] } },
      { command: 'EXPN root', reply: { code: expn[0], lines: [expn[1]] } },
    ]),
  });
const plain = sessionOf({ startTls: seen({ outcome: 'not-offered' }) });

testRows([
  [smtpVrfyExpn, 'neither is there', asked([502, 'no']), 'pass'],
  [smtpVrfyExpn, '252 says nothing', asked([252, '2.0.0 root']), 'pass'],
  [smtpVrfyExpn, 'VRFY confirms', asked([250, 'Root <root@mx.site.lab>']), 'fail', /VRFY root/],
  [smtpVrfyExpn, '252 with a mailbox', asked([252, 'root@mx.site.lab']), 'fail'],
  [smtpVrfyExpn, 'EXPN lists', asked([502, 'no'], [250, '<admin@site.lab>']), 'fail', /EXPN root/],
  [smtpVrfyExpn, 'not asked', transportOf(), 'inconclusive'],
  [smtpVrfyExpn, 'the domain takes no mail', nullMx, 'not-applicable'],
  [smtpStarttlsInjection, 'discarded', sessionOf({ injection: seen(false) }), 'pass'],
  [smtpStarttlsInjection, 'executed', sessionOf({ injection: seen(true) }), 'fail', /NOOP/],
  [smtpStarttlsInjection, 'no answer', sessionOf({ injection: unseen('timeout', 'nothing-answered') }), 'inconclusive'],
  [
    smtpStarttlsInjection,
    'the reply to STARTTLS goes on',
    sessionOf({ ...saysMoreThanReady, injection: unseen('malformed', 'said-more-before-tls') }),
    'inconclusive',
  ],
  [smtpStarttlsInjection, 'no TLS', plain, 'not-applicable'],
]);
