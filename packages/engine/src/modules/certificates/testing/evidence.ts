import assert from 'node:assert/strict';
import {
  type PathProblemReason,
  pathProblemReasons,
  problemOf,
} from '@perimeter/protocols/certification-path/problems';
import { noCertificates } from '../../../evidence/certificates/example.ts';
import type {
  CertificateFacts,
  CertificatesEvidence,
  PathProblem,
  PathProblemCode,
  RevocationStatus,
  SctFacts,
  ServedChain,
} from '../../../evidence/certificates/schema.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import type { TargetEvidence } from '../../../evidence/target/schema.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { goodEndpoint } from '../../../evidence/tls/example.ts';
import type { Caa } from '../../derive/certificates/caa-records.ts';
import type { AuditedCertificates } from '../../derive/certificates/served.ts';

/** Epoch seconds of a moment written as RFC 3339, or of the first second of a day. */
export const at = (text: string): number => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) / 1_000;

/** Start of the audits in these tests: day 31 of the good certificate's validity. */
export const auditedAt = '2026-11-01T00:00:00Z';

/** A digest of a certificate or key, identified by a letter. */
export const digest = (letter: string): string => letter.repeat(64).slice(0, 64);

const p256: CertificateFacts['key'] = {
  algorithm: 'ec',
  bits: 256,
  curve: 'P-256',
  exponent: null,
  spkiSha256: digest('a1'),
  weakness: null,
};

/** The key of a certificate with changes on top. */
export const key = (changes: Partial<CertificateFacts['key']>): { key: CertificateFacts['key'] } => ({
  key: { ...p256, ...changes },
});

/** An RSA key of a size. */
export const rsa = (bits: number, exponent = '65537'): { key: CertificateFacts['key'] } =>
  key({ algorithm: 'rsa', bits, curve: null, exponent });

/** A certificate of 90 days, as Let's Encrypt issues them. */
export const goodLeaf: CertificateFacts = {
  sha256: digest('1a'),
  der: '',
  source: 'served',
  malformed: null,
  subject: 'CN=example.test',
  issuer: "CN=E7,O=Let's Encrypt,C=US",
  commonName: 'example.test',
  serialNumber: '05aa0123456789abcdef0123456789abcdef',
  notBefore: at('2026-10-01'),
  notAfter: at('2026-12-30') - 1,
  subjectAltNames: [
    { type: 'dns', value: 'example.test' },
    { type: 'dns', value: 'www.example.test' },
  ],
  ...key({}),
  signature: { algorithm: 'ecdsa-with-SHA384', hash: 'sha384' },
  selfIssued: false,
  selfSigned: false,
  basicConstraints: { critical: true, ca: false, pathLength: null },
  keyUsage: ['digitalSignature'],
  extendedKeyUsage: ['serverAuth'],
  mustStaple: false,
  ocspUrls: [],
  issuerUrls: ['http://e7.i.lencr.test/'],
  crlUrls: ['http://e7.c.lencr.test/1.crl'],
  policies: ['2.23.140.1.2.1'],
};

/** The leaf with changes on top. */
export const leaf = (changes: Partial<CertificateFacts> = {}): CertificateFacts => ({ ...goodLeaf, ...changes });

/** The intermediate that issued the leaf, with changes on top. */
export const intermediate = (changes: Partial<CertificateFacts> = {}): CertificateFacts => ({
  ...goodLeaf,
  sha256: digest('2b'),
  subject: "CN=E7,O=Let's Encrypt,C=US",
  issuer: 'CN=ISRG Root X2,O=Internet Security Research Group,C=US',
  commonName: 'E7',
  notBefore: at('2024-03-13'),
  notAfter: at('2027-03-12'),
  subjectAltNames: [],
  ...key({ curve: 'P-384', bits: 384, spkiSha256: digest('b2') }),
  basicConstraints: { critical: true, ca: true, pathLength: 0 },
  keyUsage: ['keyCertSign', 'cRLSign'],
  extendedKeyUsage: ['serverAuth', 'clientAuth'],
  issuerUrls: ['http://x2.i.lencr.test/'],
  ...changes,
});

/** The root that issued the intermediate. */
export const root = (changes: Partial<CertificateFacts> = {}): CertificateFacts => ({
  ...intermediate(),
  sha256: digest('3c'),
  source: 'root',
  subject: 'CN=ISRG Root X2,O=Internet Security Research Group,C=US',
  commonName: 'ISRG Root X2',
  notBefore: at('2020-09-04'),
  notAfter: at('2040-09-17'),
  ...key({ curve: 'P-384', bits: 384, spkiSha256: digest('c3') }),
  selfIssued: true,
  selfSigned: true,
  extendedKeyUsage: null,
  issuerUrls: [],
  crlUrls: [],
  ...changes,
});

/** A timestamp of a log, embedded and valid; changes on top. */
export const sct = (operator: string, changes: Partial<SctFacts> = {}): SctFacts => ({
  source: 'embedded',
  logId: digest(operator.slice(0, 1).toLowerCase()),
  timestamp: at('2026-10-01') * 1_000,
  log: { name: `${operator} 2026h2`, operator, state: 'usable', retiredAt: null },
  signature: 'valid',
  problem: null,
  ...changes,
});

