import { type Socket, connect as connectTcp } from 'node:net';
import { type NetFailure, type NetFailureReason, netFailed } from '../evidence/observed.ts';
import type { KeptStep } from '../evidence/step.ts';
import {
  type Budget,
  type BudgetLimits,
  createBudget,
  smtpLimits,
  standardLimits,
  sweepLimits,
} from './budgets/budget.ts';
import { type Clock, abortFailure, startDeadline, systemClock } from './deadline.ts';
import { errorCode } from './error-code.ts';
import { type Guard, canonicalAddress } from './guard/guard.ts';
import { parseAddressPort } from './address-port.ts';
import type { SharedBudgets } from './budgets/shared-budgets.ts';
import { trackSockets } from './sockets.ts';

/** A numeric address and a port, which share a budget: the dialer never resolves names. */
export interface DialPlace {
  address: string;
  port: number;
}

/** Where to connect, and for which host. */
export interface DialTarget extends DialPlace {
  /** The host name on whose behalf it connects, whose owner may have opted out; undefined: none. */
  host: string | undefined;
}

/** How to connect. */
export interface DialOptions {
  signal: AbortSignal;
  /** For the TCP handshake only; the signal limits the wait for the budget. */
  timeoutMs: number;
  /** Before others that wait for the same address and port. */
  first?: boolean;
  /** Part of a port sweep: it also counts in the budget of the whole address. */
  sweep?: boolean;
}

/** A TCP connection, or why there is none. Closing the socket releases its slot. */
export type Dialed = { ok: true; socket: Socket } | { ok: false; failure: NetFailure };

/** The state of one address and port's budget. */
export interface BudgetState {
  /** Sockets that may be open at once. */
  maxOpen: number;
  /** How many of these may be opened in advance. */
  maxPreopened: number;
  open: number;
  waiting: number;
}

/** The only opener of TCP connections in the engine: checks the guard, waits for the budget, verifies the peer. */
export interface Dialer {
  /** The socket has an error listener. */
  connect: (target: DialTarget, options: DialOptions) => Promise<Dialed>;
  /** The last accepted connection at a place: when, by the monotonic clock, and its connect time; null where there is none. */
  lastTaken: (place: DialPlace) => { atMs: number; tookMs: number } | null;
  /** Why an open connection may carry no more requests: its owner opted out, or the byte limit is reached; null where it may. */
  barred: (target: DialTarget) => NetFailure | null;
  /** Marks a connection as idle: `close` is called once others wait for its slot. Returns a function that takes it into use again. */
  rest: (place: DialPlace, close: () => void) => () => void;
  budget: (place: DialPlace) => BudgetState;
  /** Halves the budget of an address and port after it showed distress (refusal, time-out, 421, 429). */
  slowDown: (place: DialPlace) => void;
  /** Connections started so far, over all targets: each has sent a SYN. */
  readonly opened: number;
}

/** Long enough for a SYN and two retransmissions (after 1 s and 3 s, RFC 6298 section 2). */
export const firstConnectTimeoutMs = 3_300;

/** Most bytes that one audit reads over all connections. */
const maxAuditBytes = 32 * 1024 * 1024;

/** Dependencies; only tests and operators' budgets set limits, clock and maxBytes. */
export interface DialerOptions {
  guard: Guard;
  /** Address:port to address:port, applied after the guard. */
  dialMap: ReadonlyMap<string, string>;
  /** The audit's signal: aborting it destroys all open sockets. */
  signal: AbortSignal;
  /** The name on whose behalf a connection is refused because its owner opted out; null: none. */
  refuses?: (target: DialTarget) => string | null;
  limits?: BudgetLimits;
  /** Size limits of port sweeps; default: standard. */
  scanMode?: keyof typeof sweepLimits;
  maxBytes?: number;
  clock?: Clock;
  /** Budgets shared by all audits; absent: this audit only. */
  shared?: SharedBudgets;
}

const reasonByCode: Readonly<Record<string, NetFailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EMFILE: 'budget',
  ENFILE: 'budget',
};

