import { z } from 'zod';
import { pathProblemReasons } from '@perimeter/protocols/certification-path/problems';
import { certificateFields } from '@perimeter/protocols/x509/field-reader';
import { dnsLookup } from '../dns/lookup.ts';
import { dnssecStatus } from '../dns/schema.ts';
import { netFailure, observed, unknownBecause } from '../observed.ts';
import { reasonsOf, reasonValues } from '../reasons.ts';
import { statusReasons, timestampReasons, weaknessReasons } from './reasons.data.ts';

/** A publicly detectable weakness of a public key, and its proof. */
export const keyWeakness = z.object({ kind: reasonsOf(weaknessReasons), values: reasonValues });

/** What breaks a path from a leaf to a trusted root, or a certificate in it: a closed list, because checks branch on it. */
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

/** The facts of one certificate that checks use, read from its DER. */
export const certificateFacts = z.object({
  /** Hex, of the DER. */
  sha256: z.string(),
  /** base64 */
  der: z.string(),
  /** served: by an endpoint; fetched: by the AIA extension; root: from the trust store. */
  source: z.enum(['served', 'fetched', 'root']),
  /**
   * The first violation in its DER, which excludes it from paths: `kept` of a ProtocolError, or its words in earlier
   * audits; null where all was read.
   */
  malformed: z.string().nullable(),
  /** Fields of a malformed certificate that could not be read; all of them where left out. The other fields are valid. */
  unreadable: z.array(z.enum(certificateFields)).optional(),
  /** RFC 4514 strings. */
  subject: z.string(),
  issuer: z.string(),
  commonName: z.string().nullable(),
  /** Hex as encoded, without a leading zero byte. */
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
    /** Named curve of an EC key; "explicit" where the parameters are explicit. */
    curve: z.string().nullable(),
    /** RSA public exponent, decimal. */
    exponent: z.string().nullable(),
    /** SHA-256 of SubjectPublicKeyInfo, hex. */
    spkiSha256: z.string(),
    /** The public weakness that was recognised, and its proof; null: none of the known ones. */
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

/** The best path from served, fetched and trusted certificates, and its problems. */
export const pathVerdict = z.object({
  /** True: a path to a trusted root is valid by browser rules, the name included; it may still have the problem strict-profile. */
  trusted: z.boolean(),
  /** SHA-256 from the leaf to the root; empty where there is none. */
  path: z.array(z.string()),
  /** The root at the end of the path, whatever other problems it has: in a public trust store, or added by the operator; null: neither. */
  anchor: z.enum(['public', 'extra']).nullable(),
  /** True: the path is valid with only the served certificates and the roots. */
  servedSuffices: z.boolean(),
  problems: z.array(pathProblem),
});
export type PathVerdict = z.infer<typeof pathVerdict>;

/** A status answer for a leaf, by staple, OCSP responder or CRL. */
export const revocationStatus = z.object({
  status: z.enum(['good', 'revoked', 'unknown']),
  /** Epoch seconds; null where absent. */
  thisUpdate: z.number().nullable(),
  nextUpdate: z.number().nullable(),
  revokedAt: z.number().nullable(),
  /** CRLReason by name; null where none is given. */
  reason: z.string().nullable(),
  /** What makes the answer invalid (signature, date, another certificate); null: valid at the audit's time. */
  problem: z.object({ reason: reasonsOf(statusReasons), values: reasonValues }).nullable(),
  /** Where it came from: "staple" or the URL. */
  from: z.string(),
  /** Hash of a CRL's signature; absent for OCSP and in evidence of earlier versions. */
  hash: z.string().optional(),
});
export type RevocationStatus = z.infer<typeof revocationStatus>;

/** A signed certificate timestamp (RFC 6962 section 3.2) and its log's entry in the log list. */
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

/** The chain that one endpoint served for one key type, with its verdict. */
export const servedChain = z.object({
  address: z.string(),
  port: z.int(),
  serverName: z.string(),
  keyType: z.string(),
  viaVersion: z.string(),
  /** Whether browsers receive it; absent: the endpoint serves no other chain, or this was not determined. */
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

/** CAA records that a CA would find for one name (RFC 8659 section 3). */
export const caaFacts = z.object({
  host: z.string(),
  /** Names queried while climbing the tree, with their answers. */
  climb: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      authenticated: z.boolean(),
      /** By our own validation; absent in older evidence. */
      security: dnssecStatus.optional(),
      /** Status of the retry after an error; absent: not retried. */
      again: z.string().optional(),
    }),
  ),
  /** Name whose records apply; null where there are none up to the top. */
  foundAt: z.string().nullable(),
  records: z.array(z.object({ flags: z.int(), tag: z.string(), value: z.string() })),
  /** RDATA that could not be read, as presented. */
  malformed: z.array(z.string()),
  /** The applicable answer, or the absence of all, is signed: by our own validation; in older evidence by the resolver's AD bit. */
  authenticated: z.boolean(),
  /** The weakest security of the answers that decide; absent in older evidence. */
  security: dnssecStatus.optional(),
});

/** TLSA of one service (RFC 6698), matched against what the endpoints serve. */
export const tlsaFacts = z.object({
  name: z.string(),
  /** Signed: by our own validation; in older evidence by the resolver's AD bit. */
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

/** The certificate of another TLS service of the same host, to detect shared keys. */
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
  /** CAA issuer names by organisation from an operator's list; null: the shipped list. */
  authorities: z.array(z.object({ organisations: z.array(z.string()), identities: z.array(z.string()) })).nullable(),
  /** CAA issuer names by SHA-256 of the root that paths end in, where the list has some. */
  rootIdentities: z.array(z.object({ root: z.string(), identities: z.array(z.string()) })),
});
export type ListsUsed = z.infer<typeof listsUsed>;

/** Certificates of every endpoint, with everything that had to be fetched, verified or looked up to judge them. */
export const certificatesEvidence = z.object({
  /** Dates of the list of roots and of the list of logs, YYYY-MM-DD. */
  rootsDate: z.string(),
  logsDate: z.string(),
  /** Absent in evidence from before lists could be replaced: the lists shipped then. */
  lists: listsUsed.optional(),
  /** Each certificate once, however many endpoints serve it. */
  certificates: z.array(certificateFacts),
  chains: z.array(servedChain),
  /** Leaf SHA-256 to what OCSP responders and CRLs said; deep mode only. */
  revocation: observed(z.array(z.object({ leaf: z.string(), answers: z.array(revocationStatus) }))),
  fetches: z.array(certificateFetch),
  caa: observed(z.array(caaFacts)),
  tlsa: observed(z.array(tlsaFacts)),
  /** Mail and other TLS ports of the host; deep mode only. */
  otherServices: observed(z.array(otherService)),
  /** HTTP Date minus our clock in seconds, for the hosts that answered: a consistent skew means that our clock is wrong. */
  clockSkew: observed(z.number()),
  /** One non-public issuer signs for these unrelated names, so a proxy intercepts TLS. Null: not detected; absent: not tested. */
  interception: z
    .object({ issuer: z.string(), names: z.array(z.string()) })
    .nullable()
    .optional(),
  /** CAA and TLSA lookups of the hosts, and address lookups of hosts that something was fetched from. */
  lookups: z.array(dnsLookup),
});
export type CertificatesEvidence = z.infer<typeof certificatesEvidence>;
