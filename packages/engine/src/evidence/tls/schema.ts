import { z } from 'zod';
import { netFailure, observed, unknownBecause } from '../observed.ts';
import { reasonsOf, reasonValues } from '../reasons.ts';
import { answerTexts } from './answer-texts.data.ts';

/** Protocol versions by their usual names, oldest first. */
export const tlsVersionName = z.enum(['SSLv2', 'SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']);
export type TlsVersionName = z.infer<typeof tlsVersionName>;

/** Finite-field parameters that a server sent. */
export const dhParameters = z.object({
  suite: z.int(),
  bits: z.int(),
  /** The prime, hex, no leading zeros. */
  prime: z.string(),
  export: z.boolean(),
});

/** An answer to a ClientHello as a code with its values. */
const codedAnswer = z.object({ code: reasonsOf(answerTexts), values: reasonValues.optional() });
export type CodedAnswer = z.infer<typeof codedAnswer>;

/** How a version was accepted or refused, or why there was no answer. */
const versionAnswer = z.union([z.string(), codedAnswer, unknownBecause]);
export type VersionAnswer = z.infer<typeof versionAnswer>;

/** What one accepted (or refused) protocol version showed. */
export const tlsVersion = z.object({
  version: tlsVersionName,
  accepted: observed(z.boolean()),
  /** How the version was refused or accepted; earlier audits kept it in words. */
  evidence: versionAnswer,
  /** IANA code points (SSLv2: 24-bit cipher kinds); the server's order where `order` says so, else the order of discovery. */
  suites: z.array(z.int()),
  /** server: `suites` stands in the order that the server imposes; absent: in the order of discovery. */
  order: z.literal('server').optional(),
  /**
   * How much of the list was asked for: all known code points, only the weak classes, or just the server's choice. compared:
   * `suites` and `groups` are those of another address; the choices among them were the same, and no others were accepted.
   */
  enumeration: z.enum(['full', 'compared', 'weak-only', 'preferred-only', 'none']),
  /** False when something cut the enumeration short: what is listed was seen, what is not may exist. */
  complete: z.boolean(),
  /** Why the list was cut short, each way once; absent where it is whole, and in evidence of earlier audits. */
  cuts: z.array(netFailure).optional(),
  /** server: it imposes its order; client: it follows ours. */
  preference: observed(z.enum(['server', 'client'])),
  groups: z.array(z.int()),
  groupPreference: observed(z.enum(['server', 'client'])),
  groupsEnumerated: z.boolean(),
  signatureSchemes: z.array(z.int()),
  signatureSchemesEnumerated: z.boolean(),
  dh: z.array(dhParameters),
});
export type TlsVersion = z.infer<typeof tlsVersion>;

/** A certificate as served; the DER is kept, the rest is read from it. */
export const tlsCertificate = z.object({
  der: z.string().describe('base64'),
  sha256: z.string(),
  subject: z.string(),
  issuer: z.string(),
  subjectAltNames: z.array(z.string()),
  notBefore: z.string(),
  notAfter: z.string(),
  serialNumber: z.string(),
  keyType: z.string(),
  keyBits: z.int().nullable(),
  signatureAlgorithm: z.string(),
  /** The platform's code; earlier audits kept its words. */
  parseError: z.string().optional(),
});
export type TlsCertificate = z.infer<typeof tlsCertificate>;

/** Why a recorded client gets no connection; the version, the suite and the prime are those of the connection. */
const clientFailure = z.discriminatedUnion('reason', [
  z.object({ reason: z.enum(['version-not-offered', 'suite-not-offered', 'ssl2']) }),
  z.object({ reason: z.literal('dh-too-large'), maxDhBits: z.int() }),
  z.object({ reason: z.literal('alert'), alert: z.int() }),
  /** confirmed: a known-good hello was answered meanwhile, so this hello is the cause. */
  z.object({ reason: z.literal('no-answer'), failure: netFailure, confirmed: z.boolean() }),
]);

/** How an endpoint answers one recorded client. */
export const simulatedConnection = z.object({
  client: z.string(),
  version: tlsVersionName.nullable(),
  suite: z.int().nullable(),
  group: z.int().nullable(),
  dhBits: z.int().nullable(),
  /** ALPN; null in TLS 1.3, which hides it. */
  protocol: z.string().nullable(),
  /** Types of the ServerHello's extensions, in its order. */
  extensions: z.array(z.int()),
  /** Null: the client connects. */
  failure: clientFailure.nullable(),
});
export type SimulatedConnection = z.infer<typeof simulatedConnection>;