/** A socket error as a network failure; unlisted codes are local: no route, no such family, forbidden by a firewall. */
export function socketFailure(error: Error, step: KeptStep): NetFailure {
  const code = errorCode(error);
  return netFailed(reasonByCode[code] ?? 'unreachable', 'step-failed', step, code);
}

/** The key of an address and port in budgets and dial maps. */
export const placeKey = ({ address, port }: DialPlace): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** The address to connect to after the operator's dial map; `*` covers all unnamed addresses except loopback. */
export function mappedTarget(dialMap: ReadonlyMap<string, string>, target: DialTarget): DialPlace {
  const others = isLoopback(target.address) ? undefined : dialMap.get('*');
  const mapped = dialMap.get(placeKey(target)) ?? dialMap.get(`${target.address}:${target.port}`) ?? others;
  return (mapped === undefined ? null : parseAddressPort(mapped)) ?? target;
}

/** Connects to a numeric address, so that no resolver is involved. */
function openSocket(target: DialPlace): Socket {
  const socket = connectTcp({
    host: target.address,
    port: target.port,
    noDelay: true,
    autoSelectFamily: false,
    lookup: (name, _options, done) => done(new Error(`Refused to look up ${name}`), '', 0),
  });
  // Readers and writers see later errors; without a listener they would crash the process.
  socket.on('error', () => {});
  return socket;
}

function connected(socket: Socket, where: string, signal: AbortSignal): Promise<NetFailure | null> {
  return new Promise((resolve) => {
    const settle = (failure: NetFailure | null): void => {
      signal.removeEventListener('abort', onAbort);
      socket.removeListener('error', onError);
      socket.removeListener('connect', onConnect);
      if (failure !== null) socket.destroy();
      resolve(failure);
    };
    const onAbort = (): void => settle(abortFailure(signal));
    const onError = (error: Error): void => settle(socketFailure(error, `connect(${where})`));
    const onConnect = (): void => settle(null);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    socket.on('error', onError);
    socket.on('connect', onConnect);
  });
}

/** The peer must be the requested address, not one substituted on the way. */
function verifyPeer(socket: Socket, wanted: DialPlace): NetFailure | null {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return netFailed('reset', 'closed-at-once');
  if (canonicalAddress(remoteAddress) === canonicalAddress(wanted.address)) return null;
  return netFailed('blocked', 'connected-elsewhere', remoteAddress, wanted.address);
}

/** Why a target must not be connected to; null where it may. */
export function barredBy(
  target: DialTarget,
  { guard, refuses = () => null }: Pick<DialerOptions, 'guard' | 'refuses'>,
): NetFailure | null {
  const verdict = guard.check(target.address);
  if (!verdict.allowed) return netFailed('blocked', 'address-refused', target.address, verdict.blockedBy);
  const optedOut = refuses(target);
  return optedOut === null ? null : netFailed('blocked', 'opted-out', optedOut);
}

/** Ports of mail servers, which block clients that connect often. */
const smtpPorts: ReadonlySet<number> = new Set([25, 465, 587]);

