import { z } from 'zod';
import { netFailure, netFailureReason, observed } from '../observed.ts';
import { registration } from '../registration.ts';

/** RFC 4033 section 5. */
export const dnssecStatus = z.enum(['secure', 'insecure', 'bogus', 'indeterminate']);
export type Security = z.infer<typeof dnssecStatus>;

/** Why data has its security, by our own validation. */
export const securityReason = z.enum([
  'signed', // by a chain of keys from the trust anchor, or proved to be absent by one
  'no-ds', // the parent proves that the zone has no DS
  'opt-out', // the parent leaves out unsigned delegations (RFC 5155 section 6)
  'unsupported-algorithm', // only DS records of algorithms that are not verified here, or of SHA-1 (RFC 9905)
  'unsupported-digest',
  'ds-mismatch', // no key matches the DS
  'key-missing', // the parent has a DS, the zone has no keys
  'rrsig-missing',
  'rrsig-expired',
  'rrsig-not-yet',
  'rrsig-invalid', // by no key of the zone, or it does not verify
  'denial-missing', // nothing is there, without proof
  'denial-wrong', // the proof says something else
  'no-anchor', // no trust anchor at or above the name
  'no-answer',
  'response-code', // the resolver answered with an error
  'alias-loop',
  'disputed', // bogus by the resolver, valid by a name server of the zone
  'stripped', // the resolver leaves out signatures or proofs
  'capped', // more arithmetic than an audit spends
]);
export type SecurityReason = z.infer<typeof securityReason>;

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

/** The answer to one query; the resolver is asked not to validate (CD). */
export const dnsAnswer = z.object({
  name: z.string(),
  type: z.string(),
  /** answer: records of the type; nodata: the name exists without them; failed: no usable answer. */
  status: z.enum(['answer', 'nodata', 'nxdomain', 'servfail', 'refused', 'failed']),
  /** The resolver's AD bit (RFC 4035 section 3.2.3): an unauthenticated claim, which no verdict uses. */
  authenticated: z.boolean(),
  /** By our own validation, the aliases included; absent where it was not done. */
  security: dnssecStatus.optional(),
  securityReason: securityReason.optional(),
  transport: z.enum(['udp', 'tcp']),
  /** CNAME targets in order, from the queried name to the owner of the records. */
  cnames: z.array(z.string()),
  records: z.array(dnsRecord),
  /** Total count, where more records came than are kept. */
  recordCount: z.int().optional(),
  /** RRSIG records that cover the records, where there are any. */
  signatures: z.array(dnsRecord).optional(),
  /** Extended DNS Errors (RFC 8914). */
  extendedErrors: z.array(z.object({ code: z.int(), text: z.string() })),
  failure: netFailure.optional(),
});
export type DnsAnswer = z.infer<typeof dnsAnswer>;

/** The result of one step of a DNSSEC chain: a reason as above, or one that earlier versions stored. */
const dnssecReason = z.enum([
  ...securityReason.options,
  'unsigned', // records without a signature
  'wrong-signer', // signed in the name of another zone
  'too-many-labels', // RFC 4035 section 5.3.1
  'expired',
  'not-yet-valid',
  'unknown-algorithm', // of a signature: not verified here
  'unknown-key', // the zone has no such key
  'bad-signature',
  'unsupported-ds', // only DS records of algorithms or digests that are not verified here
  'dnskey-missing', // the parent has a DS, the zone has no keys
  'dnskey-mismatch', // no key matches the DS
  'nothing-signed', // neither records nor a signed absence
  'unreadable-anchors', // The operator's trust anchors cannot be read.
  'name-too-long',
]);

/** One step of a DNSSEC chain: its subject, its result, and the records behind it. */
export const dnssecStep = z.object({
  /** Null: the step is not about a name. */
  name: z.string().nullable(),
  /** Type of the records that were asked for. */
  type: z.string().nullable(),
  status: dnssecStatus,
  reason: dnssecReason,
  /** The zone whose keys must have signed, or that has no DS. */
  zone: z.string().optional(),
  /** What replaces the requested records: the CNAME, or the SOA of a negative answer. */
  standsIn: z.enum(['alias', 'absence']).optional(),
  /** Keys of the zone that its DS records or anchors point to. */
  entryKeys: z.array(z.object({ algorithm: z.int(), keyTag: z.int() })).optional(),
  /** The RRSIG that decided; times in seconds since 1970. */
  signature: z
    .object({
      algorithm: z.int(),
      keyTag: z.int(),
      signer: z.string(),
      inception: z.int(),
      expiration: z.int(),
    })
    .optional(),
  /** Whether a zone without DS has keys. */
  hasKeys: z.boolean().optional(),
  failure: netFailureReason.optional(),
  responseCode: z.int().optional(),
  maxLabels: z.int().optional(),
  /** Why the anchors cannot be read: `kept` of a ProtocolError; earlier audits kept its words. */
  problem: z.string().optional(),
});
export type DnssecStep = z.infer<typeof dnssecStep>;

/** The state of a name's DNSSEC chain, verified locally from the trust anchor down. */
export const dnssecChain = z.object({
  status: dnssecStatus,
  /** From the anchor down, one for each zone, then one for each type of the name. */
  steps: z.array(dnssecStep),
});

/** DNS as the resolver shows it: one snapshot that all modules share. */
export const dnsEvidence = z.object({
  /** The resolvers asked, as address#port. */
  resolvers: z.array(z.string()),
  /** How the resolvers handle DNSSEC; absent in evidence from before this was tested. */
  resolver: z
    .object({
      /** They return signatures: the keys of the trust anchor's zone verify. */
      dnssecAware: observed(z.boolean()),
      /** They validate: AD on the SOA of that zone. */
      validates: observed(z.boolean()),
    })
    .optional(),
  answers: z.array(dnsAnswer),
  /** Foreign domains at the end of aliases that lead nowhere; absent where there is none, and in earlier evidence. */
  aliasTargets: z.array(registration).optional(),
  /** Aliases, link by link, of names whose addresses the resolver does not find; absent where there is none, and in earlier evidence. */
  followedAliases: z.array(z.object({ name: z.string(), chain: z.array(z.string()) })).optional(),
  /** Addresses of names that the HTTPS records refer to; absent where they name no other, and in earlier evidence. */
  serviceAnswers: z.array(dnsAnswer).optional(),
  dnssec: dnssecChain,
  /** Questions that the probe asked, each once: those of the answers and those of the chain. */
  questionsAsked: z.int(),
  /** Queries sent for these questions alone, retries and TCP included. */
  queriesSent: z.int(),
});
export type DnsEvidence = z.infer<typeof dnsEvidence>;
