import { seen, untested } from '../observed.ts';
import type { TlsEndpoint, TlsVersion, TlsVersionName } from './schema.ts';

const refusal: Omit<TlsVersion, 'version'> = {
  accepted: seen(false),
  evidence: 'alert 70 protocol_version',
  suites: [],
  enumeration: 'none',
  complete: true,
  preference: untested('version-not-accepted'),
  groups: [],
  groupPreference: untested('version-not-accepted'),
  groupsEnumerated: false,
  signatureSchemes: [],
  signatureSchemesEnumerated: false,
  dh: [],
};

/** A version that was refused by an alert. */
export const refusedVersion = (version: TlsVersionName): TlsVersion => ({ version, ...refusal });

/** A version that accepts the suites, all asked for; changes on top. */
export const acceptedVersion = (
  version: TlsVersionName,
  suites: readonly number[],
  changes: Partial<TlsVersion> = {},
): TlsVersion => ({
  version,
  ...refusal,
  accepted: seen(true),
  evidence: `ServerHello 0303 ${(suites[0] ?? 0).toString(16).padStart(4, '0')}`,
  suites: [...suites],
  enumeration: 'full',
  preference: seen('server'),
  groups: [0x001d, 0x0017, 0x0018],
  groupPreference: seen('server'),
  groupsEnumerated: true,
  ...changes,
});

const tls12Suites = [0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8];
/** The suites of TLS 1.3 that servers commonly accept. */
export const tls13Suites = [0x1301, 0x1302, 0x1303];

/** TLS 1.2 and 1.3 as Mozilla's intermediate profile has them. */
export const goodVersions: readonly TlsVersion[] = [
  refusedVersion('SSLv2'),
  refusedVersion('SSLv3'),
  refusedVersion('TLSv1.0'),
  refusedVersion('TLSv1.1'),
  acceptedVersion('TLSv1.2', tls12Suites),
  acceptedVersion('TLSv1.3', tls13Suites, { groups: [0x11ec, 0x001d, 0x0017, 0x0018] }),
];

/** An endpoint that every check passes. */
export const goodEndpoint: TlsEndpoint = {
  address: '192.0.2.1',
  port: 443,
  serverName: 'example.test',
  depth: 'full',
  unreachable: null,
  speaksTls: true,
  versions: [...goodVersions],
  chains: [],
  trust: seen({ authorized: true, error: null }),
  alpn: seen({ offered: ['h2', 'http/1.1'], selected: ['h2', 'http/1.1'] }),
  alpnRejectsUnknown: seen(true),
  compression: seen(0),
  secureRenegotiation: seen(true),
  extendedMasterSecret: seen(true),
  encryptThenMac: seen(false),
  fallbackScsv: seen(true),
  downgradeSentinel: seen(true),
  heartbeat: seen(false),
  npn: seen(false),
  ocspStapled: seen(false),
  sctExtension: seen(false),
  tickets: seen({ tls12LifetimeHint: 7200, tls13Lifetime: 7200 }),
  resumption: seen({ sessionId: true, ticket: true, tls13Psk: true }),
  maxEarlyData: seen(0),
  keyShareReuse: seen({ dhe: null, ecdhe: false, samples: 3 }),
  choosesWeaker: untested('suites-of-one-class'),
  largeHello: seen(true),
  largestMessageBytes: seen(4_200),
  greaseTolerant: seen(true),
  gmtUnixTime: seen(false),
  requestsClientCertificate: seen(false),
  withoutServerName: seen({ accepted: true, leafSha256: null }),
  weakSignature: seen([]),
  explicitCurves: seen(false),
  clientSimulation: seen({ tableDate: '2026-11-21', connections: [], fingerprint: '0123456789abcdef' }),
  controlPassed: true,
  connections: 40,
  raw: {},
};
