import { extensionTypes } from '@perimeter/protocols/tls/extensions';
import type { NetFailure } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion, TlsVersionName } from '../../evidence/tls/schema.ts';
import type { Answer } from '../client/answer.ts';
import { answerText, unseenBecause } from '../client/answer.ts';
import type { HalfHandshake } from '../client/partial-handshake.ts';
import type { HelloStyle } from '../client/hello/hello.ts';
import type { EndpointPlan } from './endpoint-plan.ts';

/** An endpoint of which nothing is known yet. */
export function blankEndpoint({ address, port, serverName, depth }: EndpointPlan): TlsEndpoint {
  const unasked = unseen('not-tested', depth === 'light' ? 'Asked of the first address only' : 'Not asked');
  return {
    address,
    port,
    serverName,
    depth,
    unreachable: null,
    speaksTls: false,
    versions: [],
    chains: [],
    trust: unasked,
    alpn: unasked,
    alpnRejectsUnknown: unasked,
    compression: unasked,
    secureRenegotiation: unasked,
    extendedMasterSecret: unasked,
    encryptThenMac: unasked,
    fallbackScsv: unasked,
    downgradeSentinel: unasked,
    heartbeat: unasked,
    npn: unasked,
    ocspStapled: unasked,
    sctExtension: unasked,
    tickets: unasked,
    resumption: unasked,
    maxEarlyData: unasked,
    keyShareReuse: unasked,
    choosesWeaker: unasked,
    largeHello: unasked,
    greaseTolerant: unasked,
    gmtUnixTime: unasked,
    requestsClientCertificate: unasked,
    withoutServerName: unasked,
    weakSignature: unasked,
    explicitCurves: unasked,
    controlPassed: false,
    connections: 0,
    raw: {},
  };
}

const blankVersion = {
  suites: [],
  enumeration: 'none',
  complete: true,
  preference: unseen('not-tested', 'The version is not accepted'),
  groups: [],
  groupPreference: unseen('not-tested', 'The version is not accepted'),
  groupsEnumerated: false,
  signatureSchemes: [],
  signatureSchemesEnumerated: false,
  dh: [],
} as const satisfies Partial<TlsVersion>;

/** A version that was refused, or that stayed unknown. */
export function otherVersion(version: TlsVersionName, answer: Answer): TlsVersion {
  const isUnknown = answer.kind === 'failed';
  return {
    ...blankVersion,
    suites: [],
    groups: [],
    signatureSchemes: [],
    dh: [],
    version,
    accepted: isUnknown ? unseenBecause(answer.failure) : seen(false),
    evidence: answerText(answer),
    complete: !isUnknown,
  };
}

/** SSL 2.0's server lists all kinds that both sides have, so that one answer is the whole enumeration. */
export const ssl2Version = (answer: Extract<Answer, { kind: 'ssl2' }>): TlsVersion => ({
  ...otherVersion('SSLv2', answer),
  accepted: seen(true),
  suites: answer.kinds,
  enumeration: 'full',
  preference: seen('client'),
});

/** A version at light depth: accepted, with the server's choice. */
export const preferredOnly = (version: TlsVersionName, answer: Extract<Answer, { kind: 'hello' }>): TlsVersion => ({
  ...otherVersion(version, answer),
  accepted: seen(true),
  suites: [answer.hello.suite],
  enumeration: 'preferred-only',
  preference: unseen('not-tested', 'Only the first choice was asked for'),
  groups: answer.hello.group === null ? [] : [answer.hello.group],
  groupPreference: unseen('not-tested', 'Only the first choice was asked for'),
});

const notShown = unseen('not-tested', 'No version that shows it in clear is accepted');

/** What the first hello of the best version up to TLS 1.2 showed beside its choice. */
export function legacyFacts(answer: Extract<Answer, { kind: 'hello' }> | null): Partial<TlsEndpoint> {
  if (answer === null) {
    return {
      compression: notShown,
      secureRenegotiation: notShown,
      extendedMasterSecret: notShown,
      encryptThenMac: notShown,
      heartbeat: notShown,
      npn: notShown,
    };
  }
  const { hello, flight } = answer;
  const echoes = (type: number) => seen(hello.extensions.has(type));
  return {
    compression: seen(hello.compressionMethod),
    secureRenegotiation: echoes(extensionTypes.renegotiationInfo),
    extendedMasterSecret: echoes(extensionTypes.extendedMasterSecret),
    heartbeat: echoes(extensionTypes.heartbeat),
    npn: echoes(extensionTypes.nextProtocolNegotiation),
    ocspStapled: seen(flight.ocspResponse !== null),
    sctExtension: echoes(extensionTypes.signedCertificateTimestamp),
    requestsClientCertificate: flight.done
      ? seen(flight.certificateRequest !== null)
      : unseen('closed', 'The first flight did not come to its end'),
  };
}

/** What a half handshake of TLS 1.3 showed; it goes before what an older version showed. */
export function halfFacts(half: HalfHandshake | null): Partial<TlsEndpoint> {
  if (half === null) return {};
  const [leaf] = half.certificates;
  return {
    ocspStapled: seen(leaf?.ocspResponse !== null && leaf !== undefined),
    sctExtension: seen(leaf?.hasTimestamps === true),
    requestsClientCertificate: seen(half.requestsClientCertificate),
  };
}

/** A server may ask for a certificate in the handshakes of older versions alone: TLS 1.3 lets it ask later (RFC 8446 section 4.6.2). */
export const clientCertificateIn = (...shown: readonly Partial<TlsEndpoint>[]): Partial<TlsEndpoint> =>
  shown.some(({ requestsClientCertificate: asked }) => asked?.known === true && asked.value)
    ? { requestsClientCertificate: seen(true) }
    : {};

/** What only a whole handshake shows. */
const wholeHandshakeFields = ['trust', 'tickets', 'resumption', 'maxEarlyData'] as const;
const ends: ReadonlySet<string> = new Set(['tls', 'closed', 'reset']);

/** Gives the reason why whole handshakes failed where it is known: what the server shows, or what it wants of clients. */
export function withReasonForFailures(facts: Partial<TlsEndpoint>, { takesRawKeys }: HelloStyle): Partial<TlsEndpoint> {
  const { requestsClientCertificate: asked } = facts;
  const wantsCertificate = asked?.known === true && asked.value;
  if (!takesRawKeys && !wantsCertificate) return facts;
  const reason = takesRawKeys
    ? 'The server shows a raw public key, with which no whole handshake is made here'
    : 'The server wants a client certificate, and goes no further without one';
  const explained = wholeHandshakeFields.flatMap((field) => {
    const fact = facts[field];
    if (fact === undefined || fact.known || !ends.has(fact.failure.reason)) return [];
    return [[field, unseen('tls', `${reason} (${fact.failure.detail})`)] as const];
  });
  return { ...facts, ...Object.fromEntries(explained) };
}

/** An endpoint that did not even take a connection. */
export const unreachableEndpoint = (plan: EndpointPlan, failure: NetFailure, connections: number): TlsEndpoint => ({
  ...blankEndpoint(plan),
  unreachable: failure,
  connections,
});

/** Takes back what was concluded from refusals, when the last good question was refused as well. */
export function withoutTrustInRefusals(versions: readonly TlsVersion[]): TlsVersion[] {
  return versions.map((version) =>
    version.accepted.known && !version.accepted.value && !version.evidence.startsWith('alert')
      ? { ...version, complete: false, accepted: unseen('rate-limited', 'A known-good hello was refused in the end') }
      : { ...version, complete: false },
  );
}
