import { alertText } from '@perimeter/protocols/tls/alert';
import { toHex } from '@perimeter/protocols/bytes';
import type { Flight } from '@perimeter/protocols/tls/flight';
import type { ServerHello } from '@perimeter/protocols/tls/server-hello';
import { suiteHex } from '@perimeter/protocols/tls/suites';
import type { NetFailure, Observed } from '../../evidence/observed.ts';

/** What a server said to one hello. A refusal is an answer; silence never is. */
export type Answer =
  /** cut: why no more of the flight came, where more was wanted. */
  | { kind: 'hello'; flight: Flight; hello: ServerHello; cut: NetFailure | null }
  | { kind: 'ssl2'; flight: Flight; kinds: number[]; certificate: Uint8Array }
  /** alert is null where the server refuses by closing: twice, while it answers a known-good hello between. */
  | { kind: 'refused'; flight: Flight; how: string; alert: number | null }
  /** confirmed: it failed twice while a known-good hello was answered, so it is about this hello. */
  | { kind: 'failed'; flight: Flight; failure: NetFailure; confirmed: boolean };

/** True for a ServerHello of this wire version. */
export const speaks = (answer: Answer, version: number): boolean =>
  answer.kind === 'hello' && answer.hello.version === version;

/** The answer in words, as findings quote it. */
export function answerText(answer: Answer): string {
  if (answer.kind === 'hello') {
    const name = answer.hello.isRetryRequest ? 'HelloRetryRequest' : 'ServerHello';
    return `${name} ${suiteHex(answer.hello.version)} ${suiteHex(answer.hello.suite)}`;
  }
  if (answer.kind === 'ssl2') return `SSL 2.0 SERVER-HELLO with ${answer.kinds.length} cipher kinds`;
  return answer.kind === 'refused' ? answer.how : answer.failure.detail;
}

/** The first bytes of the answer, hex. */
export const answerHex = (answer: Answer): string => toHex(answer.flight.head);

/** True where the server chose, and then broke off before the flight was what it had promised. */
export const brokeOff = (answer: Answer): boolean =>
  answer.kind === 'hello' &&
  (answer.flight.alert !== null || answer.cut?.reason === 'closed' || answer.cut?.reason === 'reset');

/** Reads a flight as an answer, or null where it says nothing; cut: why it ended before it was enough. */
export function spokenAnswer(flight: Flight, cut: NetFailure | null): Answer | null {
  const { serverHello, ssl2, alert } = flight;
  // NULL_WITH_NULL_NULL is what there is before a choice, and cannot be chosen (RFC 5246 appendix A.5).
  if (serverHello !== null && serverHello.suite === 0)
    return { kind: 'refused', flight, how: 'ServerHello without a suite', alert: null };
  if (serverHello !== null) return { kind: 'hello', flight, hello: serverHello, cut };
  if (ssl2?.kind === 'server-hello') return { kind: 'ssl2', flight, kinds: ssl2.kinds, certificate: ssl2.certificate };
  if (ssl2?.kind === 'error') return { kind: 'refused', flight, how: `SSL 2.0 ERROR ${ssl2.code}`, alert: null };
  if (alert !== null) return { kind: 'refused', flight, how: alertText(alert), alert: alert.description };
  return null;
}

/** The reason why something stays unknown after a question that failed. */
export const unseenBecause = (failure: NetFailure): Observed<never> => ({ known: false, failure });
