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

/** A numeric address and a port, which share one budget: names are never looked up by the dialer. */
export interface DialPlace {
  address: string;
  port: number;
}

/** Where to connect, and for whom. */
export interface DialTarget extends DialPlace {
  /** The name on whose behalf it is reached, which its owner may have opted out; undefined: there is none. */
  host: string | undefined;
}

/** How to connect. */
export interface DialOptions {
  signal: AbortSignal;
  /** For the TCP handshake alone; waiting for the budget is bounded by the signal. */
  timeoutMs: number;
  /** Before those that wait for the same address and port. */
  first?: boolean;
  /** One of many ports of the address: counts in the budget of the whole address too. */
  sweep?: boolean;
}

/** A TCP connection, or the reason there is none. Closing the socket gives its place in the budget back. */
export type Dialed = { ok: true; socket: Socket } | { ok: false; failure: NetFailure };

/** What the politeness budget of one address and port has left. */
export interface BudgetState {
  /** Sockets that may be open at once. */
  maxOpen: number;
  /** Of these, how many may be opened ahead of need. */
  maxPreopened: number;
  open: number;
  waiting: number;
}

/** The only thing in the engine that opens TCP connections: checks the guard, waits for the budget, verifies the peer. */
export interface Dialer {
  /** The socket has an error listener. */
  connect: (target: DialTarget, options: DialOptions) => Promise<Dialed>;
  /** The last connection that a place took: when, by the monotonic clock, and how long it took; null where it took none. */
  lastTaken: (place: DialPlace) => { atMs: number; tookMs: number } | null;
  /** Why a connection that stands may carry no more requests: an owner who opted out since, or all bytes read; null where it may. */
  barred: (target: DialTarget) => NetFailure | null;
  /** Says that a connection is idle: `close` is called once others wait for its place. Returns what takes it into use again. */
  rest: (place: DialPlace, close: () => void) => () => void;
  budget: (place: DialPlace) => BudgetState;
  /** Halves the budget of an address and port after it showed distress (refusal, time-out, 421, 429). */
  slowDown: (place: DialPlace) => void;
  /** Connections begun so far, over all targets: each has cost its target a SYN. */
  readonly opened: number;
}

/** A SYN and two retransmissions (after 1 s and 3 s, RFC 6298 section 2) get their chance to be answered. */
export const firstConnectTimeoutMs = 3_300;

/** Bytes that one audit reads over all its connections. */
const maxAuditBytes = 32 * 1024 * 1024;

/** All that a dialer is made of; limits, clock and maxBytes are given only by tests and by operators' budgets. */
export interface DialerOptions {
  guard: Guard;
  /** Address:port to address:port, applied after the guard. */
  dialMap: ReadonlyMap<string, string>;
  /** The audit's signal: all sockets that are still open when it aborts are destroyed. */
  signal: AbortSignal;
  /** The name on whose behalf a connection is refused because its owner opted out; null where it may be made. */
  refuses?: (target: DialTarget) => string | null;
  limits?: BudgetLimits;
  /** How far sweeps may go; default: standard. */
  scanMode?: keyof typeof sweepLimits;
  maxBytes?: number;
  clock?: Clock;
  /** Budgets that hold over all audits; absent: this audit's alone. */
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

/** A socket error as a network failure; codes without a row are local: no route, no such family, forbidden by a firewall. */
export function socketFailure(error: Error, step: KeptStep): NetFailure {
  const code = errorCode(error);
  return netFailed(reasonByCode[code] ?? 'unreachable', 'step-failed', step, code);
}

/** An address and port in one text, as budgets and dial maps name them. */
export const placeKey = ({ address, port }: DialPlace): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** Where a target is reached: elsewhere, where the operator's dial map says so; `*` stands for all but loopback that it does not name. */
export function mappedTarget(dialMap: ReadonlyMap<string, string>, target: DialTarget): DialPlace {
  const others = isLoopback(target.address) ? undefined : dialMap.get('*');
  const mapped = dialMap.get(placeKey(target)) ?? dialMap.get(`${target.address}:${target.port}`) ?? others;
  return (mapped === undefined ? null : parseAddressPort(mapped)) ?? target;
}

/** Connects to a numeric address; a resolver can never be asked from here. */
function openSocket(target: DialPlace): Socket {
  const socket = connectTcp({
    host: target.address,
    port: target.port,
    noDelay: true,
    autoSelectFamily: false,
    lookup: (name, _options, done) => done(new Error(`Refused to look up ${name}`), '', 0),
  });
  // Errors after the connection are seen by anyone who reads or writes; without a listener they would end the process.
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

/** The peer must be the address that was asked for, not what something on the way made of it. */
function verifyPeer(socket: Socket, wanted: DialPlace): NetFailure | null {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return netFailed('reset', 'closed-at-once');
  if (canonicalAddress(remoteAddress) === canonicalAddress(wanted.address)) return null;
  return netFailed('blocked', 'connected-elsewhere', remoteAddress, wanted.address);
}

/** Why a target may not be reached at all; null where it may. */
export function barredBy(
  target: DialTarget,
  { guard, refuses = () => null }: Pick<DialerOptions, 'guard' | 'refuses'>,
): NetFailure | null {
  const verdict = guard.check(target.address);
  if (!verdict.allowed) return netFailed('blocked', 'address-refused', target.address, verdict.blockedBy);
  const optedOut = refuses(target);
  return optedOut === null ? null : netFailed('blocked', 'opted-out', optedOut);
}

/** Ports of mail exchangers and of submission, where clients that knock often are cut off. */
const smtpPorts: ReadonlySet<number> = new Set([25, 465, 587]);

/** The budgets of an audit: of each address and port, and of each address for sweeps over its ports. */
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
  // Sweeps of one mode together are held to what one of that mode may, and all together to what one of any mode may.
  const sharedSweepsOf = ({ address }: DialPlace): Budget[] =>
    shared === undefined
      ? []
      : [...new Set([scanMode, 'deep'] as const)].map((mode) => shared.of(address, `sweep ${mode}`, sweepLimits[mode]));
  /** A place in every budget that the connection counts in; null when the signal aborts first. */
  const acquire = async (target: DialTarget, options: DialOptions): Promise<(() => void) | null> => {
    const ofSweep = options.sweep === true ? [budgetFor(target.address, sweepLimits[scanMode])] : [];
    // Always in this order, so that no two audits wait for each other; shared ones are looked up when their turn has come.
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
  /** An idle connection gives its place up to whoever waits, of this audit or of another. */
  const rest = (place: DialPlace, close: () => void): (() => void) => {
    const resumed = [ofPlace(place), ...sharedOf(place)].map((budget) => budget.rest(close));
    return () => {
      for (const resume of resumed) resume();
    };
  };
  /** Of this audit, which can open no more than other audits leave. */
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

/** The audit's dialer: one budget for each address and port, one cap on bytes over all of them. */
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
    // Waiting for a place takes time, and owners may have spoken since.
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
