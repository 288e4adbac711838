import { z } from 'zod';
import { pathProblemReasons } from '@perimeter/protocols/certification-path/problems';
import { certificateFields } from '@perimeter/protocols/x509/field-reader';
import { dnsLookup } from '../dns/lookup.ts';
import { dnssecStatus } from '../dns/schema.ts';
import { netFailure, observed, unknownBecause } from '../observed.ts';
import { reasonsOf, reasonValues } from '../reasons.ts';
import { statusReasons, timestampReasons, weaknessReasons } from './reasons.data.ts';

/** A weakness that anybody can see in a public key, and what shows it. */
export const keyWeakness = z.object({ kind: reasonsOf(weaknessReasons), values: reasonValues });

/** What breaks a path from a leaf to a trusted root, or a certificate in it: a closed list, because checks decide by it. */
export const pathProblemCode = z.enum([
  'malformed', // the DER breaks X.690 or RFC 5280 so that nothing can be concluded from it
  'name-mismatch', // no subjectAltName matches the host (RFC 9525)
  'expired',
  'not-yet-valid',
  'self-signed', // the leaf is its own issuer and no trusted root
  'unknown-issuer', // no path to a trusted root, with or without fetched issuers
  'bad-signature',
  'not-a-ca', // an issuer without CA:TRUE, or whose keyUsage lacks keyCertSign
  'path-length', // pathLenConstraint exceeded
  'name-constraints', // a name outside the permitted or inside the excluded subtrees
  'critical-extension', // a critical extension that no path validation may ignore
  'extended-key-usage', // serverAuth is not allowed by the leaf or by an issuer
  'key-usage', // the leaf's keyUsage does not allow the key exchanges in use
  'weak-signature', // MD5 or SHA-1 below the root
  'weak-key',
  'unknown-algorithm', // a key or signature that cannot be verified here
  'distrusted', // the root is no longer trusted for certificates of this date
  'profile', // breaks RFC 5280 in another way that browsers refuse
  'strict-profile', // breaks RFC 5280 or the Baseline Requirements in a way that only strict verifiers reject
]);
export type PathProblemCode = z.infer<typeof pathProblemCode>;

/** One reason against a path; certificate: SHA-256 of the DER it is about, null where it is about the path. */
export const pathProblem = z.object({
  code: pathProblemCode,
  certificate: z.string().nullable(),
  reason: z.enum(pathProblemReasons),
  values: reasonValues,
});
export type PathProblem = z.infer<typeof pathProblem>;

/** Everything that checks ask of one certificate, read from its DER. */
export const certificateFacts = z.object({
  /** Hex, of the DER. */
  sha256: z.string(),
  /** base64 */
  der: z.string(),
  /** served: by an endpoint; fetched: by the AIA extension; root: from the trust store. */
  source: z.enum(['served', 'fetched', 'root']),
  /**
   * The first thing in its DER that breaks the rules, so that no path leads over it: `kept` of a ProtocolError, or its words in
   * earlier audits; null where all was read.
   */
  malformed: z.string().nullable(),
  /** Fields of a malformed certificate that could not be read; all of them where it is left out. The others hold. */
  unreadable: z.array(z.enum(certificateFields)).optional(),
  /** RFC 4514 strings. */
  subject: z.string(),
  issuer: z.string(),
  commonName: z.string().nullable(),
  /** Hex as encoded, without a leading zero octet. */
  serialNumber: z.string(),
  /** Epoch seconds. */
  notBefore: z.number(),
  notAfter: z.number(),
  subjectAltNames: z.array(z.object({ type: z.enum(['dns', 'ip', 'email', 'uri', 'other']), value: z.string() })),
  key: z.object({
    /** rsa, ec, ed25519, ed448, dsa, ml-dsa, … or the OID. */
    algorithm: z.string(),
    /** Modulus or field size; null where the algorithm has none. */
    bits: z.int().nullable(),
    /** Named curve of an EC key; "explicit" where the curve is spelt out. */
    curve: z.string().nullable(),
    /** RSA public exponent, decimal. */
    exponent: z.string().nullable(),
    /** SHA-256 of SubjectPublicKeyInfo, hex. */
    spkiSha256: z.string(),
    /** The public weakness that was recognised, and what shows it; null: none of those we know. */
    weakness: keyWeakness.nullable(),
  }),
  signature: z.object({
    /** sha256WithRSAEncryption, ecdsa-with-SHA384, … or the OID. */
    algorithm: z.string(),
    /** md2, md4, md5, sha1, sha224, sha256, sha384, sha512, none (Ed25519, ML-DSA) or unknown. */
    hash: z.string(),
  }),
  /** Issuer equals subject. */
  selfIssued: z.boolean(),
  /** Self-issued, and the signature verifies by its own key. */
  selfSigned: z.boolean(),
  basicConstraints: z.object({ critical: z.boolean(), ca: z.boolean(), pathLength: z.int().nullable() }).nullable(),
  /** RFC 5280 names: digitalSignature, keyEncipherment, …; null where the extension is absent. */
  keyUsage: z.array(z.string()).nullable(),
  /** serverAuth, clientAuth, anyExtendedKeyUsage or the OID; null where the extension is absent. */
  extendedKeyUsage: z.array(z.string()).nullable(),
  /** status_request (5) in the TLS feature extension (RFC 7633). */
  mustStaple: z.boolean(),
  ocspUrls: z.array(z.string()),
  issuerUrls: z.array(z.string()),
  crlUrls: z.array(z.string()),
  /** Policy OIDs. */
  policies: z.array(z.string()),
});
export type CertificateFacts = z.infer<typeof certificateFacts>;

