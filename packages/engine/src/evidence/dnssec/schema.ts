import { z } from 'zod';
import { dnsLookup } from '../dns/lookup.ts';
import { dnssecStatus, securityReason } from '../dns/schema.ts';
import { observed } from '../observed.ts';
import { keyWeakness } from '../certificates/schema.ts';

/** Security with its reason, and the security for operators that treat SHA-1 as unsigned (RFC 9905). */
const judged = {
  security: dnssecStatus,
  reason: securityReason,
  effective: z.object({ security: dnssecStatus, reason: securityReason }),
};

/** One RRSIG, whether or not its key is trusted; times in seconds since 1970. */
export const signatureFacts = z.object({
  algorithm: z.int(),
  keyTag: z.int(),
  labels: z.int(),
  originalTtl: z.int(),
  inception: z.int(),
  expiration: z.int(),
  signer: z.string(),
  /** The result of verifying it with the keys of the zone. */
  verdict: z.enum([
    'valid',
    'expired',
    'not-yet',
    'invalid', // it does not verify, or the zone has no such key
    'misplaced', // of another zone, or for a name with fewer labels
    'unknown-algorithm',
    'not-verified', // it takes more arithmetic than an audit spends
  ]),
});
export type SignatureFacts = z.infer<typeof signatureFacts>;

/** One DNSKEY. */
export const keyFacts = z.object({
  flags: z.int(),
  algorithm: z.int(),
  keyTag: z.int(),
  /** Of RSA keys; null for others and where it cannot be read. */
  rsa: z.object({ bits: z.int(), exponent: z.string() }).nullable(),
  weakness: keyWeakness.nullable(),
  /** A DS record, or a trust anchor, points to it. */
  isEntry: z.boolean(),
});
export type KeyFacts = z.infer<typeof keyFacts>;

/** One DS record, and the key of the child that it fits. */
export const dsFacts = z.object({
  keyTag: z.int(),
  algorithm: z.int(),
  digestType: z.int(),
  /** Upper-case hex. */
  digest: z.string(),
  matches: z.boolean(),
});
export type DsFacts = z.infer<typeof dsFacts>;

/** One NSEC or NSEC3 record that a denial rests on; whether it verifies stands with the denial. */
const denialRecord = z.object({
  owner: z.string(),
  type: z.enum(['NSEC', 'NSEC3']),
  /** Presentation format. */
  data: z.string(),
});

/** The denial of a name or type. */
export const denialFacts = z.object({
  kind: z.enum(['nsec', 'nsec3', 'compact', 'opt-out', 'none']),
  /** Null: the records prove nothing of what was claimed. */
  proves: z.enum(['nxdomain', 'nodata', 'no-ds', 'wildcard']).nullable(),
  lacks: z
    .enum(['span', 'type-exists', 'wrong-side', 'wildcard', 'closest-encloser', 'next-closer', 'opt-out'])
    .nullable(),
  records: z.array(denialRecord),
});
export type DenialFacts = z.infer<typeof denialFacts>;

/** A signed record that denies a signed set which was answered as well. */
const contradiction = z.object({
  ...denialRecord.shape,
  denies: z.enum(['name', 'type']),
  /** The set. */
  name: z.string(),
  setType: z.string(),
  /** How long each had been in the resolver's cache. */
  denialAgeSeconds: z.int(),
  setAgeSeconds: z.int(),
});

/** One zone on the way from the trust anchor to the target. */
export const zoneFacts = z.object({
  name: z.string(),
  ...judged,
  /** Null: not answered; empty: there is none. For the trust anchor's zone: the anchors. */
  ds: z.array(dsFacts).nullable(),
  dsSignatures: z.array(signatureFacts),
  dsDenial: denialFacts.nullable(),
  keys: z.array(keyFacts).nullable(),
  /** Total count, where more keys came than are kept. */
  keyCount: z.int(),
  keySignatures: z.array(signatureFacts),
});
export type ZoneFacts = z.infer<typeof zoneFacts>;

/** The answer to one query, with its security. */
export const targetFacts = z.object({
  name: z.string(),
  type: z.string(),
  /** policy: names below the domain that mail receivers query. */
  purpose: z.enum(['apex', 'www', 'policy', 'missing-name']),
  ...judged,
  /** Links of aliases on the way, each judged in its own zone. */
  links: z.array(z.object({ name: z.string(), type: z.string(), zone: z.string(), ...judged })),
  /** The last alias target and its zone; null where it was not reached. */
  owner: z.string(),
  zone: z.string().nullable(),
  /** Null: neither records nor a usable answer. */
  ttl: z.int().nullable(),
  count: z.int(),
  signatures: z.array(signatureFacts),
  /** Of an absence, or of records that a wildcard gave. */
  denial: denialFacts.nullable(),
});
export type TargetFacts = z.infer<typeof targetFacts>;

/** DNSSEC of the target: the chains from the trust anchor down, their contents, and the denials. */
export const dnssecEvidence = z.object({
  anchors: z.array(z.object({ zone: z.string(), keyTag: z.int() })),
  /** The zone that holds the target, by its SOA; null where it could not be found. */
  apex: z.string().nullable(),
  /** From the anchor down to the apex. */
  zones: z.array(zoneFacts),
  targets: z.array(targetFacts),
  /** NSEC3PARAM of the apex; null: there is none. */
  nsec3Param: observed(z.object({ iterations: z.int(), salt: z.string() }).nullable()),
  /** CDS and CDNSKEY of the apex (RFC 7344), with the security of both answers. */
  childSync: z.object({
    cds: observed(z.array(dsFacts)),
    cdnskey: observed(z.array(z.object({ flags: z.int(), algorithm: z.int(), keyTag: z.int(), matches: z.boolean() }))),
    security: dnssecStatus,
    /** A record of algorithm 0 asks to delete the DS (RFC 8078 section 4). */
    deletes: z.boolean(),
  }),
  /** Signed denials of existing records; absent in evidence of earlier versions. */
  contradictions: z.array(contradiction).optional(),
  /** Names that are missing according to the resolver, without confirmation by a name server; absent in evidence of earlier versions. */
  unconfirmed: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
  /** Mail hosts, each with the security of its address; null where MX was not answered. */
  mx: z
    .array(
      z.object({
        host: z.string(),
        zone: z.string().nullable(),
        /** The zone has keys, but no DS record; absent where that is not so, and in earlier evidence. */
        hasKeys: z.literal(true).optional(),
        ...judged,
      }),
    )
    .nullable(),
  /** Names of the apex that rest on DNSSEC: TLSA, SSHFP or OPENPGPKEY records. */
  reliesOn: z.array(z.object({ name: z.string(), type: z.string() })),
  /** The answer of a validating resolver to visitors: the SOA of the target, queried without CD. */
  resolver: z.object({
    status: z.string(),
    authenticated: z.boolean(),
    extendedErrors: z.array(z.object({ code: z.int(), text: z.string() })),
  }),
  /** Signature verifications and NSEC3 hash rounds of the audit. */
  work: z.object({ verifications: z.int(), hashRounds: z.int() }),
  lookups: z.array(dnsLookup),
});
export type DnssecEvidence = z.infer<typeof dnssecEvidence>;