/** The budgets of an audit: per address and port, and per address for port sweeps. */
function createBudgets({ limits, scanMode = 'standard', clock = systemClock, shared }: DialerOptions) {
  const budgets = new Map<string, Budget>();
  const budgetFor = (key: string, initial: BudgetLimits): Budget => {
    const budget = budgets.get(key) ?? createBudget(initial, clock);
    budgets.set(key, budget);
    return budget;
  };
  const limitsOf = ({ port }: DialPlace): BudgetLimits =>
    smtpPorts.has(port) ? smtpLimits : (limits ?? standardLimits);
  const ofPlace = (place: DialPlace): Budget => budgetFor(placeKey(place), limitsOf(place));
  const sharedOf = (place: DialPlace): Budget[] =>
    shared === undefined ? [] : [shared.of(place.address, `port ${place.port}`, limitsOf(place))];
  // Sweeps of one mode together have the limit of that mode, and all together the limit of the largest mode.
  const sharedSweepsOf = ({ address }: DialPlace): Budget[] =>
    shared === undefined
      ? []
      : [...new Set([scanMode, 'deep'] as const)].map((mode) => shared.of(address, `sweep ${mode}`, sweepLimits[mode]));
  /** A slot in every budget that applies; null when the signal aborts first. */
  const acquire = async (target: DialTarget, options: DialOptions): Promise<(() => void) | null> => {
    const ofSweep = options.sweep === true ? [budgetFor(target.address, sweepLimits[scanMode])] : [];
    // Always in this order, so that audits cannot deadlock; shared budgets are looked up when their turn has come.
    const lines = [
      () => [...ofSweep, ofPlace(target)],
      () => (options.sweep === true ? sharedSweepsOf(target) : []),
      () => sharedOf(target),
    ];
    const held: (() => void)[] = [];
    const releaseAll = (): void => {
      for (const release of held) release();
    };
    for (const line of lines) {
      for (const budget of line()) {
        const release = await budget.acquire(options.signal, options);
        if (release === null) {
          releaseAll();
          return null;
        }
        held.push(release);
      }
    }
    return releaseAll;
  };
  /** An idle connection yields its slot to any waiting request, of this audit or another. */
  const rest = (place: DialPlace, close: () => void): (() => void) => {
    const resumed = [ofPlace(place), ...sharedOf(place)].map((budget) => budget.rest(close));
    return () => {
      for (const resume of resumed) resume();
    };
  };
  /** The state for this audit, whose connections are also limited by other audits. */
  const state = (place: DialPlace): ReturnType<Budget['state']> => {
    const own = ofPlace(place).state();
    const left = sharedOf(place).map((budget) => {
      const { maxOpen, open, waiting } = budget.state();
      return Math.max(0, maxOpen - open - waiting);
    });
    return { ...own, maxOpen: Math.min(own.maxOpen, ...left.map((free) => own.open + free)) };
  };
  return { ofPlace, acquire, rest, state };
}

/** The audit's dialer: one budget per address and port, one byte limit in total. */
export function createDialer(options: DialerOptions): Dialer {
  const { dialMap, signal: auditSignal, clock = systemClock, maxBytes = maxAuditBytes } = options;
  const budgets = createBudgets(options);
  const sockets = trackSockets(auditSignal);
  const taken = new Map<string, { atMs: number; tookMs: number }>();

  const barred = (target: DialTarget): NetFailure | null => {
    const refused = barredBy(target, options);
    if (refused !== null) return refused;
    if (auditSignal.aborted) return abortFailure(auditSignal);
    return sockets.bytesRead() >= maxBytes ? netFailed('budget', 'bytes-used-up', maxBytes) : null;
  };
  const connect: Dialer['connect'] = async (target, dialing) => {
    const { signal, timeoutMs } = dialing;
    const refused = barredBy(target, options);
    if (refused !== null) return { ok: false, failure: refused };
    if (auditSignal.aborted) return { ok: false, failure: abortFailure(auditSignal) };
    const release = await budgets.acquire(target, dialing);
    if (release === null) return { ok: false, failure: abortFailure(signal) };
    // Waiting for a slot takes time, in which an owner may have opted out.
    const refusedSince = barred(target);
    if (refusedSince !== null) {
      release();
      return { ok: false, failure: refusedSince };
    }
    const wanted = mappedTarget(dialMap, target);
    using deadline = startDeadline(signal, { name: `connect(${placeKey(target)})`, timeoutMs, clock });
    const startMs = performance.now();
    const socket = openSocket(wanted);
    sockets.add(socket, release);
    const failure = (await connected(socket, placeKey(target), deadline.signal)) ?? verifyPeer(socket, wanted);
    if (failure === null) {
      const atMs = performance.now();
      taken.set(placeKey(target), { atMs, tookMs: atMs - startMs });
      return { ok: true, socket };
    }
    taken.delete(placeKey(target));
    socket.destroy();
    release();
    return { ok: false, failure };
  };

  return {
    connect,
    lastTaken: (place) => taken.get(placeKey(place)) ?? null,
    barred,
    rest: budgets.rest,
    budget: (target) => {
      const state = budgets.state(target);
      return { ...state, maxPreopened: Math.floor(state.maxOpen / 2) };
    },
    slowDown: (target) => budgets.ofPlace(target).slowDown(),
    get opened() {
      return sockets.opened;
    },
  };
}
