import type { TlsSection } from '@perimeter/contract/observed/observed';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { signatureSchemes } from '@perimeter/protocols/tls/registry/signature-schemes.data';
import { suiteHex, suiteName } from '@perimeter/protocols/tls/registry/suites';
import type { CertificatesEvidence } from '../certificates/schema.ts';
import type { Observed } from '../observed.ts';
import type { TlsCertificate, TlsEndpoint, TlsEvidence, TlsVersion } from './schema.ts';
import { failureText, gapText } from '../failure-text.ts';
import { isSamePlace } from '../endpoint-place.ts';
import { answerText } from './answer-text.ts';

type EndpointSection = TlsSection['endpoints'][number];
type VersionSection = EndpointSection['versions'][number];
type Named = VersionSection['groups'][number];

const valueOf = <T>(fact: Observed<T>): T | null => (fact.known ? fact.value : null);

const code = (id: number): string => `0x${suiteHex(id)}`;
/** A cipher suite as reports name it. */
export const suiteMember = (id: number): Named => ({ code: code(id), name: suiteName(id) });
/** A group as reports name it. */
export const groupMember = (id: number): Named => ({ code: code(id), name: namedGroups.get(id)?.name ?? 'unknown' });
const scheme = (id: number): Named => ({ code: code(id), name: signatureSchemes.get(id)?.name ?? 'unknown' });

function versionOf(seen: TlsVersion): VersionSection {
  return {
    version: seen.version,
    accepted: valueOf(seen.accepted),
    evidence: answerText(seen.evidence),
    cipherSuites: seen.suites.map(suiteMember),
    enumeration: seen.enumeration,
    complete: seen.complete,
    preference: valueOf(seen.preference),
    groups: seen.groups.map(groupMember),
    groupPreference: valueOf(seen.groupPreference),
    signatureSchemes: seen.signatureSchemes.map(scheme),
    dhParameters: seen.dh.map((dh) => ({
      cipherSuite: suiteName(dh.suite),
      bits: dh.bits,
      prime: dh.prime,
      export: dh.export,
    })),
  };
}

const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

/** Why a certificate cannot be read: evidence keeps the platform's code, earlier audits its words. */
const parseErrorText = (kept: string): string =>
  /^[A-Z0-9_]+$/.test(kept) ? `The certificate cannot be read (${kept})` : kept;

function certificateOf({
  der,
  parseError,
  ...fields
}: TlsCertificate): EndpointSection['certificates'][number]['chain'][number] {
  return { ...fields, parseError: parseError === undefined ? null : parseErrorText(parseError), pem: pemOf(der) };
}

/** A lifetime of tickets; unknown where one may have been missed. */
function lifetimeOf(
  { tickets }: TlsEndpoint,
  lifetime: 'tls12LifetimeHint' | 'tls13Lifetime',
  missed: 'tls12Missed' | 'tls13Missed',
): Observed<number | null> {
  if (!tickets.known) return tickets;
  const failure = tickets.value[missed];
  return failure === undefined ? { known: true, value: tickets.value[lifetime] } : { known: false, failure };
}

