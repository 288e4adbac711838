import { z } from 'zod';

/** One certificate on a path, by the fields that people compare; its PEM is in the TLS section where it was served. */
export const pathCertificate = z.object({
  sha256: z.string(),
  subject: z.string(),
  issuer: z.string(),
  source: z.enum(['served', 'fetched', 'root']),
  notBefore: z.string().describe('RFC 3339'),
  notAfter: z.string().describe('RFC 3339'),
  key: z.string().describe('algorithm and size, "rsa 2048", "ec P-256"'),
  signatureAlgorithm: z.string(),
});

const pathProblem = z.object({
  code: z.string(),
  certificate: z.string().nullable().describe('SHA-256 of the certificate concerned; null: the whole path'),
  detail: z.string(),
});

const timestamp = z.object({
  log: z.string().nullable().describe('null: not in the log list'),
  operator: z.string().nullable(),
  source: z.enum(['embedded', 'tls', 'ocsp']),
  timestamp: z.int().describe('epoch milliseconds'),
  signature: z.enum(['valid', 'invalid', 'not-verified']),
});

const revocation = z.object({
  from: z.string().describe('"staple" or the URL'),
  status: z.enum(['good', 'revoked', 'unknown']),
  problem: z.string().nullable().describe('why the response is invalid; null: it is valid'),
  thisUpdate: z.string().nullable().describe('RFC 3339'),
  nextUpdate: z.string().nullable().describe('RFC 3339'),
});

/** A verifier's result for each served chain with the reason, and the look-ups behind it. */
export const certificatesSection = z
  .object({
    rootsName: z.string().optional().describe('the root list used'),
    rootsDate: z.string().describe('date of the root list used'),
    logsName: z.string().optional().describe('the Certificate Transparency log list used'),
    logsDate: z.string().describe('date of the Certificate Transparency log list used'),
    chains: z.array(
      z.object({
        address: z.string(),
        port: z.int(),
        serverName: z.string(),
        keyType: z.string(),
        trusted: z.boolean(),
        servedSuffices: z.boolean().describe('false: the path needs certificates that were not served'),
        path: z.array(pathCertificate).describe('leaf first; the served certificates if there is no path'),
        problems: z.array(pathProblem),
        staple: revocation.nullable(),
        timestamps: z.array(timestamp),
      }),
    ),
    revocation: z.array(z.object({ leaf: z.string(), answers: z.array(revocation) })),
    caa: z.array(
      z.object({
        host: z.string(),
        foundAt: z.string().nullable(),
        records: z.array(z.string()),
        authenticated: z.boolean(),
      }),
    ),
    tlsa: z.array(z.object({ name: z.string(), authenticated: z.boolean(), records: z.array(z.string()) })),
    fetched: z.array(
      z.object({ url: z.string(), purpose: z.string(), bytes: z.int(), failure: z.string().nullable() }),
    ),
  })
  .meta({ id: 'CertificatesSection' });
export type CertificatesSection = z.infer<typeof certificatesSection>;

/** Each flaw's own test: what was found, and the exchange in words. */
export const vulnerabilitiesSection = z
  .object({
    tests: z.array(
      z.object({
        host: z.string(),
        address: z.string(),
        port: z.int(),
        name: z.string(),
        result: z.enum(['vulnerable', 'not-vulnerable', 'not-seen']),
        detail: z.string(),
        proof: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'VulnerabilitiesSection' });
export type VulnerabilitiesSection = z.infer<typeof vulnerabilitiesSection>;
