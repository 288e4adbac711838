import type { Clock } from '../deadline.ts';

/** How hard one address and port may be worked. */
export interface BudgetLimits {
  /** Sockets open at once. */
  maxOpen: number;
  /** New connections a second, on average. */
  perSecond: number;
  /** New connections that may come at once after a pause. */
  burst: number;
}

/** The standard budget: what a modern target takes without noticing. */
export const standardLimits: BudgetLimits = { maxOpen: 8, perSecond: 25, burst: 16 };

/** Requests to one address and port over kept connections; they hold no places. */
export const requestLimits: BudgetLimits = { maxOpen: Number.MAX_SAFE_INTEGER, perSecond: 32, burst: 32 };

/** Connections of a sweep to one address, over all its ports. */
export const sweepLimits: Readonly<Record<'standard' | 'deep', BudgetLimits>> = {
  standard: { maxOpen: 16, perSecond: 64, burst: 32 },
  deep: { maxOpen: 100, perSecond: 1_000, burst: 100 },
};

/** Mail exchangers cut off clients that knock more often. */
export const smtpLimits: BudgetLimits = { maxOpen: 2, perSecond: 5, burst: 5 };

/** The politeness budget of one address and port. */
export interface Budget {
  /**
   * Resolves to a function that gives the place back, or to null when the signal aborts first. Those who ask to be first come
   * before the others; among equals it is first come, first served.
   */
  acquire: (signal: AbortSignal, options?: { first?: boolean | undefined }) => Promise<(() => void) | null>;
  /**
   * Keeps a place whose connection is idle: `close` is called once others wait for a place, but for the few that stay. Returns
   * what takes it into use again.
   */
  rest: (close: () => void) => () => void;
  /** Halves places, rate and burst, each down to one. */
  slowDown: () => void;
  /** Counts what came in so far; to be called before and after limits change that are given as a function. */
  settle: () => void;
  /** Places of idle connections that can be had do not count as open. */
  state: () => { maxOpen: number; open: number; waiting: number };
  /** Places that are taken, those of idle connections included. */
  readonly taken: number;
}

const halved = (value: number): number => (value < 1 ? value : Math.max(1, Math.floor(value / 2)));

/** Tokens come continuously; exact arithmetic would wait for ever on 0.9999 of one. */
const almostOne = 1 - 1e-9;

/** New connections that may be made by now: they come continuously, from some moment on, up to the burst. */
function createTokens(clock: Clock, limits: () => BudgetLimits, sinceMs: () => number) {
  let tokens = 0;
  let refilledAtMs = -Infinity;
  return {
    refill: (): void => {
      const { burst, perSecond } = limits();
      const nowMs = clock.nowMs();
      // Nothing comes in without a rate; that time does not count later either.
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

/** Those who wait for a place: the urgent ones before the others, each in their order. */
function createQueue() {
  const urgent = new Set<Grant>();
  const others = new Set<Grant>();
  return {
    of: (first: boolean): Set<Grant> => (first ? urgent : others),
    /** Takes the next out of the queue. */
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

/** Places whose connections are idle, and those that were told to close and have not done so yet. */
function createIdlePlaces() {
  const idle = new Set<() => void>();
  let closing = 0;
  return {
    add: (close: () => void): void => void idle.add(close),
    remove: (close: () => void): void => void idle.delete(close),
    released: (): void => {
      closing = Math.max(0, closing - 1);
    },
    /** Closes the oldest for those who wait, as long as so many stay; beyond the limit it closes whatever stays. */
    closeFor: (waiting: number, beyond: number, staying: number): void => {
      const wanted = Math.max(Math.min(waiting - closing, idle.size - staying), beyond - closing, 0);
      for (const close of [...idle].slice(0, wanted)) {
        // One that closes at once has the queue served again, which may have closed the next.
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
 * Idle connections that stay though others wait: the next request would open one again, and an inventory, whose rate is what
 * holds it back, would have gained nothing by the place. Of few places none stays.
 */
const stayingOf = ({ maxOpen }: BudgetLimits): number => Math.floor((maxOpen * 3) / 8);

/** The same limits, halved so often. */
function slowed({ maxOpen, perSecond, burst }: BudgetLimits, times: number): BudgetLimits {
  if (times === 0) return { maxOpen, perSecond, burst };
  return slowed({ maxOpen: halved(maxOpen), perSecond: halved(perSecond), burst: halved(burst) }, times - 1);
}

/** Halving changes nothing any more after so many times. */
const mostHalvings = 53;

/**
 * A budget of places (returned on release) and a token bucket of new connections, which is full at the start. limits may change
 * where they are a function; sinceMs: from when on tokens come in.
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
    // Closing gives places back, and with each the queue is served again.
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
