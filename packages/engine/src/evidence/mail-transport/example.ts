import { seen, untested } from '../observed.ts';
import type { MailAddress, MailHost, TlsaAnswer, TlsaRecord } from './host.ts';
import type { MailTransportEvidence } from './schema.ts';
import type { NegotiatedTls, SmtpReply, SmtpSession } from './session.ts';

/** When the example was observed. */
const observedAtMs = 1_790_000_000_000;

/** The reply to EHLO of a server with these capabilities. */
export const ehloReply = (...capabilities: readonly string[]): SmtpReply => ({
  code: 250,
  lines: ['mx.site.lab', 'PIPELINING', 'SIZE 10240000', ...capabilities, '8BITMIME'],
});

/** TLS 1.3 with a trusted certificate for the name. */
export const negotiated = (change: Partial<NegotiatedTls> = {}): NegotiatedTls => ({
  outcome: 'negotiated',
  version: 'TLSv1.3',
  suite: 0x1302,
  group: 0x11ec,
  chain: ['aa'],
  verdict: { trusted: true, path: ['aa', 'bb'], anchor: 'public', servedSuffices: true, problems: [] },
  ehlo: seen(ehloReply('AUTH PLAIN LOGIN')),
  ...change,
});

/** A session with a server that does everything well. */
export const smtpSessionOf = (change: Partial<SmtpSession> = {}): SmtpSession => ({
  observedAtMs,
  shared: false,
  greeting: { code: 220, lines: ['mx.site.lab ESMTP'] },
  greetingMs: 12,
  ehlo: seen(ehloReply('STARTTLS')),
  startTls: seen(negotiated()),
  userCommands: untested('deep-mode-only'),
  injection: untested('deep-mode-only'),
  connections: 1,
  ...change,
});

/** An address with a session. */
export const mailAddressOf = (
  address = '192.0.2.25',
  session: SmtpSession | Partial<SmtpSession> | MailAddress['session'] = {},
): MailAddress => ({
  address,
  family: address.includes(':') ? 6 : 4,
  allowed: true,
  session: 'known' in session ? session : seen(smtpSessionOf(session)),
});

/** A TLSA record that matches the address of the example: usage 3, key, SHA-256. */
export const tlsaRecordOf = (change: Partial<TlsaRecord> = {}): TlsaRecord => ({
  usage: 3,
  selector: 1,
  matchingType: 1,
  data: 'ab'.repeat(32),
  unusable: null,
  matches: [{ address: '192.0.2.25', outcome: 'match' }],
  ...change,
});

/** A signed answer with TLSA records; without any: a signed denial. */
export const tlsaAnswerOf = (records: readonly TlsaRecord[] = [], change: Partial<TlsaAnswer> = {}): TlsaAnswer => ({
  name: '_25._tcp.mx.site.lab',
  status: records.length === 0 ? 'nxdomain' : 'answer',
  security: 'secure',
  reason: 'signed',
  records: [...records],
  ...change,
});

/** An MX host with one address in an unsigned zone. */
export const mailHostOf = (name = 'mx.site.lab', change: Partial<MailHost> = {}): MailHost => ({
  name,
  preference: 10,
  status: 'exists',
  security: 'insecure',
  reason: 'no-ds',
  aliases: [],
  addresses: [mailAddressOf()],
  tlsa: [],
  ...change,
});

/** A domain with these hosts, without MTA-STS and TLS-RPT. */
export function mailTransportOf(
  change: Partial<MailTransportEvidence> & { hosts?: MailHost[] } = {},
): MailTransportEvidence {
  const hosts = change.hosts ?? [mailHostOf()];
  const domain = 'site.lab';
  return {
    mx: {
      status: 'answer',
      source: 'mx',
      security: 'insecure',
      reason: 'no-ds',
      records: hosts.map(({ preference, name: host }) => ({ preference, host })),
    },
    hosts,
    notVisited: [],
    egress: { port25: 'open', how: 'connected' },
    mtaSts: {
      record: { name: `_mta-sts.${domain}`, status: 'nxdomain', texts: [], aliases: [] },
      fetch: untested('no-mta-sts-record'),
    },
    tlsRpt: { name: `_smtp._tls.${domain}`, status: 'nxdomain', texts: [], aliases: [] },
    clientServices: [],
    certificates: [],
    references: [],
    lookups: [],
    ...change,
  };
}

/** A policy as its web server sends it. */
export const policyOf = (
  body: string,
  change: Partial<(MailTransportEvidence['mtaSts']['fetch'] & { known: true })['value']> = {},
): MailTransportEvidence['mtaSts']['fetch'] =>
  seen({
    status: 200,
    contentType: 'text/plain',
    location: null,
    trusted: true,
    certificateProblems: [],
    body,
    truncated: false,
    ...change,
  });
