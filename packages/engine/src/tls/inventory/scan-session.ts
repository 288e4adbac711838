import { isCurveBased, isFiniteField } from '@perimeter/protocols/tls/classify';
import type { Flight } from '@perimeter/protocols/tls/flight';
import { cipherSuites } from '@perimeter/protocols/tls/suites';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import type { TlsVersionName } from '../../evidence/tls/schema.ts';
import { tlsVersionName } from '../../evidence/tls/schema.ts';
import type { Answer } from '../client/answer.ts';
import { answerHex } from '../client/answer.ts';
import type { Question } from '../client/exchange.ts';
import type { BuiltHello, HelloSpec, HelloStyle } from '../client/hello/hello.ts';
import type { Line } from '../client/connection.ts';
import type { Observations } from './observed/observations.ts';

/** Everything that the questions to one endpoint share. */
export interface Interview {
  host: string;
  isDeep: boolean;
  /** The audit's clock in epoch milliseconds. */
  nowMs: number;
  signal: AbortSignal;
  line: Line;
  build: (spec: HelloSpec) => BuiltHello;
  style: HelloStyle;
  observations: Observations;
  /** The suite that a version is known to accept. */
  knownSuites: Map<TlsVersionName, number>;
  /** Named raw answers for the evidence. */
  raw: Record<string, string>;
}

/** Hex digits of a raw answer that is kept beside many others: enough for a ServerHello. */
const briefHexDigits = 256;

/** The name of a wire version, or null for one that does not exist. */
export const versionNameOf = (wire: number): TlsVersionName | null =>
  tlsVersionName.options.find((name) => wireVersions[name] === wire) ?? null;

/** Enough for a choice: the ServerHello alone. */
export const untilHello = (flight: Flight): boolean => flight.serverHello !== null;

/** All that a server says in clear. */
export const untilDone = (flight: Flight): boolean =>
  flight.done || (flight.serverHello !== null && flight.serverHello.version >= wireVersions['TLSv1.3']);

/** The ServerHello, the key exchange where there is one, and the chain where its kind is new. */
export const untilTelling =
  (observations: Observations) =>
  (flight: Flight): boolean => {
    const hello = flight.serverHello;
    if (hello === null) return false;
    const suite = cipherSuites.get(hello.suite);
    if (flight.done || suite === undefined || hello.version >= wireVersions['TLSv1.3']) return true;
    const isEphemeral = (isCurveBased(suite) || isFiniteField(suite)) && suite.forwardSecrecy;
    const wantsChain = suite.authentication !== 'anon' && !observations.hasChainFor(hello.suite);
    return (flight.serverKeyExchange !== null || !isEphemeral) && (flight.certificates !== null || !wantsChain);
  };

/** How one hello is asked. */
export interface AskOptions {
  enough?: Question['enough'];
  /** The name under which the answer's bytes are kept. */
  keep?: string;
  /** False for answers under another server name: their chain is not this host's. */
  observed?: boolean;
  /** Cuts the record in two after so many bytes. */
  splitAfter?: number;
  /** An end of the connection without a word is handed back at once. */
  isOnce?: boolean;
}

const segmentsOf = (record: Uint8Array, splitAfter: number | undefined): Uint8Array[] =>
  splitAfter === undefined ? [record] : [record.subarray(0, splitAfter), record.subarray(splitAfter)];

/** Keeps the first bytes of an answer under a name. */
export function keepRaw(interview: Interview, name: string, answer: Answer, isBrief = false): void {
  const hex = answerHex(answer);
  if (hex !== '') interview.raw[name] = isBrief ? hex.slice(0, briefHexDigits) : hex;
}

/** Asks with a hello that is already built. */
export async function askBuilt(interview: Interview, hello: BuiltHello, options: AskOptions = {}): Promise<Answer> {
  const { enough = untilHello, keep, observed = true, splitAfter, isOnce = false } = options;
  const answer = await interview.line.ask({ segments: segmentsOf(hello.record, splitAfter), enough, isOnce });
  const version = answer.kind === 'hello' ? versionNameOf(answer.hello.version) : null;
  if (observed && version !== null) {
    interview.observations.observe(version, answer.flight, Date.now(), hello.asksForStatus);
  }
  if (keep !== undefined) keepRaw(interview, keep, answer);
  return answer;
}

/** Asks with one hello; what the flight shows beside the answer is recorded. */
export const ask = (interview: Interview, spec: HelloSpec, options: AskOptions = {}): Promise<Answer> =>
  askBuilt(interview, interview.build(spec), options);
