import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { hasDowngradeSentinel } from '@perimeter/protocols/tls/handshake/server-hello';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { detailOf } from '../../evidence/failure-text.ts';
import { type Observed, seen, unseen, untested, unclear } from '../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion } from '../../evidence/tls/schema.ts';
import type { Answer } from '../client/answer.ts';
import type { HelloStyle } from '../client/hello/hello.ts';
import type { PartialHandshake } from '../client/partial-handshake.ts';
import { type Learned, mergedFacts, versionsIn } from './learned.ts';
import type { HelloAnswer } from './negotiated.ts';
import type { FirstResults } from './scan-command.ts';
import type { ScanSession } from './scan-session.ts';
import type { Transcript } from './observed/transcript.ts';

const notShown = untested('shown-by-no-version');

/** What the first hello of the best version up to TLS 1.2 showed beside its choice. */
export function legacyFacts(answer: HelloAnswer | null): Partial<TlsEndpoint> {
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
    requestsClientCertificate: flight.done ? seen(flight.certificateRequest !== null) : unclear('closed', 'flight-cut'),
  };
}

/** What a partial handshake of TLS 1.3 showed; it goes before what an older version showed. */
export function partialHandshakeFacts(partial: PartialHandshake | null): Partial<TlsEndpoint> {
  if (partial === null) return {};
  const [leaf] = partial.certificates;
  return {
    ocspStapled: seen(leaf?.ocspResponse !== null && leaf !== undefined),
    sctExtension: seen(leaf?.hasTimestamps === true),
    requestsClientCertificate: seen(partial.requestsClientCertificate),
  };
}

/** The downgrade sentinel in the answer to a TLS 1.2 hello, where the server accepts TLS 1.3 (RFC 8446 section 4.1.3). */
export function downgradeSentinelOf(answer: Answer | undefined, has13: boolean): Observed<boolean> {
  if (!has13) return untested('sent-by-tls13-only');
  if (answer?.kind !== 'hello' || answer.hello.version !== wireVersions['TLSv1.2']) {
    return untested('no-tls12-beside-tls13');
  }
  return seen(hasDowngradeSentinel(answer.hello.random));
}

/** Explicit curves are among the groups that were offered; where groups were not enumerated, nothing is known. */
function explicitCurvesIn({ exchanges }: Transcript, newest: TlsVersion | undefined): Observed<boolean> {
  if (exchanges.explicitCurves()) return seen(true);
  return newest?.groupsEnumerated === true ? seen(false) : untested('legacy-groups-not-enumerated');
}

/** What all answers before TLS 1.3 show together; newest: the newest version up to TLS 1.2. */
const transcriptFacts = (transcript: Transcript, newest: TlsVersion | undefined): Partial<TlsEndpoint> => ({
  ...(newest === undefined
    ? {}
    : {
        encryptThenMac: transcript.encryptThenMac(),
        keyShareReuse: transcript.exchanges.keyShareReuse(),
        gmtUnixTime: transcript.gmtUnixTime(),
      }),
  explicitCurves: explicitCurvesIn(transcript, newest),
});

/** What only a whole handshake shows. */
const wholeHandshakeFields = ['trust', 'tickets', 'resumption', 'maxEarlyData'] as const;
const ends: ReadonlySet<string> = new Set(['tls', 'closed', 'reset']);

/** Gives the reason why whole handshakes failed where it is known: what the server shows, or what it wants of clients. */
function withReasonForFailures(facts: Partial<TlsEndpoint>, { takesRawKeys }: HelloStyle): Partial<TlsEndpoint> {
  const { requestsClientCertificate: asked } = facts;
  const wantsCertificate = asked?.known === true && asked.value;
  if (!takesRawKeys && !wantsCertificate) return facts;
  const reason = takesRawKeys
    ? 'The server shows a raw public key, with which no whole handshake is made here'
    : 'The server wants a client certificate, and goes no further without one';
  const explained = wholeHandshakeFields.flatMap((field) => {
    const fact = facts[field];
    if (fact === undefined || fact.known) return [];
    const { failure } = fact;
    return ends.has(failure.reason) ? [[field, unseen('tls', `${reason} (${detailOf(failure)})`)] as const] : [];
  });
  return { ...facts, ...Object.fromEntries(explained) };
}

/** What all answers of full depth show together. */
export function factsOfAll(
  { transcript, client }: ScanSession,
  { negotiated, answers }: FirstResults,
  learned: readonly Learned[],
): readonly Learned[] {
  const newest = versionsIn(learned).find(({ version }) => version === negotiated.legacy[0]?.version);
  const facts = {
    ...transcriptFacts(transcript, newest),
    downgradeSentinel: downgradeSentinelOf(answers.get('TLSv1.2'), negotiated.tls13 !== null),
  };
  const explained = withReasonForFailures(mergedFacts([...learned, { facts }]), client.style);
  return [{ facts: explained }];
}
