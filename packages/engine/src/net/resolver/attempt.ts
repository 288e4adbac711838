import { responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { canonicalName } from '@perimeter/protocols/dns/name';
import { type NetFailure, type NetFailureReason, netFailed } from '../../evidence/observed.ts';
import { errorCode } from '../error-code.ts';

/** Where a recursive resolver listens; the address is numeric and the operator's own choice. */
export interface ResolverAddress {
  address: string;
  port: number;
}

/** One packet there and one answer back, or why not. */
export type Attempt = { ok: true; message: Message } | { ok: false; failure: NetFailure };

/** The whole message that answers a question, or why there is none. */
export type Exchanged = Attempt & { transport: 'udp' | 'tcp' };

/** When an attempt ends at the latest. */
export interface AttemptLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Shorthand for an attempt that brought nothing. */
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

/** A socket's error as data; what the table does not name is an address that this machine cannot reach. */
export function failureOfSocket(error: Error): Attempt & { ok: false } {
  const code = errorCode(error);
  return failed(reasonByCode[code] ?? 'unreachable', 'resolver-failed', code);
}

/** Opens a socket, lets it settle once, and closes it whatever happens: answer, time-out or cancellation. */
export function attemptOnce(
  { signal, timeoutMs }: AttemptLimits,
  open: (settle: (attempt: Attempt) => void) => { close: () => void; onTimeout: () => Attempt },
): Promise<Attempt> {
  const cancelled = failed('cancelled', 'resolver-cancelled');
  if (signal.aborted) return Promise.resolve(cancelled);
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const socket = open(resolve);
  const cancel = (): void => resolve(cancelled);
  const timer = setTimeout(() => resolve(socket.onTimeout()), timeoutMs);
  signal.addEventListener('abort', cancel);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    socket.close();
  });
}

const sameName = (a: string, b: string, exactCase: boolean): boolean =>
  exactCase ? a === b : canonicalName(a) === canonicalName(b);

/** Codes that servers send as a bare header, for a question that they could or would not read. */
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
