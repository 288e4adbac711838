import { type Row, rowTester } from '../../../../catalogue/testing/rows.ts';
import { noCertificates } from '../../../../evidence/certificates/example.ts';
import type { CertificateFacts, CertificatesEvidence } from '../../../../evidence/certificates/schema.ts';
import type { SomeEvidence } from '../../../../evidence/evidence.ts';
import { noHttp } from '../../../../evidence/http/example.ts';
import { seen } from '../../../../evidence/observed.ts';
import {
  alertAct,
  cbcRecords,
  earlyChanges,
  heartbeats,
  otherNameResumed,
  paddings,
  premasters,
  renegotiations,
  shortSessionIds,
} from '../../../../evidence/vulnerabilities/example.ts';
import type { VulnerabilityEndpoint } from '../../../../evidence/vulnerabilities/endpoint.ts';
import type { VulnerabilitiesEvidence } from '../../../../evidence/vulnerabilities/schema.ts';
import { goodEndpoint } from '../../../../evidence/tls/example.ts';
import { tlsOf } from './evidence.ts';

/** An endpoint that passes every vulnerability test. */
export const soundEndpoint: VulnerabilityEndpoint = {
  address: goodEndpoint.address,
  port: goodEndpoint.port,
  serverName: goodEndpoint.serverName,
  heartbleed: seen(heartbeats({ kind: 'silence' })),
  earlyCcs: seen(earlyChanges(alertAct(10))),
  ticketbleed: seen(shortSessionIds(16)),
  robot: seen(premasters()),
  poodleTls: seen(paddings(false)),
  cbcOracle: seen(cbcRecords()),
  clientRenegotiation: seen(renegotiations(0)),
  crossNameResumption: seen(otherNameResumed('www.example.test', false)),
  connections: 40,
};

/** Evidence of one endpoint and of the plaintext services, with changes. */
export const vulnerabilitiesOf = (
  changes: Partial<VulnerabilityEndpoint> = {},
  others: Partial<VulnerabilitiesEvidence> = {},
): VulnerabilitiesEvidence => ({
  endpoints: [{ ...soundEndpoint, ...changes }],
  opossum: [{ address: '192.0.2.1', port: 80, host: 'example.test', answer: seen({ status: 200, upgrade: [] }) }],
  startTls: seen([]),
  ...others,
});

const leafFacts: CertificateFacts = {
  sha256: 'b'.repeat(64),
  der: '',
  source: 'served',
  malformed: null,
  subject: 'CN=example.test',
  issuer: 'CN=CA',
  commonName: 'example.test',
  serialNumber: '01',
  notBefore: 0,
  notAfter: 0,
  subjectAltNames: [],
  key: { algorithm: 'rsa', bits: 2048, curve: null, exponent: '65537', spkiSha256: 'a'.repeat(64), weakness: null },
  signature: { algorithm: 'sha256WithRSAEncryption', hash: 'sha256' },
  selfIssued: false,
  selfSigned: false,
  basicConstraints: null,
  keyUsage: null,
  extendedKeyUsage: null,
  mustStaple: false,
  ocspUrls: [],
  issuerUrls: [],
  crlUrls: [],
  policies: [],
};

/** SHA-256 of the website's leaf and of its key, hex. */
export const leafSha256 = 'b'.repeat(64);
export const keySha256 = 'a'.repeat(64);

type OtherService = Extract<CertificatesEvidence['otherServices'], { known: true }>['value'][number];

/** Certificates of a website and of another service of the host: by default with the same key, without SSL 2.0. */
export const besideService = (changes: Partial<OtherService>): SomeEvidence => ({
  certificates: {
    ...noCertificates,
    certificates: [leafFacts],
    chains: [
      {
        address: goodEndpoint.address,
        port: goodEndpoint.port,
        serverName: goodEndpoint.serverName,
        keyType: 'rsa',
        viaVersion: 'TLSv1.2',
        served: [leafSha256],
        verdict: { trusted: true, path: [], anchor: 'public', servedSuffices: true, problems: [] },
        staple: seen(null),
        scts: [],
      },
    ],
    otherServices: seen([
      {
        address: goodEndpoint.address,
        port: 993,
        protocol: 'imaps',
        failure: null,
        leafSha256,
        spkiSha256: keySha256,
        names: ['example.test'],
        ssl2: seen(false),
        ...changes,
      },
    ]),
  },
});

/** Evidence of a server without flaws, of every kind that a check of this module may need. */
export const soundEvidence: SomeEvidence = {
  ...tlsOf(goodEndpoint),
  target: {
    domain: 'example.test',
    registrableDomain: 'example.test',
    scanMode: 'deep',
    startedAtMs: 1_795_000_000_000,
    seed: 'seed',
  },
  certificates: noCertificates,
  vulnerabilities: vulnerabilitiesOf(),
  http: noHttp,
  endpoints: { hosts: [] },
};

export type FlawRow = Row<SomeEvidence>;

/** Rows of vulnerability checks, by difference from a server without flaws. */
export const testFlaws = rowTester((changes: SomeEvidence) => ({ ...soundEvidence, ...changes }));

/** Evidence of a changed flaw test. */
export const flaw = (changes: Partial<VulnerabilityEndpoint>): SomeEvidence => ({
  vulnerabilities: vulnerabilitiesOf(changes),
});
