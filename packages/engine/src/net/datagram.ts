import { createSocket } from 'node:dgram';
import { type NetFailure, netFailed } from '../evidence/observed.ts';
import { type Budget, type BudgetLimits, createBudget } from './budgets/budget.ts';
import { type Clock, abortFailure, systemClock } from './deadline.ts';
import { barredBy, type DialPlace, type DialTarget, mappedTarget, placeKey, socketFailure } from './dialer.ts';
import { addressFamily, type Guard } from './guard/guard.ts';
import type { SharedBudgets } from './budgets/shared-budgets.ts';

/** Name servers rate-limit by client and second; they do not notice this many queries. */
export const datagramLimits: BudgetLimits = { maxOpen: 8, perSecond: 20, burst: 12 };

/** Wrong datagrams ignored before a query is given up: a forger must neither end it nor keep it busy. */
const maxWrong = 16;

/** Most bytes that one audit receives in datagrams. */
const maxAuditBytes = 4 * 1024 * 1024;

/** The result of a datagram: the decoded answer, or why there is none. */
export type Received<T> = { ok: true; value: T; roundTripMs: number } | { ok: false; failure: NetFailure };

/** One datagram to send, and the decoder of its answer: null where it is not the answer. */
export interface DatagramQuestion<T> {
  payload: Uint8Array;
  read: (datagram: Uint8Array) => T | null;
}

/** The only sender of datagrams to targets: under the dialer's rules, with its own budget. */
export interface Datagrams {
  /** timeoutMs is for the answer only; the signal limits the wait for the budget. `onSent` counts datagrams sent. */
  ask: <T>(
    target: DialTarget,
    question: DatagramQuestion<T>,
    options: { signal: AbortSignal; timeoutMs: number; onSent?: () => void },
  ) => Promise<Received<T>>;
}

/** Dependencies; only tests set limits, clock and maxBytes. */
export interface DatagramOptions {
  guard: Guard;
  dialMap: ReadonlyMap<string, string>;
  /** The audit's signal. */
  signal: AbortSignal;
  refuses?: (target: DialTarget) => string | null;
  limits?: BudgetLimits;
  maxBytes?: number;
  clock?: Clock;
  /** Budgets shared by all audits; absent: this audit only. */
  shared?: SharedBudgets;
}

const failed = (...why: Parameters<typeof netFailed>): { ok: false; failure: NetFailure } => ({
  ok: false,
  failure: netFailed(...why),
});

/** One exchange over its own socket: a random port, connected, so that only the peer is received (RFC 5452 section 9). */
function exchange<T>(
  place: DialPlace,
  { payload, read }: DatagramQuestion<T>,
  { signal, timeoutMs, onBytes }: { signal: AbortSignal; timeoutMs: number; onBytes: (count: number) => void },
): Promise<Received<T>> {
  const { promise, resolve } = Promise.withResolvers<Received<T>>();
  const socket = createSocket(addressFamily(place.address) === 6 ? 'udp6' : 'udp4');
  let sentAtMs = performance.now();
  let wrong = 0;
  const giveUp = (): void =>
    resolve(
      wrong > 0 ? failed('malformed', 'server-other-answers', wrong) : failed('timeout', 'server-silent', timeoutMs),
    );
  const cancelTimer = systemClock.schedule(timeoutMs, giveUp);
  const cancel = (): void => resolve({ ok: false, failure: abortFailure(signal) });
  signal.addEventListener('abort', cancel);
  socket.on('error', (error) => resolve({ ok: false, failure: socketFailure(error, `ask(${placeKey(place)})`) }));
  socket.on('message', (datagram) => {
    onBytes(datagram.length);
    const value = read(datagram);
    if (value !== null) return resolve({ ok: true, value, roundTripMs: Math.round(performance.now() - sentAtMs) });
    wrong += 1;
    if (wrong >= maxWrong) giveUp();
  });
  socket.on('connect', () => {
    sentAtMs = performance.now();
    socket.send(payload);
  });
  socket.connect(place.port, place.address);
  return promise.finally(() => {
    cancelTimer();
    signal.removeEventListener('abort', cancel);
    socket.close();
  });
}

/** The audit's datagrams: one budget per address and port, one byte limit in total. */
export function createDatagrams(options: DatagramOptions): Datagrams {
  const { dialMap, clock = systemClock, maxBytes = maxAuditBytes, limits = datagramLimits } = options;
  const budgets = new Map<string, Budget>();
  let bytes = 0;
  const budgetOf = (target: DialPlace): Budget => {
    const key = placeKey(target);
    const budget = budgets.get(key) ?? createBudget(limits, clock);
    budgets.set(key, budget);
    return budget;
  };
  const ask: Datagrams['ask'] = async (target, question, { signal: own, timeoutMs, onSent }) => {
    const signal = AbortSignal.any([own, options.signal]);
    const refused = barredBy(target, options);
    if (refused !== null) return { ok: false, failure: refused };
    const release = await budgetOf(target).acquire(signal);
    if (release === null) return { ok: false, failure: abortFailure(signal) };
    const releaseShared = await options.shared?.of(target.address, `datagrams ${target.port}`, limits).acquire(signal);
    if (releaseShared === null) {
      release();
      return { ok: false, failure: abortFailure(signal) };
    }
    try {
      // Waiting for a slot takes time, in which an owner may have opted out.
      const refusedSince = barredBy(target, options);
      if (refusedSince !== null) return { ok: false, failure: refusedSince };
      if (bytes >= maxBytes) return failed('budget', 'bytes-used-up', maxBytes);
      onSent?.();
      return await exchange(mappedTarget(dialMap, target), question, {
        signal,
        timeoutMs,
        onBytes: (count) => {
          bytes += count;
        },
      });
    } finally {
      release();
      releaseShared?.();
    }
  };
  return { ask };
}
