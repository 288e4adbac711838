import { engineVersion } from '@perimeter/engine/version';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient, pauseMs, retryAfterMs } from './pauses.ts';
import { type ServiceAnswer, problemOf, refusalOf } from './refusal.ts';
import { ServiceError } from './service-error.ts';

/** One request, independent of the service's URL. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the service's URL. */
  path: string;
  /** The purpose, which completes "Cannot …". */
  what: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Expected statuses; default: 200. */
  good?: readonly number[];
  /** Maximum body size; longer ones are refused. */
  maxBytes: number;
}

/** How to reach a service; tests replace the last two. */
export interface Reaching {
  address: string;
  key: string | null;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}

/** Sends a request with retries. Throws ServiceError, or the signal's reason if aborted. */
export type Send = (asked: ServiceRequest, signal: AbortSignal) => Promise<ServiceAnswer>;

/** Milliseconds; longer than a long poll (25 s), and than making a PDF takes. */
const requestMs = 120_000;

async function boundedBody(response: Response, maxBytes: number, what: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the rest.
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes)
      throw new ServiceError('service_unreachable', `Cannot ${what}: the answer is longer than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error && cause.name === 'TimeoutError' ? 'no answer in time' : 'connection failed';
};

const bearer = (key: string | null): Record<string, string> => (key === null ? {} : { authorization: `Bearer ${key}` });

/** One attempt: an answer, or why there was none. */
async function attempt(
  { address, key }: Reaching,
  asked: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer | string> {
  const { method, path, headers = {}, body, maxBytes, what } = asked;
  try {
    const response = await fetch(`${address}${path}`, {
      method,
      // fetch would send the key to any redirect within the origin.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
      headers: {
        accept: 'application/json',
        'user-agent': `perimeter/${engineVersion}`,
        ...bearer(key),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await boundedBody(response, maxBytes, what) };
  } catch (error) {
    if (signal.aborted || error instanceof ServiceError) throw error;
    return causeOf(error);
  }
}

/** A temporary conflict says so itself, for example an Idempotency-Key in use. */
const isPassing = (answer: ServiceAnswer): boolean =>
  isTransient(answer.status) || (answer.status === 409 && problemOf(answer)?.retryable === true);

const failureOf = (what: string, { address }: Reaching, result: ServiceAnswer | string): ServiceError =>
  typeof result === 'string'
    ? new ServiceError('service_unreachable', `Cannot ${what}: ${new URL(address).host} cannot be reached (${result})`)
    : refusalOf(what, result);

/** Sends requests to one service: retries where that can help, with the service's pauses. */
export function createSend(reaching: Reaching): Send {
  const { random = Math.random } = reaching;
  const pause = reaching.pause ?? (async (ms, signal) => sleep(ms, undefined, { signal }));
  return async (asked, signal) => {
    let last: ServiceAnswer | string | null = null;
    for (let count = 0; ; count += 1) {
      const result: ServiceAnswer | string = await attempt(reaching, asked, signal).catch((error: unknown) => {
        // The time-out ended within a further attempt: report the last failure, as between two.
        throw signal.aborted && last !== null ? failureOf(asked.what, reaching, last) : error;
      });
      last = result;
      const answered = typeof result === 'string' ? null : result;
      if (answered !== null && (asked.good ?? [200]).includes(answered.status)) return answered;
      const askedMs = answered === null ? null : retryAfterMs(answered.headers.get('retry-after'), Date.now());
      const waitMs = answered === null || isPassing(answered) ? pauseMs(count, askedMs, random) : null;
      if (waitMs === null) throw failureOf(asked.what, reaching, result);
      await pause(waitMs, signal).catch((error: unknown) => {
        // The time-out ended between two attempts: report the last failure.
        throw signal.aborted ? failureOf(asked.what, reaching, result) : error;
      });
    }
  };
}