/** The inventory of one address, port and server name. */
export const tlsEndpoint = z.object({
  address: z.string(),
  port: z.int(),
  serverName: z.string(),
  /**
   * full: everything below was asked; compared: what differs between configurations was asked, and each answer was that of
   * another address; light: versions, preferred suites and certificate only.
   */
  depth: z.enum(['full', 'compared', 'light']),
  /** compared: the address, inventoried in full, whose answers were the same. */
  comparedWith: z.string().optional(),
  /** Null when the port answered; else why there is nothing below. */
  unreachable: netFailure.nullable(),
  /** True when the port speaks TLS at all. */
  speaksTls: z.boolean(),
  versions: z.array(tlsVersion),
  /** Served chains, one per key type seen, leaf first. */
  chains: z.array(
    z.object({
      keyType: z.string(),
      viaVersion: tlsVersionName,
      certificates: z.array(tlsCertificate),
      /** The stapled OCSP response, base64; null: asked for and not sent; absent: not asked for. */
      ocspResponse: z.string().nullable().optional(),
      /** The SignedCertificateTimestampList of the TLS extension (RFC 6962 section 3.3), as for the staple. */
      sctList: z.string().nullable().optional(),
    }),
  ),
  /** SHA-256 of the leaves that browsers receive, from hellos with their offers; absent: only one chain was seen, or this was not tested. */
  browserLeaves: observed(z.array(z.string())).optional(),
  /** Verdict of the platform's verifier for the default handshake. */
  trust: observed(z.object({ authorized: z.boolean(), error: z.string().nullable() })),
  alpn: observed(z.object({ offered: z.array(z.string()), selected: z.array(z.string()) })),
  /** True: an unknown protocol was answered by no_application_protocol (RFC 7301 section 3.2). */
  alpnRejectsUnknown: observed(z.boolean()),
  /** Method numbers the server chose when offered DEFLATE (1) and LZS (64) beside null (0). */
  compression: observed(z.int()),
  secureRenegotiation: observed(z.boolean()),
  extendedMasterSecret: observed(z.boolean()),
  encryptThenMac: observed(z.boolean()),
  /** True: TLS_FALLBACK_SCSV in a hello of a lower version was answered with inappropriate_fallback (RFC 7507), or refused otherwise. */
  fallbackScsv: observed(z.boolean()),
  /** The downgrade sentinel in ServerHello.random of a TLS 1.2 answer (RFC 9846 section 4.2.3). */
  downgradeSentinel: observed(z.boolean()),
  heartbeat: observed(z.boolean()),
  npn: observed(z.boolean()),
  ocspStapled: observed(z.boolean()),
  sctExtension: observed(z.boolean()),
  /** Lifetime hints in seconds; null where no ticket was issued, or where it was missed, which is unknown then. */
  tickets: observed(
    z.object({
      tls12LifetimeHint: z.int().nullable(),
      tls13Lifetime: z.int().nullable(),
      tls12Missed: unknownBecause.optional(),
      tls13Missed: unknownBecause.optional(),
    }),
  ),
  resumption: observed(z.object({ sessionId: z.boolean(), ticket: z.boolean(), tls13Psk: z.boolean() })),
  /** Bytes of 0-RTT data that the server accepts; 0: none. */
  maxEarlyData: observed(z.int()),
  /** True: the same ephemeral public value came in separate handshakes. */
  keyShareReuse: observed(z.object({ dhe: z.boolean().nullable(), ecdhe: z.boolean().nullable(), samples: z.int() })),
  /** True: strong and weak suites offered in both orders made the server choose the weaker class. */
  choosesWeaker: observed(
    z.object({
      weaker: z.boolean(),
      strong: z.int(),
      weak: z.int(),
      chosenWhenStrongFirst: z.int(),
      chosenWhenWeakFirst: z.int(),
    }),
  ),
  /** Result of a hello larger than one TCP segment, sent in two segments, where a small hello succeeded. */
  largeHello: observed(z.boolean()),
  /** Length in the header of the server's largest handshake message, in bytes; also where it was too large to be read. */
  largestMessageBytes: observed(z.int()).optional(),
  greaseTolerant: observed(z.boolean()),
  /** True: server random carries the server's clock (RFC 5246 section 7.4.1.2, gmt_unix_time). */
  gmtUnixTime: observed(z.boolean()),
  requestsClientCertificate: observed(z.boolean()),
  /** True: the server sends raw public keys (RFC 7250) and never certificates; absent: not tested. */
  rawPublicKeys: z.literal(true).optional(),
  withoutServerName: observed(
    z.object({
      accepted: z.boolean(),
      leafSha256: z.string().nullable(),
      /** DER of the chain, base64, leaf first. */
      certificates: z.array(z.string()).optional(),
    }),
  ),
  /** Code points of the signatures in ServerKeyExchange or CertificateVerify when only SHA-1 and MD5 were offered. */
  weakSignature: observed(z.array(z.int())),
  explicitCurves: observed(z.boolean()),
  /** Connection of each simulated client; deep mode only. tableDate: of the recorded hellos, YYYY-MM-DD. */
  clientSimulation: observed(
    z.object({
      tableDate: z.string(),
      connections: z.array(simulatedConnection),
      /** Digest of all answers; null where one is missing. */
      fingerprint: z.string().nullable(),
    }),
  ).optional(),
  /** False when the control handshake at the end failed: refusals above may be rate limiting. */
  controlPassed: z.boolean(),
  connections: z.int(),
  /**
   * Raw answers (hex, at most 512 bytes each) that findings quote. Keys: a version's name for the answer to its first
   * hello (`TLSv1.0`), version and suite hex for the answer that chose the suite (`TLSv1.2 c013`), a field's name for the
   * answer to its own question (`compression`, `largeHello`).
   */
  raw: z.record(z.string(), z.string()),
});
export type TlsEndpoint = z.infer<typeof tlsEndpoint>;

/** TLS of another service on an address of the target, at light depth; protocol: imaps, submission … */
export const tlsService = tlsEndpoint.extend({ protocol: z.string() });
export type TlsService = z.infer<typeof tlsService>;

/** TLS of every web address that was probed, and of the other services there. */
export const tlsEvidence = z.object({
  endpoints: z.array(tlsEndpoint),
  /** Mail and file transfer on the first addresses; ports that refuse connections are left out. Absent: not recorded. */
  otherServices: observed(z.array(tlsService)).optional(),
});
export type TlsEvidence = z.infer<typeof tlsEvidence>;