/** The best path that could be built from what was served, fetched and trusted, and what is wrong with it. */
export const pathVerdict = z.object({
  /** True: a path to a trusted root holds as browsers judge, the name included; strict-profile may stand beside it. */
  trusted: z.boolean(),
  /** SHA-256 from the leaf to the root; empty where there is none. */
  path: z.array(z.string()),
  /** What the path ends in, whatever else is wrong with it: a root of the public, or one added by the operator; null: neither. */
  anchor: z.enum(['public', 'extra']).nullable(),
  /** True: the path holds with the served certificates and the roots alone. */
  servedSuffices: z.boolean(),
  problems: z.array(pathProblem),
});
export type PathVerdict = z.infer<typeof pathVerdict>;

/** A status answer for a leaf, by staple, OCSP responder or CRL. */
export const revocationStatus = z.object({
  status: z.enum(['good', 'revoked', 'unknown']),
  /** Epoch seconds; null where it is not said. */
  thisUpdate: z.number().nullable(),
  nextUpdate: z.number().nullable(),
  revokedAt: z.number().nullable(),
  /** CRLReason by name; null where none is given. */
  reason: z.string().nullable(),
  /** What makes the answer worthless (signature, date, another certificate); null: it is valid at the audit's time. */
  problem: z.object({ reason: reasonsOf(statusReasons), values: reasonValues }).nullable(),
  /** Where it came from: "staple" or the URL. */
  from: z.string(),
  /** Hash of a CRL's signature; absent for OCSP and in evidence of earlier versions. */
  hash: z.string().optional(),
});
export type RevocationStatus = z.infer<typeof revocationStatus>;

/** A signed certificate timestamp (RFC 6962 section 3.2) and what the list of logs says of it. */
export const sctFacts = z.object({
  source: z.enum(['embedded', 'tls', 'ocsp']),
  /** Hex. */
  logId: z.string(),
  /** Epoch milliseconds. */
  timestamp: z.number(),
  /** Null: a log that the list does not know. */
  log: z
    .object({ name: z.string(), operator: z.string(), state: z.string(), retiredAt: z.number().nullable() })
    .nullable(),
  signature: z.enum(['valid', 'invalid', 'not-verified']),
  /** Why it is invalid or could not be verified; null where it is valid. */
  problem: z.object({ reason: reasonsOf(timestampReasons), values: reasonValues }).nullable(),
});
export type SctFacts = z.infer<typeof sctFacts>;

/** What one endpoint served for one key type, judged. */
export const servedChain = z.object({
  address: z.string(),
  port: z.int(),
  serverName: z.string(),
  keyType: z.string(),
  viaVersion: z.string(),
  /** Whether browsers get it; absent: the endpoint has no other, or it was not seen. */
  forBrowsers: z.boolean().optional(),
  /** SHA-256 in the order served, leaf first. */
  served: z.array(z.string()),
  verdict: pathVerdict,
  staple: observed(revocationStatus.nullable()),
  scts: z.array(sctFacts),
});
export type ServedChain = z.infer<typeof servedChain>;

