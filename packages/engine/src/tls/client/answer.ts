import { alertText } from '@perimeter/protocols/tls/records/alert';
import { toHex } from '@perimeter/protocols/bytes';
import { extensionTypes } from '@perimeter/protocols/tls/handshake/extensions';
import type { Flight } from '@perimeter/protocols/tls/handshake/flight-state';
import type { ServerHello } from '@perimeter/protocols/tls/handshake/server-hello';
import { suiteHex } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type NetFailure, type Observed, seen, unclear, untested } from '../../evidence/observed.ts';
import { type Echoes, echoesOf } from './echoes.ts';
import type { HelloOffer } from './hello/offer.ts';
import {
  type TlsVersionName,
  tlsVersionName,
  type VersionAnswer,
  type CodedAnswer,
} from '../../evidence/tls/schema.ts';

/** The choice in a ServerHello; its extensions are read as echoes. */
export type Choice = Omit<ServerHello, 'extensions' | 'compressionMethod'>;

/** A flight without the parts that only the offer makes readable. */
export type AnsweredFlight = Omit<Flight, 'serverHello' | 'ocspResponse'>;

/** A server's answer to one hello. A refusal is an answer; silence never is. */
export type ServerAnswer =
  /** status: the stapled OCSP response, if one was offered; cut: why the flight ended early. */
  | {
      kind: 'hello';
      flight: AnsweredFlight;
      hello: Choice;
      echoes: Echoes;
      status: Observed<Uint8Array | null>;
      cut: NetFailure | null;
    }
  | { kind: 'ssl2'; flight: AnsweredFlight; kinds: number[]; certificate: Uint8Array }
  /** alert is null where the server closed the connection twice while a known-good hello was answered. */
  | { kind: 'refused'; flight: AnsweredFlight; how: CodedAnswer; alert: number | null }
  /** confirmed: it failed twice while a known-good hello was answered, so this hello is the cause. */
  | { kind: 'failed'; flight: AnsweredFlight; failure: NetFailure; confirmed: boolean };

/** The name of a wire version, or null for one that does not exist. */
export const versionNameOf = (wire: number): TlsVersionName | null =>
  tlsVersionName.options.find((name) => wireVersions[name] === wire) ?? null;

/** True for a ServerHello of this wire version. */
export const speaks = (answer: ServerAnswer, version: number): boolean =>
  answer.kind === 'hello' && answer.hello.version === version;

/** The answer for evidence. */
export function shownAnswer(answer: ServerAnswer): VersionAnswer {
  if (answer.kind === 'hello') {
    const code = answer.hello.isRetryRequest ? 'retry-request' : 'server-hello';
    return { code, values: [suiteHex(answer.hello.version), suiteHex(answer.hello.suite)] };
  }
  if (answer.kind === 'ssl2') return { code: 'ssl2-hello', values: [String(answer.kinds.length)] };
  return answer.kind === 'refused' ? answer.how : answer.failure;
}

/** The first bytes of the answer, hex. */
export const answerHex = (answer: ServerAnswer): string => toHex(answer.flight.head);

/** True where the server sent a ServerHello and then interrupted the flight. */
export const brokeOff = (answer: ServerAnswer): boolean =>
  answer.kind === 'hello' &&
  (answer.flight.alert !== null || answer.cut?.reason === 'closed' || answer.cut?.reason === 'reset');

/** True where a message came that follows the staple (RFC 5246 section 7.3, RFC 6066 section 8). */
const isPastStaple = ({ serverKeyExchange, certificateRequest, done }: Flight): boolean =>
  done || serverKeyExchange !== null || certificateRequest !== null;

/**
 * The staple follows the Certificate message, so a flight without one shows nothing about it. A server that echoed the
 * extension may still send one after an interrupted flight (RFC 6066 section 8).
 */
function statusIn(flight: Flight, echoes: Echoes): Observed<Uint8Array | null> {
  const echoed = echoes.dataOf(extensionTypes.statusRequest);
  if (!echoed.known) return echoed;
  if (flight.certificates === null) return untested('no-certificate-shown');
  const isAwaited = flight.ocspResponse === null && echoed.value !== null && !isPastStaple(flight);
  return isAwaited ? unclear('closed', 'flight-cut') : seen(flight.ocspResponse);
}

/** Reads a flight as the answer to an offer; null where it has none. cut: why it ended early. */
export function readAnswer(flight: Flight, cut: NetFailure | null, offer: HelloOffer): ServerAnswer | null {
  const { serverHello, ssl2, alert } = flight;
  // NULL_WITH_NULL_NULL is the state before a suite is chosen, and no valid choice (RFC 5246 appendix A.5).
  if (serverHello !== null && serverHello.suite === 0)
    return { kind: 'refused', flight, how: { code: 'no-suite' }, alert: null };
  if (serverHello !== null) {
    const echoes = echoesOf(serverHello, offer);
    return { kind: 'hello', flight, hello: serverHello, echoes, status: statusIn(flight, echoes), cut };
  }
  if (ssl2?.kind === 'server-hello') return { kind: 'ssl2', flight, kinds: ssl2.kinds, certificate: ssl2.certificate };
  if (ssl2?.kind === 'error')
    return { kind: 'refused', flight, how: { code: 'ssl2-error', values: [String(ssl2.code)] }, alert: null };
  if (alert !== null)
    return { kind: 'refused', flight, how: { code: 'alert', values: [alertText(alert)] }, alert: alert.description };
  return null;
}

/** A fact that stays unknown because its attempt failed. */
export const unseenBecause = (failure: NetFailure): Observed<never> => ({ known: false, failure });
