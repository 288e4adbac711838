import { z } from 'zod';
import { dnsDelegation } from './delegation.ts';
import { httpJudged } from './http.ts';

const named = z.object({ code: z.string(), name: z.string() });

/** A certificate as it was served. */
export const certificateSection = z.object({
  subject: z.string(),
  issuer: z.string(),
  subjectAltNames: z.array(z.string()),
  notBefore: z.string(),
  notAfter: z.string(),
  serialNumber: z.string(),
  sha256: z.string(),
  keyType: z.string(),
  keyBits: z.int().nullable(),
  signatureAlgorithm: z.string(),
  parseError: z.string().nullable().describe('why the fields above are empty, if the DER is malformed'),
  pem: z.string(),
});

const flag = z.union([z.boolean(), z.null()]).describe('null: unknown');

/** The result for one protocol version. */
export const tlsVersionSection = z.object({
  version: z.string(),
  accepted: flag,
  evidence: z.string(),
  cipherSuites: z
    .array(named)
    .describe("in the server's order if preference is server, otherwise in order of discovery"),
  enumeration: z
    .enum(['full', 'compared', 'weak-only', 'preferred-only', 'none'])
    .describe(
      'compared: the list of another address; the same choices among them were seen here, and no others are accepted',
    ),
  complete: z.boolean(),
  preference: z.enum(['server', 'client']).nullable(),
  groups: z.array(named),
  groupPreference: z.enum(['server', 'client']).nullable(),
  signatureSchemes: z.array(named),
  dhParameters: z.array(z.object({ cipherSuite: z.string(), bits: z.int(), prime: z.string(), export: z.boolean() })),
});

/** Observations of TLS, address by address. */
export const tlsSection = z
  .object({
    endpoints: z.array(
      z.object({
        address: z.string(),
        port: z.int(),
        serverName: z.string(),
        depth: z.enum(['full', 'compared', 'light']),
        comparedWith: z.string().optional().describe('depth compared: the address whose answers were the same'),
        unreachable: z.string().nullable(),
        speaksTls: z.boolean(),
        protocols: z.array(z.string()).describe('accepted protocol versions, oldest first'),
        versions: z.array(tlsVersionSection),
        certificates: z.array(z.object({ keyType: z.string(), chain: z.array(certificateSection) })),
        trusted: flag,
        trustError: z.string().nullable(),
        alpn: z.array(z.string()).nullable(),
        features: z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.null()])),
        connections: z.int(),
        notSeen: z.record(z.string(), z.string()).describe('feature to the reason why it is unknown'),
      }),
    ),
  })
  .meta({ id: 'TlsSection' });
export type TlsSection = z.infer<typeof tlsSection>;

/** Observations of HTTP: each exchange once, and the redirect chains through them. */
export const httpSection = z
  .object({
    finalUrl: z.string().nullable(),
    botWall: z.boolean(),
    chains: z.array(
      z.object({ start: z.string(), urls: z.array(z.string()), statuses: z.array(z.int()), ended: z.string() }),
    ),
    exchanges: z.array(
      z.object({
        id: z.string(),
        method: z.string(),
        url: z.string(),
        address: z.string().nullable(),
        status: z.int().nullable(),
        httpVersion: z.string().nullable(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        bodyBytes: z.int().nullable(),
        tlsProtocol: z.string().nullable(),
        failure: z.string().nullable(),
      }),
    ),
    ...httpJudged.shape,
  })
  .meta({ id: 'HttpSection' });
export type HttpSection = z.infer<typeof httpSection>;

const security = z.string().describe('secure, insecure, bogus or indeterminate (RFC 4033 section 5)');

/** The chain of trust as a graph. */
export const dnsChain = z
  .object({
    sentence: z.string().describe('what the chain comes to'),
    nodes: z.array(
      z.object({
        id: z.string().describe('unique within the chain'),
        kind: z.string().describe('anchor, ds, key, rrset or denial; an open list'),
        name: z.string().describe('owner of the records'),
        type: z.string().describe('type of the records, or the type that is denied'),
        status: security,
        reason: z.string().describe('a code of an open list'),
        sentence: z.string(),
      }),
    ),
    edges: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        kind: z.string().describe('signs, digests or denies; an open list'),
      }),
    ),
  })
  .meta({ id: 'DnsChain' });
export type DnsChain = z.infer<typeof dnsChain>;

/** Observations of DNS through the resolver. */
export const dnsSection = z
  .object({
    resolvers: z.array(z.string()),
    resolver: z
      .object({ dnssecAware: flag, validates: flag })
      .optional()
      .describe('whether the resolvers hand on signatures, and whether they validate'),
    dnssec: z.object({ status: z.string(), path: z.array(z.string()) }),
    delegation: dnsDelegation.nullable().optional().describe('the zone seen from both sides; null: not seen'),
    chain: dnsChain.nullable().optional().describe('from the trust anchor to the records; null: not seen'),
    answers: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        status: z.string(),
        authenticated: z
          .boolean()
          .describe('true: secure by our own validation; in older reports, by that of the resolver'),
        security: security.optional(),
        securityReason: z.string().optional().describe('why: a code of an open list'),
        cnames: z.array(z.string()),
        records: z.array(z.object({ name: z.string(), type: z.string(), ttl: z.int(), data: z.string() })),
        failure: z.string().nullable(),
      }),
    ),
    addresses: z.array(
      z.object({ host: z.string(), address: z.string(), probed: z.boolean(), blockedBy: z.string().nullable() }),
    ),
  })
  .meta({ id: 'DnsSection' });
export type DnsSection = z.infer<typeof dnsSection>;
