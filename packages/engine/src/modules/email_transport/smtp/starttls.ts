import { authMechanismsOf, offers } from '@perimeter/protocols/smtp/capabilities';
import {
  fail,
  inconclusive,
  judgeSeen,
  notApplicable,
  pass,
  type Verdict,
  openBy,
  failedWhy,
} from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { SmtpReply, SmtpSession } from '../../../evidence/mail-transport/session.ts';
import { smtpLine, startTlsLine } from '../../../catalogue/reproduce-smtp.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailSessions, type MailPlace } from '../../derive/subjects/mail-servers.ts';
import { isForNow, type StartTlsOutcome } from '../../derive/mail/delivery.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

/** A reply as it came over the wire (RFC 5321 section 4.2.1). */
const replyLines = ({ code, lines }: SmtpReply): string[] =>
  lines.map((line, at) => `${code}${at === lines.length - 1 ? ' ' : '-'}${shorten(line, 200)}`);

/** The server's plaintext dialogue before TLS. */
const dialogue = ({ greeting, ehlo }: SmtpSession): string[] => [
  ...replyLines(greeting),
  ...(ehlo.known ? ['EHLO', ...replyLines(ehlo.value)] : []),
];

const judgeTls =
  (judge: (startTls: StartTlsOutcome, place: MailPlace) => Verdict) =>
  (place: MailPlace): Verdict =>
    judgeSeen(place.session.startTls, (startTls) => judge(startTls, place));

export const smtpNoStarttls = checkOf(mailSessions, {
  id: 'smtp-no-starttls',
  title: 'Mail servers offer STARTTLS',
  finding: 'Mail server without STARTTLS',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  shows: (place) => [dialogue(place.session), startTlsLine(place)],
  judge: (place) => {
    const { ehlo, startTls } = place.session;
    // The reply to EHLO offers it, although the bytes after the STARTTLS reply cannot be read.
    if (
      !startTls.known &&
      startTls.failure.reason === 'malformed' &&
      ehlo.known &&
      offers(ehlo.value.lines, 'STARTTLS')
    )
      return pass('STARTTLS is offered');
    return judgeSeen(startTls, ({ outcome }) =>
      outcome === 'not-offered'
        ? `${place.serverName} does not offer STARTTLS, so all mail to it crosses the network in plaintext. Expected: "250-STARTTLS" in the reply to EHLO.`
        : pass('STARTTLS is offered'),
    );
  },
});

/** Failures that the server caused. */
const decided: ReadonlySet<string> = new Set(['tls', 'malformed']);
/** Failures that count as caused by the server if they occur in two sessions. Silence counts only during the handshake. */
const decidedByTwo: ReadonlySet<string> = new Set([...decided, 'closed', 'reset', 'step-too-long']);

export const smtpStarttlsBroken = checkOf(mailSessions, {
  id: 'smtp-starttls-broken',
  title: 'STARTTLS completes a TLS handshake',
  finding: 'STARTTLS is offered, but fails',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  judge: judgeTls((startTls, place) => {
    if (startTls.outcome === 'not-offered') return notApplicable('STARTTLS is not offered');
    if (startTls.outcome === 'negotiated') return pass(`${startTls.version} is negotiated`);
    if (startTls.outcome === 'refused') {
      const reply = replyLines(startTls.reply);
      if (isForNow(startTls)) return openBy('starttls-reply', { reply: reply.join(' ') });
      return fail({
        description: `The server offers STARTTLS and answers it with ${startTls.reply.code}, so senders fall back to plaintext. Expected: 220.`,
        evidence: [dialogue(place.session), 'STARTTLS', reply, startTlsLine(place)],
      });
    }
    const causes = startTls.failures.length > 1 ? decidedByTwo : decided;
    const open = startTls.failures.find((failure) => !causes.has(failure.reason) && !causes.has(failure.gap));
    if (open !== undefined) return inconclusive(failedWhy(open));
    return fail({
      description: `The server offers STARTTLS, but the handshake failed ${startTls.failures.length === 1 ? 'once' : `${startTls.failures.length} times`}, so senders fall back to plaintext or hold the mail. Expected: a handshake of TLS 1.2 or 1.3.`,
      evidence: [dialogue(place.session), startTls.failures.map(failureText), startTlsLine(place)],
    });
  }),
});

/** Mechanisms that send the password itself (RFC 4616). */
const plaintext: ReadonlySet<string> = new Set(['PLAIN', 'LOGIN']);

export const smtpAuthCleartext = checkOf(mailSessions, {
  id: 'smtp-auth-cleartext',
  title: 'Passwords are not accepted before TLS',
  finding: 'SMTP AUTH with plaintext passwords before TLS',
  weakness: { cvss: 'cleartextInterception', cwe: [319, 522] },
  shows: (place) => [dialogue(place.session), smtpLine(place, 'EHLO audit.invalid')],
  judge: (place) =>
    judgeSeen(place.session.ehlo, ({ lines }) => {
      const offered = authMechanismsOf(lines).filter((mechanism) => plaintext.has(mechanism));
      if (offered.length === 0) return pass('No mechanism with plaintext passwords is offered before TLS');
      return `Before TLS the server offers AUTH ${listed(offered)}, so mail programs may send passwords in plaintext. Expected: AUTH only after STARTTLS, and none on port 25.`;
    }),
});

/** A product and its version; host names, addresses and dates contain numbers too. */
const product = /(?:^|[\s(])([A-Za-z][A-Za-z-]*)(?: \(|[ /,]|, Version: |: )v?(\d+(?:\.\d+)+[\w.-]*)/g;
const noVersion = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\d{1,2}\.\d{1,2}\.\d{4})$/;

/** The software that the greeting discloses after the host name. */
function versionIn({ lines }: SmtpReply): string | null {
  const text = lines.map((line, at) => (at === 0 ? line.replace(/^\S+/, '') : line)).join('\n');
  for (const [, name = '', version = ''] of text.slice(0, 2_000).matchAll(product))
    if (!noVersion.test(version)) return `${name} ${version}`;
  return null;
}

export const smtpBannerVersion = checkOf(mailSessions, {
  id: 'smtp-banner-version',
  title: 'The greeting discloses no software version',
  finding: 'SMTP banner discloses the software version',
  weakness: { cvss: 'smallLeak', cwe: [200] },
  shows: (place) => [replyLines(place.session.greeting), smtpLine(place)],
  judge: (place) => {
    const version = versionIn(place.session.greeting);
    if (version === null) return pass('The greeting has no version');
    return `The greeting names ${shorten(version)}, which tells attackers which known flaws to try. Expected: the name of the host and "ESMTP".`;
  },
});