/** One attempt to fetch what a certificate points to. */
export const certificateFetch = z.object({
  url: z.string(),
  purpose: z.enum(['issuer', 'ocsp', 'crl']),
  failure: netFailure.nullable(),
  bytes: z.int(),
});

/** CAA as a CA would find it for one name (RFC 8659 section 3). */
export const caaFacts = z.object({
  host: z.string(),
  /** Names asked on the way up, and what each answered. */
  climb: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      authenticated: z.boolean(),
      /** By our own validation; absent in older evidence. */
      security: dnssecStatus.optional(),
      /** Status of the second question, where the first brought an error; absent: it was not asked again. */
      again: z.string().optional(),
    }),
  ),
  /** Name whose records apply; null where there are none up to the top. */
  foundAt: z.string().nullable(),
  records: z.array(z.object({ flags: z.int(), tag: z.string(), value: z.string() })),
  /** RDATA that could not be read, as presented. */
  malformed: z.array(z.string()),
  /** The answer that applies, or the absence of all, is signed: by our own validation, in older evidence by the resolver's word. */
  authenticated: z.boolean(),
  /** The weakest security of the answers that decide; absent in older evidence. */
  security: dnssecStatus.optional(),
});

/** TLSA of one service (RFC 6698), matched against what the endpoints serve. */
export const tlsaFacts = z.object({
  name: z.string(),
  /** Signed: by our own validation, in older evidence by the resolver's word. */
  authenticated: z.boolean(),
  security: dnssecStatus.optional(),
  records: z.array(
    z.object({
      usage: z.int(),
      selector: z.int(),
      matchingType: z.int(),
      /** Hex. */
      data: z.string(),
      /** Endpoints (address) whose chain matches. */
      matches: z.array(z.string()),
    }),
  ),
});

/** The certificate of another TLS service of the same host, for keys that are shared. */
export const otherService = z.object({
  address: z.string(),
  port: z.int(),
  protocol: z.string(),
  failure: unknownBecause.nullable(),
  /** Null where no certificate was seen. */
  leafSha256: z.string().nullable(),
  spkiSha256: z.string().nullable(),
  names: z.array(z.string()),
  /** True: the service answers SSL 2.0 with this key. */
  ssl2: observed(z.boolean()),
});

const listOrigin = z.object({ name: z.string(), date: z.string() });

/** The lists that certificates were judged by, and the names in CAA that an operator's own list has. */
export const listsUsed = z.object({
  roots: listOrigin,
  logs: listOrigin,
  /** Names in CAA by organisation, where an operator's list replaces the shipped ones; null: those. */
  authorities: z.array(z.object({ organisations: z.array(z.string()), identities: z.array(z.string()) })).nullable(),
  /** Names in CAA of roots that paths end in, by SHA-256, where the list has some. */
  rootIdentities: z.array(z.object({ root: z.string(), identities: z.array(z.string()) })),
});
export type ListsUsed = z.infer<typeof listsUsed>;

/** Certificates of every endpoint, with everything that had to be fetched, verified or looked up to judge them. */
export const certificatesEvidence = z.object({
  /** Dates of the list of roots and of the list of logs, YYYY-MM-DD. */
  rootsDate: z.string(),
  logsDate: z.string(),
  /** Absent in evidence from before lists could be replaced: those that were shipped then. */
  lists: listsUsed.optional(),
  /** Each once, no matter who served it. */
  certificates: z.array(certificateFacts),
  chains: z.array(servedChain),
  /** Leaf SHA-256 to what OCSP responders and CRLs said; deep mode only. */
  revocation: observed(z.array(z.object({ leaf: z.string(), answers: z.array(revocationStatus) }))),
  fetches: z.array(certificateFetch),
  caa: observed(z.array(caaFacts)),
  tlsa: observed(z.array(tlsaFacts)),
  /** Mail and other TLS ports of the host; deep mode only. */
  otherServices: observed(z.array(otherService)),
  /** HTTP Date minus our clock, seconds, of the hosts that answered: a wrong clock of ours would show in it. */
  clockSkew: observed(z.number()),
  /** One issuer that is not public signs for these unrelated names: a proxy intercepts TLS. Null: none was found; absent: not looked for. */
  interception: z
    .object({ issuer: z.string(), names: z.array(z.string()) })
    .nullable()
    .optional(),
  /** CAA and TLSA of the hosts, and the hosts that something was fetched from. */
  lookups: z.array(dnsLookup),
});
export type CertificatesEvidence = z.infer<typeof certificatesEvidence>;
