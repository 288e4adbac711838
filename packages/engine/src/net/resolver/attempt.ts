import { responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { canonicalName } from '@perimeter/protocols/dns/name';
import { type NetFailure, type NetFailureReason, netFailed } from '../../evidence/observed.ts';
import { systemClock } from '../deadline.ts';
import { errorCode } from '../error-code.ts';

/** The address of a recursive resolver; numeric, and chosen by the operator. */
export interface ResolverAddress {
  address: string;
  port: number;
}

/** The result of one packet: an answer or a failure. */
export type Attempt = { ok: true; message: Message } | { ok: false; failure: NetFailure };

/** The complete message that answers a query, or why there is none. */
export type Exchanged = Attempt & { transport: 'udp' | 'tcp' };

/** Time limits of an attempt. */
export interface AttemptLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Shorthand for an attempt without an answer. */
export const failed = (...why: Parameters<typeof netFailed>): Attempt & { ok: false } => ({
  ok: false,
  failure: netFailed(...why),
});

const reasonByCode: Readonly<Record<string, NetFailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
};

/** A socket error as data; unlisted codes are addresses that this machine cannot reach. */
export function failureOfSocket(error: Error): Attempt & { ok: false } {
  const code = errorCode(error);
  return failed(reasonByCode[code] ?? 'unreachable', 'resolver-failed', code);
}

/** Opens a socket, lets it settle once, and always closes it: after an answer, a time-out or cancellation. */
export function attemptOnce(
  { signal, timeoutMs }: AttemptLimits,
  open: (settle: (attempt: Attempt | Promise<Attempt>) => void) => { close: () => void; onTimeout: () => Attempt },
): Promise<Attempt> {
  const cancelled = failed('cancelled', 'resolver-cancelled');
  if (signal.aborted) return Promise.resolve(cancelled);
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const socket = open(resolve);
  const cancel = (): void => resolve(cancelled);
  const cancelTimer = systemClock.schedule(timeoutMs, () => resolve(socket.onTimeout()));
  signal.addEventListener('abort', cancel);
  return promise.finally(() => {
    cancelTimer();
    signal.removeEventListener('abort', cancel);
    socket.close();
  });
}

const sameName = (a: string, b: string, exactCase: boolean): boolean =>
  exactCase ? a === b : canonicalName(a) === canonicalName(b);

/** Response codes that servers send as a bare header, for a question that they could not or would not read. */
const withoutQuestion: ReadonlySet<number> = new Set([
  responseCodes.formatError,
  responseCodes.serverFailure,
  responseCodes.notImplemented,
  responseCodes.refused,
]);

/** True where a message answers the query: same id, a response, the one question (RFC 5452 section 9.1), or an error without it. */
export function answersQuery(query: Message, message: Message, exactCase: boolean): boolean {
  const [asked] = query.questions;
  const [echoed, ...more] = message.questions;
  if (message.id !== query.id || !message.flags.response || message.opcode !== query.opcode) return false;
  if (asked === undefined || more.length > 0) return false;
  if (echoed === undefined) return withoutQuestion.has(message.responseCode);
  return asked.type === echoed.type && asked.class === echoed.class && sameName(asked.name, echoed.name, exactCase);
}
