import type { Clock } from '../deadline.ts';

/** The load allowed on one address and port. */
export interface BudgetLimits {
  /** Sockets open at once. */
  maxOpen: number;
  /** New connections a second, on average. */
  perSecond: number;
  /** New connections that may come at once after a pause. */
  burst: number;
}

/** The standard budget: a load that a modern target does not notice. */
export const standardLimits: BudgetLimits = { maxOpen: 8, perSecond: 25, burst: 16 };

/** Requests to one address and port over kept connections, which take no slots. */
export const requestLimits: BudgetLimits = { maxOpen: Number.MAX_SAFE_INTEGER, perSecond: 32, burst: 32 };

/** Connections of a port sweep to one address, over all its ports. */
export const sweepLimits: Readonly<Record<'standard' | 'deep', BudgetLimits>> = {
  standard: { maxOpen: 16, perSecond: 64, burst: 32 },
  deep: { maxOpen: 100, perSecond: 1_000, burst: 100 },
};

/** Mail exchangers block clients that connect more often. */
export const smtpLimits: BudgetLimits = { maxOpen: 2, perSecond: 5, burst: 5 };

/** The politeness budget of one address and port. */
export interface Budget {
  /**
   * Resolves to a function that releases the slot, or to null when the signal aborts first. Urgent requests come first;
   * otherwise first come, first served.
   */
  acquire: (signal: AbortSignal, options?: { first?: boolean | undefined }) => Promise<(() => void) | null>;
  /**
   * Keeps the slot of an idle connection: `close` is called once others wait for a slot, except for the few that stay.
   * Returns a function that takes it into use again.
   */
  rest: (close: () => void) => () => void;
  /** Halves slots, rate and burst, each down to one. */
  slowDown: () => void;
  /** Credits the tokens earned so far; call it before and after function-valued limits change. */
  settle: () => void;
  /** Slots of reclaimable idle connections do not count as open. */
  state: () => { maxOpen: number; open: number; waiting: number };
  /** Slots in use or idle. */
  readonly taken: number;
}

const halved = (value: number): number => (value < 1 ? value : Math.max(1, Math.floor(value / 2)));

/** Tokens accrue continuously; exact arithmetic would wait forever on 0.9999 of one. */
const almostOne = 1 - 1e-9;

/** Connections that may be opened now: tokens accrue continuously, from a start time, up to the burst. */
function createTokens(clock: Clock, limits: () => BudgetLimits, sinceMs: () => number) {
  let tokens = 0;
  let refilledAtMs = -Infinity;
  return {
    refill: (): void => {
      const { burst, perSecond } = limits();
      const nowMs = clock.nowMs();
      // At rate 0 no tokens accrue, and that time is not credited later.
      const earned = perSecond === 0 ? 0 : ((nowMs - Math.max(refilledAtMs, sinceMs())) / 1000) * perSecond;
      tokens = Math.min(burst, tokens + earned);
      if (perSecond > 0) refilledAtMs = nowMs;
    },
    take: (): void => {
      tokens = Math.max(0, tokens - 1);
    },
    hasOne: (): boolean => tokens >= almostOne,
    nextInMs: (): number => Math.ceil(((1 - tokens) / limits().perSecond) * 1000),
  };
}

type Grant = (release: () => void) => void;

/** The queue for slots: urgent requests first, each group in order. */
function createQueue() {
  const urgent = new Set<Grant>();
  const others = new Set<Grant>();
  return {
    of: (first: boolean): Set<Grant> => (first ? urgent : others),
    /** Removes the next request from the queue. */
    next: (): Grant | undefined => {
      const queue = urgent.size > 0 ? urgent : others;
      const [grant] = queue;
      if (grant !== undefined) queue.delete(grant);
      return grant;
    },
    get size() {
      return urgent.size + others.size;
    },
  };
}

/** Waits in a queue that is served after every change; null when the signal aborts first. */
function waitIn(queue: Set<Grant>, signal: AbortSignal, serve: () => void): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    const grant: Grant = (release) => {
      signal.removeEventListener('abort', onAbort);
      resolve(release);
    };
    const onAbort = (): void => {
      queue.delete(grant);
      resolve(null);
      serve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue.add(grant);
    serve();
  });
}

/** Slots of idle connections, and those asked to close that have not closed yet. */
function createIdlePlaces() {
  const idle = new Set<() => void>();
  let closing = 0;
  return {
    add: (close: () => void): void => void idle.add(close),
    remove: (close: () => void): void => void idle.delete(close),
    released: (): void => {
      closing = Math.max(0, closing - 1);
    },
    /** Closes the oldest ones for waiting requests while `stay` remain; beyond the limit it closes those too. */
    closeFor: (waiting: number, beyond: number, staying: number): void => {
      const wanted = Math.max(Math.min(waiting - closing, idle.size - staying), beyond - closing, 0);
      for (const close of [...idle].slice(0, wanted)) {
        // A connection that closes synchronously triggers the queue, which may have closed the next one.
        if (!idle.delete(close)) continue;
        closing += 1;
        close();
      }
    },
    get size() {
      return idle.size;
    },
  };
}

/**
 * Idle connections kept while others wait: the next request would reopen one, and an inventory, which the rate limits,
 * would gain nothing by the slot. With few slots none is kept.
 */
const stayingOf = ({ maxOpen }: BudgetLimits): number => Math.floor((maxOpen * 3) / 8);

/** The limits halved this many times. */
function slowed({ maxOpen, perSecond, burst }: BudgetLimits, times: number): BudgetLimits {
  if (times === 0) return { maxOpen, perSecond, burst };
  return slowed({ maxOpen: halved(maxOpen), perSecond: halved(perSecond), burst: halved(burst) }, times - 1);
}

/** After this many halvings nothing changes any more. */
const mostHalvings = 53;

/**
 * A budget of slots and a token bucket of new connections, which starts full. limits: a function where they change;
 * sinceMs: start of the accrual of tokens.
 */
export function createBudget(
  initial: BudgetLimits | (() => BudgetLimits),
  clock: Clock,
  sinceMs: () => number = () => -Infinity,
): Budget {
  let halvings = 0;
  const limits = (): BudgetLimits => slowed(typeof initial === 'function' ? initial() : initial, halvings);
  let open = 0;
  const tokens = createTokens(clock, limits, sinceMs);
  let cancelTimer: (() => void) | null = null;
  const waiting = createQueue();
  const idle = createIdlePlaces();
  const isFull = (): boolean => open >= limits().maxOpen;

  const takePlace = (): (() => void) => {
    open += 1;
    tokens.take();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      open -= 1;
      idle.released();
      serve();
    };
  };
  const serve = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    tokens.refill();
    while (waiting.size > 0 && !isFull() && tokens.hasOne()) waiting.next()?.(takePlace());
    // Closing releases slots, and each release serves the queue again.
    if (isFull()) idle.closeFor(waiting.size, open - limits().maxOpen, stayingOf(limits()));
    else if (waiting.size > 0) cancelTimer = clock.schedule(tokens.nextInMs(), serve);
  };
  return {
    acquire: (signal, { first = false } = {}) => waitIn(waiting.of(first), signal, serve),
    rest: (close) => {
      idle.add(close);
      if (waiting.size > 0) serve();
      return () => idle.remove(close);
    },
    slowDown: () => {
      tokens.refill();
      halvings = Math.min(mostHalvings, halvings + 1);
      serve();
    },
    settle: serve,
    state: () => ({
      maxOpen: limits().maxOpen,
      open: open - Math.max(0, idle.size - stayingOf(limits())),
      waiting: waiting.size,
    }),
    get taken() {
      return open;
    },
  };
}