/** Yes-or-no and number facts of an endpoint by the name they have in the report. */
function factsOf(endpoint: TlsEndpoint): Record<string, Observed<boolean | number | string | null>> {
  const { resumption, keyShareReuse, choosesWeaker, withoutServerName } = endpoint;
  const within = <T, U>(fact: Observed<T>, pick: (value: T) => U): Observed<U> =>
    fact.known ? { known: true, value: pick(fact.value) } : fact;
  return {
    alpnRejectsUnknown: endpoint.alpnRejectsUnknown,
    choosesWeakerSuite: within(choosesWeaker, ({ weaker }) => weaker),
    compressionMethod: endpoint.compression,
    dhePublicValueReused: within(keyShareReuse, ({ dhe }) => dhe),
    downgradeSentinel: endpoint.downgradeSentinel,
    ecdhePublicValueReused: within(keyShareReuse, ({ ecdhe }) => ecdhe),
    encryptThenMac: endpoint.encryptThenMac,
    explicitCurves: endpoint.explicitCurves,
    extendedMasterSecret: endpoint.extendedMasterSecret,
    fallbackScsv: endpoint.fallbackScsv,
    gmtUnixTime: endpoint.gmtUnixTime,
    greaseTolerant: endpoint.greaseTolerant,
    heartbeat: endpoint.heartbeat,
    largeHelloTolerant: endpoint.largeHello,
    maxEarlyDataBytes: endpoint.maxEarlyData,
    npn: endpoint.npn,
    ocspStapled: endpoint.ocspStapled,
    requestsClientCertificate: endpoint.requestsClientCertificate,
    resumesByPsk: within(resumption, ({ tls13Psk }) => tls13Psk),
    resumesBySessionId: within(resumption, ({ sessionId }) => sessionId),
    resumesByTicket: within(resumption, ({ ticket }) => ticket),
    sctExtension: endpoint.sctExtension,
    secureRenegotiation: endpoint.secureRenegotiation,
    ticketLifetimeTls12Seconds: lifetimeOf(endpoint, 'tls12LifetimeHint', 'tls12Missed'),
    ticketLifetimeTls13Seconds: lifetimeOf(endpoint, 'tls13Lifetime', 'tls13Missed'),
    weakSignatureAccepted: within(endpoint.weakSignature, (schemes) => schemes.length > 0),
    worksWithoutServerName: within(withoutServerName, ({ accepted }) => accepted),
  };
}

function notSeen(endpoint: TlsEndpoint, facts: Record<string, Observed<unknown>>): Record<string, string> {
  const { trust, alpn } = endpoint;
  const unknown = Object.entries({ ...facts, trust, alpn }).flatMap(([name, fact]) =>
    fact.known ? [] : [[name, gapText(fact.failure)] as const],
  );
  return Object.fromEntries(unknown);
}

/** What the certificates probe says of the chains that browsers get from an endpoint, by its own list of roots; the verdict of the platform where it has none. */
function trustOf(
  { address, port, serverName, trust }: TlsEndpoint,
  certificates: CertificatesEvidence | undefined,
): Pick<EndpointSection, 'trusted' | 'trustError'> {
  const verdicts = (certificates?.chains ?? [])
    .filter((chain) => chain.forBrowsers !== false && isSamePlace(chain, { address, port, serverName }))
    .map(({ verdict }) => verdict);
  const refused = verdicts.find(({ trusted }) => !trusted);
  if (verdicts.length > 0) return { trusted: refused === undefined, trustError: refused?.problems[0]?.code ?? null };
  return { trusted: valueOf(trust)?.authorized ?? null, trustError: valueOf(trust)?.error ?? null };
}

function endpointOf(endpoint: TlsEndpoint, certificates: CertificatesEvidence | undefined): EndpointSection {
  const { address, port, serverName, depth, unreachable, speaksTls, versions, connections } = endpoint;
  const facts = factsOf(endpoint);
  return {
    address,
    port,
    serverName,
    depth,
    ...(endpoint.comparedWith === undefined ? {} : { comparedWith: endpoint.comparedWith }),
    unreachable: unreachable === null ? null : failureText(unreachable),
    speaksTls,
    protocols: versions.filter(({ accepted }) => valueOf(accepted) === true).map(({ version }) => version),
    versions: versions.map(versionOf),
    certificates: endpoint.chains.map(({ keyType, certificates }) => ({
      keyType,
      chain: certificates.map(certificateOf),
    })),
    ...trustOf(endpoint, certificates),
    alpn: valueOf(endpoint.alpn)?.selected ?? null,
    features: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, valueOf(fact)])),
    connections,
    notSeen: notSeen(endpoint, facts),
  };
}

/** The report's view of TLS evidence: code points with their names, unknowns with their reasons. */
export function tlsMember({ endpoints }: TlsEvidence, certificates?: CertificatesEvidence): TlsSection {
  return { endpoints: endpoints.map((endpoint) => endpointOf(endpoint, certificates)) };
}
