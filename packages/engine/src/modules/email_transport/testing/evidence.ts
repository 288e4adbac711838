import { rowTester } from '../../../catalogue/testing/rows.ts';
import {
  mailAddressOf,
  mailHostOf,
  mailTransportOf,
  negotiated,
  policyOf,
  smtpSessionOf,
  tlsaAnswerOf,
  tlsaRecordOf,
} from '../../../evidence/mail-transport/example.ts';
import type { MailHost, TlsaAnswer } from '../../../evidence/mail-transport/host.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import type { NegotiatedTls, SmtpSession } from '../../../evidence/mail-transport/session.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { TransportEvidence } from '../../derive/mail/delivery.ts';

const domain = 'site.lab';

/** The evidence of a domain with this transport. */
export const transportOf = (change: Parameters<typeof mailTransportOf>[0] = {}): TransportEvidence => ({
  target: { domain, registrableDomain: domain, scanMode: 'deep', startedAtMs: 1_790_000_000_000, seed: 'seed' },
  mailTransport: mailTransportOf(change),
});

/** A domain whose one mail server answers so. */
export const sessionOf = (change: Partial<SmtpSession>, host: Partial<MailHost> = {}): TransportEvidence =>
  transportOf({
    hosts: [mailHostOf('mx.site.lab', { addresses: [mailAddressOf('192.0.2.25', smtpSessionOf(change))], ...host })],
  });

/** A domain whose one mail server negotiates so. */
export const tlsOf = (change: Partial<NegotiatedTls>): TransportEvidence =>
  sessionOf({ startTls: seen(negotiated(change)) });

/** Signed MX records and one signed host with these TLSA answers. */
export const daneWith = (
  tlsa: readonly TlsaAnswer[],
  host: Partial<MailHost> = {},
  change: Partial<MailTransportEvidence> = {},
): TransportEvidence => {
  const signed = { security: 'secure', reason: 'signed' } as const;
  const base = transportOf({ hosts: [mailHostOf('mx.site.lab', { ...signed, tlsa: [...tlsa], ...host })] });
  const { mailTransport } = base;
  return { ...base, mailTransport: { ...mailTransport, mx: { ...mailTransport.mx, ...signed }, ...change } };
};

/** Signed with a record that matches. */
export const sound = daneWith([tlsaAnswerOf([tlsaRecordOf(), tlsaRecordOf({ matches: [] })])]);

/** The TXT answer at a name below the domain. */
export const txtOf = (label: string, ...texts: readonly string[]): MailTransportEvidence['tlsRpt'] => ({
  name: `${label}.${domain}`,
  status: texts.length === 0 ? 'nxdomain' : 'answer',
  texts: [...texts],
  aliases: [],
});

/** A TXT query without an answer. */
export const noTxt = (label: string): MailTransportEvidence['tlsRpt'] => ({
  name: `${label}.${domain}`,
  status: 'failed',
  texts: [],
  aliases: [],
  failure: { reason: 'timeout', gap: 'nothing-answered' },
});

/** A policy of this mode for the mail server. */
export const policyText = (mode: string, ...lines: readonly string[]): string =>
  ['version: STSv1', `mode: ${mode}`, 'mx: mx.site.lab', 'max_age: 604800', ...lines, ''].join('\r\n');

/** MTA-STS with this policy. */
export const stsWith = (
  body: string,
  change: Parameters<typeof policyOf>[1] = {},
): MailTransportEvidence['mtaSts'] => ({
  record: txtOf('_mta-sts', 'v=STSv1; id=1'),
  fetch: policyOf(body, change),
});

/** A null MX: no mail. */
export const nullMx = transportOf({
  hosts: [],
  mx: {
    status: 'answer',
    source: 'null',
    security: 'insecure',
    reason: 'no-ds',
    records: [{ preference: 0, host: '' }],
  },
});

/** The server sends data after 220 in reply to STARTTLS. */
export const saysMoreThanReady: Partial<SmtpSession> = { startTls: unseen('malformed', 'said-more-before-tls') };

/** The server sends data after its greeting, so that it received no command. */
export const saysMoreThanHello: Partial<SmtpSession> = {
  ...saysMoreThanReady,
  ehlo: unseen('malformed', 'said-more-before-tls'),
};

/** The server refuses STARTTLS temporarily. */
export const refusedForNow: Partial<SmtpSession> = {
  startTls: seen({ outcome: 'refused', reply: { code: 454, lines: ['later'] } }),
};

/** Rows of mail transport checks; each failure states what was expected, with a command that shows it. */
export const testRows = rowTester((evidence: TransportEvidence) => evidence, { fail: /Expected: [^]*\nReproduce: /i });
