import { z } from 'zod';
import { pathVerdict } from '../certificates/schema.ts';
import { netFailure, observed } from '../observed.ts';
import { tlsVersionName } from '../tls/schema.ts';

/** A reply of a mail server (RFC 5321 section 4.2): its code, and its lines without the code, each cut at 512 octets. */
export const smtpReply = z.object({ code: z.int(), lines: z.array(z.string()) });
export type SmtpReply = z.infer<typeof smtpReply>;

/** TLS as it was negotiated, and what the server says inside it. */
export const negotiatedTls = z.object({
  outcome: z.literal('negotiated'),
  version: tlsVersionName,
  /** IANA code point; null where it is not known here. */
  suite: z.int().nullable(),
  /** IANA code point of the group of the key exchange; null where there is none, or it is not shown. */
  group: z.int().nullable(),
  /** SHA-256 in the order served, leaf first. */
  chain: z.array(z.string()),
  /** For the name of the MX host. */
  verdict: pathVerdict,
  /** The reply to EHLO inside TLS. */
  ehlo: observed(smtpReply),
});
export type NegotiatedTls = z.infer<typeof negotiatedTls>;

/** Keys whose certificates one server may have side by side. */
export const keyKind = z.enum(['RSA', 'ECDSA']);

/** The server has no certificate for the other kind of key: it rejects a hello that takes no other. */
export const noOtherChain = z.object({ outcome: z.literal('none'), keyKind });

/** The chain for the other kind of key. */
const otherChain = negotiatedTls.omit({ ehlo: true }).extend({ keyKind });
export type OtherChain = z.infer<typeof otherChain>;

/** What STARTTLS may come to without TLS: not among the capabilities; refused by a reply; failed in two sessions. */
export const otherTlsOutcomes = [
  z.object({ outcome: z.literal('not-offered') }),
  z.object({ outcome: z.literal('refused'), reply: smtpReply }),
  z.object({ outcome: z.literal('failed'), failures: z.array(netFailure) }),
] as const;

/** What became of STARTTLS. */
const startTlsOutcome = z.discriminatedUnion('outcome', [...otherTlsOutcomes, negotiatedTls]);

/** A command about users, and its reply. */
const commandReply = z.object({ command: z.string(), reply: smtpReply });

/** What a mail server said at one address; nothing is ever sent through it. */
export const smtpSession = z.object({
  observedAtMs: z.int(),
  /** From the cache of hosts that many domains share, seen by an earlier audit. */
  shared: z.boolean(),
  greeting: smtpReply,
  /** Milliseconds until the greeting was complete. */
  greetingMs: z.int(),
  /** The reply to EHLO; unknown where the greeting is no invitation. */
  ehlo: observed(smtpReply),
  startTls: observed(startTlsOutcome),
  /** VRFY and EXPN of names that any server has, inside TLS where there is TLS; deep mode only. */
  userCommands: observed(z.array(commandReply)),
  /** True: the reply to a command that was sent in plaintext behind STARTTLS came inside TLS (CVE-2011-0411); deep mode only. */
  injection: observed(z.boolean()),
  /**
   * What a second session shows that takes only the kind of key that the first did not show; deep mode, and only where there are TLSA
   * records, which have to match each chain. Absent: not asked.
   */
  second: observed(z.discriminatedUnion('outcome', [noOtherChain, otherChain])).optional(),
  /** Connections that it took. */
  connections: z.int(),
});
export type SmtpSession = z.infer<typeof smtpSession>;
