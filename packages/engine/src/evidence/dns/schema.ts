import { z } from 'zod';
import { netFailure } from '../observed.ts';

/** One resource record as it was answered. */
export const dnsRecord = z.object({
  name: z.string(),
  /** Mnemonic, or TYPEnnn (RFC 3597). */
  type: z.string(),
  ttl: z.int(),
  /** Presentation format of the RDATA, escaped as in RFC 1035 section 5.1. */
  data: z.string(),
});
export type DnsRecord = z.infer<typeof dnsRecord>;

/** The answer to one question put to the validating resolver. */
export const dnsAnswer = z.object({
  name: z.string(),
  type: z.string(),
  /** answer: records of the type; nodata: the name exists without them; failed: no usable answer. */
  status: z.enum(['answer', 'nodata', 'nxdomain', 'servfail', 'refused', 'failed']),
  /** The resolver's AD bit: it says that it validated the answer (RFC 4035 section 3.2.3). */
  authenticated: z.boolean(),
  transport: z.enum(['udp', 'tcp']),
  /** CNAME targets in order, from the queried name to the owner of the records. */
  cnames: z.array(z.string()),
  records: z.array(dnsRecord),
  /** RRSIG records that cover the records, where there are any. */
  signatures: z.array(dnsRecord).optional(),
  /** Extended DNS Errors (RFC 8914). */
  extendedErrors: z.array(z.object({ code: z.int(), text: z.string() })),
  failure: netFailure.optional(),
});
export type DnsAnswer = z.infer<typeof dnsAnswer>;

/** The state of a name's DNSSEC chain, verified locally from the trust anchor down. */
export const dnssecChain = z.object({
  status: z.enum(['secure', 'insecure', 'bogus', 'indeterminate']),
  /** One line a zone, root first: what was verified, or what broke. */
  path: z.array(z.string()),
});

/** DNS as the validating resolver shows it: one snapshot that all modules share. */
export const dnsEvidence = z.object({
  /** The resolvers asked, as address#port. */
  resolvers: z.array(z.string()),
  answers: z.array(dnsAnswer),
  dnssec: dnssecChain,
  queriesSent: z.int(),
});
export type DnsEvidence = z.infer<typeof dnsEvidence>;
