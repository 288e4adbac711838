import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type Observed, seen, untested } from '../../../evidence/observed.ts';
import type { TlsVersionName } from '../../../evidence/tls/schema.ts';
import { type ServerAnswer, answerHex, versionNameOf } from '../../client/answer.ts';
import type { KeepAs, Reported } from '../../client/tls-client.ts';
import { type ShownChain, mergedChains } from './chains.ts';
import { type KeyExchanges, type KeyExchangeSamples, createKeyExchanges } from './key-exchanges.ts';

/** A suite that was chosen among others. */
export interface ChosenSuite {
  offered: ReadonlySet<number>;
  suite: number;
}

/** Curves of certificates' keys: without its key's curve, a server ignores its suites (RFC 8422 section 5.1). */
const keyCurves = [0x0017, 0x0018, 0x0019] as const;

/** Facts from all answers of an endpoint together. */
export interface Transcript {
  /** Chains that were sent in clear. */
  chains: () => readonly ShownChain[];
  /** True once a chain is known for the authentication of a suite. */
  hasChainFor: (suite: number) => boolean;
  /** Choices of TLS 1.2 among suites, where no group kept the server from any of them. */
  choices: () => readonly ChosenSuite[];
  exchanges: KeyExchangeSamples;
  gmtUnixTime: () => Observed<boolean>;
  encryptThenMac: () => Observed<boolean>;
  /** The largest handshake message so far, in bytes. */
  largestMessageBytes: () => number;
  /** Named raw answers. */
  raw: () => Readonly<Record<string, string>>;
}

/** A transcript that receives the client's reports. */
export interface OpenTranscript extends Transcript {
  take: (reported: Reported) => void;
}

/** Hex digits stored of each of many raw answers: enough for a ServerHello. */
const briefHexDigits = 256;

/** The first bytes of an answer under their name; nothing where none came. */
export function rawOf(answer: ServerAnswer, { name, isBrief = false }: KeepAs): Record<string, string> {
  const hex = answerHex(answer);
  return hex === '' ? {} : { [name]: isBrief ? hex.slice(0, briefHexDigits) : hex };
}

/** Fewer randoms may look like a clock by chance. */
const minClocks = 3;
/** A server's clock may be wrong by this much. */
const clockToleranceMs = 5 * 60_000;

function secondsOf({ random }: Hello['hello']): number {
  return new DataView(random.buffer, random.byteOffset, 4).getUint32(0);
}

/** Hello answers before TLS 1.3, in numbers. */
interface Samples {
  clocks: { seconds: number; atMs: number }[];
  /** Answers with a CBC suite to hellos that offered encrypt_then_mac. */
  cbcAnswers: number;
  encryptThenMacEchoes: number;
}

type Hello = Extract<ServerAnswer, { kind: 'hello' }>;

function chainIn({ flight, status, echoes }: Hello, viaVersion: TlsVersionName): ShownChain[] {
  if (flight.certificates === null) return [];
  const timestamps = echoes.dataOf(extensionTypes.signedCertificateTimestamp);
  const asked = status.known && timestamps.known;
  const extras = asked ? { extras: { ocspResponse: status.value, timestamps: timestamps.value } } : {};
  return [{ viaVersion, certificates: flight.certificates, ...extras }];
}

function countSamples(samples: Samples, { hello, echoes }: Hello, atMs: number): void {
  samples.clocks.push({ seconds: secondsOf(hello), atMs });
  if (cipherSuites.get(hello.suite)?.mode !== 'CBC') return;
  const echoed = echoes.has(extensionTypes.encryptThenMac);
  if (!echoed.known) return;
  samples.cbcAnswers += 1;
  if (echoed.value) samples.encryptThenMacEchoes += 1;
}

function clockIn({ clocks }: Samples): Observed<boolean> {
  if (clocks.length < minClocks) return untested('too-few-handshakes');
  return seen(clocks.every(({ seconds, atMs }) => Math.abs(seconds * 1000 - atMs) < clockToleranceMs));
}

const encryptThenMacIn = ({ cbcAnswers, encryptThenMacEchoes }: Samples): Observed<boolean> =>
  cbcAnswers === 0 ? untested('no-cbc-chosen') : seen(encryptThenMacEchoes > 0);

function readHello(exchanges: KeyExchanges, samples: Samples, { answer, atMs }: Reported): ShownChain[] {
  const version = answer.kind === 'hello' ? versionNameOf(answer.hello.version) : null;
  if (answer.kind !== 'hello' || version === null || version === 'TLSv1.3') return [];
  countSamples(samples, answer, atMs);
  const { serverKeyExchange } = answer.flight;
  // Without signature_algorithms a server must sign with SHA-1 (RFC 5246 section 7.4.1.4.1): that is not its choice.
  const choosesScheme = answer.echoes.offer.extensions.has(extensionTypes.signatureAlgorithms);
  if (serverKeyExchange !== null) exchanges.add(version, answer.hello.suite, serverKeyExchange, choosesScheme);
  return chainIn(answer, version);
}

/** An empty transcript of one endpoint. */
export function createTranscript(): OpenTranscript {
  let chains: readonly ShownChain[] = [];
  const exchanges = createKeyExchanges();
  const authentications = new Set<string>();
  const samples: Samples = { clocks: [], cbcAnswers: 0, encryptThenMacEchoes: 0 };
  const choices: ChosenSuite[] = [];
  const raw: Record<string, string> = {};
  let largestMessageBytes = 0;

  return {
    take: (reported) => {
      const { answer, keep, observed } = reported;
      if (keep !== null) Object.assign(raw, rawOf(answer, keep));
      if (!observed) return;
      largestMessageBytes = Math.max(largestMessageBytes, answer.flight.largestMessageBytes);
      if (answer.kind === 'ssl2' && answer.certificate.length > 0)
        chains = mergedChains([...chains, { viaVersion: 'SSLv2', certificates: [answer.certificate] }]);
      if (answer.kind === 'hello' && answer.hello.version === wireVersions['TLSv1.2']) {
        const { groups, suites: offered } = answer.echoes.offer;
        if (keyCurves.every((curve) => groups.has(curve))) choices.push({ offered, suite: answer.hello.suite });
      }
      const shown = readHello(exchanges, samples, reported);
      if (shown.length === 0 || answer.kind !== 'hello') return;
      chains = mergedChains([...chains, ...shown]);
      const suite = cipherSuites.get(answer.hello.suite);
      if (suite !== undefined) authentications.add(suite.authentication);
    },
    chains: () => chains,
    hasChainFor: (suite) => authentications.has(cipherSuites.get(suite)?.authentication ?? ''),
    choices: () => choices,
    exchanges,
    gmtUnixTime: () => clockIn(samples),
    encryptThenMac: () => encryptThenMacIn(samples),
    largestMessageBytes: () => largestMessageBytes,
    raw: () => raw,
  };
}