/** A fact that could not be observed because of a time-out. */
export const timedOut = unseen('timeout', 'no-answer-within', 10_000);

/** A valid stapled response with status good; changes on top. */
export const staple = (changes: Partial<RevocationStatus> = {}): RevocationStatus => ({
  status: 'good',
  thisUpdate: at('2026-10-31'),
  nextUpdate: at('2026-11-07'),
  revokedAt: null,
  reason: null,
  problem: null,
  from: 'staple',
  ...changes,
});

/** Differences from a good public certificate on one address. */
export interface Changes {
  leaf?: Partial<CertificateFacts>;
  /** Certificates served after the leaf; the good intermediate where left out. */
  behind?: readonly CertificateFacts[];
  /** The verifier's path after the leaf; intermediate and root where left out. */
  path?: readonly CertificateFacts[];
  /** Known certificates that are neither served nor needed. */
  known?: readonly CertificateFacts[];
  problems?: readonly (PathProblemCode | PathProblem)[];
  verdict?: Partial<ServedChain['verdict']>;
  chain?: Partial<ServedChain>;
  endpoint?: Partial<TlsEndpoint>;
  evidence?: Partial<CertificatesEvidence>;
  target?: Partial<TargetEvidence>;
}

/** The first of the reasons under a code. */
function reasonFor(code: PathProblemCode): PathProblemReason {
  const reason = pathProblemReasons.find((one) => problemOf(one, null).code === code);
  assert.ok(reason !== undefined);
  return reason;
}

/** A problem with the leaf. */
export const problem = (
  code: PathProblemCode,
  certificate: string | null = goodLeaf.sha256,
  reason = reasonFor(code),
  ...values: readonly string[]
): PathProblem => ({ code, certificate, reason, values: [...values] });

const goodCaa: Caa = {
  host: 'example.test',
  climb: [{ name: 'example.test', status: 'answer', authenticated: true }],
  foundAt: 'example.test',
  records: [{ flags: 0, tag: 'issue', value: 'letsencrypt.org; validationmethods=dns-01' }],
  malformed: [],
  authenticated: true,
};

/** CAA records of the host. */
export const caa = (
  records: readonly (readonly [flags: number, tag: string, value: string])[],
  changes: Partial<Caa> = {},
) => ({
  ...goodCaa,
  records: records.map(([flags, tag, value]) => ({ flags, tag, value })),
  ...changes,
});

/** No CAA record, after these answers while climbing the tree. */
export const noCaa = (host: string, ...statuses: readonly string[]) => ({
  ...goodCaa,
  host,
  foundAt: null,
  records: [],
  authenticated: false,
  climb: statuses.map((status, level) => ({
    name: host.split('.').slice(level).join('.'),
    status,
    authenticated: false,
  })),
});

const target: TargetEvidence = {
  domain: 'example.test',
  registrableDomain: 'example.test',
  scanMode: 'standard',
  startedAtMs: at(auditedAt) * 1_000,
  seed: 'seed',
};

/** Evidence of one address with a good public certificate, with changes on top. */
export function audited(changes: Changes = {}): AuditedCertificates {
  const first = leaf(changes.leaf);
  const served = [first, ...(changes.behind ?? [intermediate()])];
  const path =
    changes.path === undefined
      ? [first, intermediate(), root()]
      : changes.path.length === 0
        ? []
        : [first, ...changes.path];
  const problems = (changes.problems ?? []).map((one) => (typeof one === 'string' ? problem(one, first.sha256) : one));
  const endpoint = { ...goodEndpoint, ...changes.endpoint };
  const { address, port, serverName } = endpoint;
  const known = [...served, ...path, ...(changes.known ?? [])];
  return {
    certificates: {
      ...noCertificates,
      certificates: [...new Map(known.map((facts) => [facts.sha256, facts])).values()],
      chains: [
        {
          address,
          port,
          serverName,
          keyType: 'ec',
          viaVersion: 'TLSv1.2',
          served: served.map(({ sha256 }) => sha256),
          verdict: {
            trusted: problems.length === 0,
            path: path.map(({ sha256 }) => sha256),
            anchor: path.length === 0 ? null : 'public',
            servedSuffices: problems.length === 0,
            problems,
            ...changes.verdict,
          },
          staple: seen(null),
          scts: [sct('Google'), sct('Sectigo')],
          ...changes.chain,
        },
      ],
      caa: seen([goodCaa]),
      ...changes.evidence,
    },
    tls: { endpoints: [endpoint] },
    target: { ...target, ...changes.target },
  };
}

/** Evidence of several addresses together, with the target of the first. */
export function together(first: AuditedCertificates, ...others: readonly AuditedCertificates[]): AuditedCertificates {
  const all = [first, ...others];
  return {
    ...first,
    certificates: {
      ...first.certificates,
      certificates: all.flatMap(({ certificates }) => certificates.certificates),
      chains: all.flatMap(({ certificates }) => certificates.chains),
    },
    tls: { endpoints: all.flatMap(({ tls }) => tls.endpoints) },
  };
}
