import { type NetFailure, seen, untested, unclear } from '../../evidence/observed.ts';
import {
  type TlsEndpoint,
  type TlsVersion,
  type TlsVersionName,
  tlsVersionName,
  type VersionAnswer,
} from '../../evidence/tls/schema.ts';
import { type ServerAnswer, shownAnswer, unseenBecause } from '../client/answer.ts';
import type { EndpointPlan } from './endpoint-plan.ts';
import { type Learned, mergedFacts, versionsIn } from './learned.ts';
import { type FirstAnswers, acceptsAny } from './negotiated.ts';
import { readChains } from './observed/chains.ts';
import type { ScanSession } from './scan-session.ts';

/** An endpoint of which nothing is known yet. */
export function blankEndpoint({ address, port, serverName, depth }: EndpointPlan): TlsEndpoint {
  const unasked = untested(depth === 'full' ? 'not-asked' : 'first-address-only');
  return {
    address,
    port,
    serverName,
    depth: depth === 'full' || depth === 'compared' ? depth : 'light',
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
  preference: untested('version-not-accepted'),
  groups: [],
  groupPreference: untested('version-not-accepted'),
  groupsEnumerated: false,
  signatureSchemes: [],
  signatureSchemesEnumerated: false,
  dh: [],
} as const satisfies Partial<TlsVersion>;

/** A version that was refused, or is unknown. */
export function otherVersion(version: TlsVersionName, answer: ServerAnswer): TlsVersion {
  const isUnknown = answer.kind === 'failed';
  return {
    ...blankVersion,
    suites: [],
    groups: [],
    signatureSchemes: [],
    dh: [],
    version,
    accepted: isUnknown ? unseenBecause(answer.failure) : seen(false),
    evidence: shownAnswer(answer),
    complete: !isUnknown,
  };
}

/** An SSL 2.0 server lists all common kinds, so one answer is the whole enumeration. */
export const ssl2Version = (answer: Extract<ServerAnswer, { kind: 'ssl2' }>): TlsVersion => ({
  ...otherVersion('SSLv2', answer),
  accepted: seen(true),
  suites: answer.kinds,
  enumeration: 'full',
  preference: seen('client'),
});

/** A version at light depth: accepted, with the server's choice. */
export const preferredOnly = (
  version: TlsVersionName,
  answer: Extract<ServerAnswer, { kind: 'hello' }>,
): TlsVersion => ({
  ...otherVersion(version, answer),
  accepted: seen(true),
  suites: [answer.hello.suite],
  enumeration: 'preferred-only',
  preference: untested('first-choice-only'),
  groups: answer.hello.group === null ? [] : [answer.hello.group],
  groupPreference: untested('first-choice-only'),
});

/** An endpoint that accepted no connection. */
export const unreachableEndpoint = (plan: EndpointPlan, failure: NetFailure, connections: number): TlsEndpoint => ({
  ...blankEndpoint(plan),
  unreachable: failure,
  connections,
});

const isAlert = (answer: VersionAnswer): boolean =>
  typeof answer === 'object' && 'code' in answer && answer.code === 'alert';

/** Discards conclusions from refusals if the last known-good hello was refused too. */
export function withoutTrustInRefusals(versions: readonly TlsVersion[]): TlsVersion[] {
  return versions.map((version) =>
    version.accepted.known && !version.accepted.value && !isAlert(version.evidence)
      ? { ...version, complete: false, accepted: unclear('rate-limited', 'good-hello-refused') }
      : { ...version, complete: false },
  );
}

/** All six versions in their order: those that were enumerated, and what is known of the others. */
function allVersions(answers: FirstAnswers, enumerated: readonly TlsVersion[]): TlsVersion[] {
  return tlsVersionName.options.flatMap((name) => {
    const known = enumerated.find(({ version }) => version === name);
    const answer = answers.get(name);
    if (known !== undefined) return [known];
    if (answer === undefined) return [];
    return [answer.kind === 'ssl2' && name === 'SSLv2' ? ssl2Version(answer) : otherVersion(name, answer)];
  });
}

/** True for any answer that only TLS (or SSL) gives. */
const speaksTls = (answers: FirstAnswers): boolean =>
  [...answers.values()].some(
    (answer) =>
      answer.kind === 'hello' || answer.kind === 'ssl2' || (answer.kind === 'refused' && answer.alert !== null),
  );

/** The outcome of a scan at any depth. */
export interface ScanOutcome {
  /** The last answer to the first hello of each version. */
  answers: FirstAnswers;
  learned: readonly Learned[];
  /** The last known-good hello was answered: refusals before it are no rate limit. */
  controlPassed: boolean;
}

/** The evidence of an endpoint that was reached. */
export function describeEndpoint(
  plan: EndpointPlan,
  { answers, learned, controlPassed }: ScanOutcome,
  { transcript, client }: ScanSession,
): TlsEndpoint {
  const versions = allVersions(answers, versionsIn(learned));
  const shown = [...transcript.chains(), ...learned.flatMap(({ chains }) => chains ?? [])];
  return {
    ...blankEndpoint(plan),
    ...mergedFacts(learned),
    speaksTls: speaksTls(answers),
    versions: controlPassed || !acceptsAny(answers) ? versions : withoutTrustInRefusals(versions),
    chains: readChains(shown, learned.find(({ spareChain }) => spareChain !== undefined)?.spareChain),
    ...(client.style.takesRawKeys ? { rawPublicKeys: true as const } : {}),
    controlPassed,
    connections: client.connection.opened,
    raw: Object.assign({}, transcript.raw(), ...learned.map(({ raw }) => raw)),
  };
}
