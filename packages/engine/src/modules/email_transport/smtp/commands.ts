import { fail, judgeSeen, notApplicable, pass } from '../../../catalogue/outcome.ts';
import type { SmtpReply } from '../../../evidence/mail-transport/session.ts';
import { injectionLine, smtpLine } from '../../../catalogue/reproduce-smtp.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailSessions } from '../../derive/subjects/mail-servers.ts';
import { counted, listed, shorten } from '../../../evidence/words/text.ts';

const text = ({ code, lines }: SmtpReply): string => `${code} ${shorten(lines.join(' / '), 300)}`;

/** 250 and 251 confirm a user; 252 does not (RFC 5321 section 3.5.3), unless it names a mailbox. */
const isTelling = ({ code, lines }: SmtpReply): boolean =>
  code === 250 || code === 251 || (code === 252 && lines.some((line) => /[^\s<>@]@[^\s<>@]/.test(line)));

export const smtpVrfyExpn = checkOf(mailSessions, {
  id: 'smtp-vrfy-expn',
  title: 'Mail servers disclose no users (VRFY, EXPN)',
  finding: 'Mail server discloses users by VRFY or EXPN',
  weakness: { cvss: 'smallLeak', cwe: [204] },
  mode: 'deep',
  judge: (place) =>
    judgeSeen(place.session.userCommands, (replies) => {
      const telling = replies.filter(({ reply }) => isTelling(reply));
      if (telling.length === 0) return pass(`${counted(replies.length, 'command')} disclosed no user`);
      return fail({
        description: `${listed(telling.map(({ command }) => command))} ${telling.length === 1 ? 'is' : 'are'} answered with a user, so senders of spam can look up addresses. Expected: 252 or 502.`,
        evidence: [
          replies.map(({ command, reply }) => `${command}: ${text(reply)}`),
          smtpLine(
            place,
            'EHLO audit.invalid',
            ...telling.map(({ command }) => command).filter((one) => /^[A-Z a-z]+$/.test(one)),
          ),
        ],
      });
    }),
});

export const smtpStarttlsInjection = checkOf(mailSessions, {
  id: 'smtp-starttls-injection',
  title: 'Plaintext behind STARTTLS is discarded',
  finding: 'STARTTLS command injection (CVE-2011-0411)',
  // The same penalty as plaintext: an attacker who can inject commands could as well strip STARTTLS.
  weakness: { cvss: 'cleartextInterception', cwe: [74] },
  mode: 'deep',
  shows: (place) => [
    'Sent in one segment: STARTTLS, NOOP',
    'Answered inside TLS: the reply to NOOP',
    injectionLine(place),
  ],
  judge: (place) => {
    const { startTls, injection } = place.session;
    if (startTls.known && startTls.value.outcome !== 'negotiated') return notApplicable('No TLS was negotiated');
    return judgeSeen(injection, (answered) =>
      answered
        ? 'A command sent in plaintext behind STARTTLS was executed inside TLS, so an attacker on the path can put commands before those of a sender. Expected: all input received before the handshake is discarded (RFC 3207 section 4.2).'
        : pass('The command was discarded'),
    );
  },
});
