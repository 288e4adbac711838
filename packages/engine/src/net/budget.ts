import type { Clock } from './deadline.ts';

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

/** Mail exchangers cut off clients that knock more often. */
export const smtpLimits: BudgetLimits = { maxOpen: 2, perSecond: 5, burst: 5 };

/** The politeness budget of one address and port. */
export interface Budget {
  /** Resolves to a function that gives the place back, or to null when the signal aborts first. First come, first served. */
  acquire: (signal: AbortSignal) => Promise<(() => void) | null>;
  /** Halves places, rate and burst, each down to one. */
  slowDown: () => void;
  state: () => { maxOpen: number; open: number; waiting: number };
}

const halved = (value: number): number => Math.max(1, Math.floor(value / 2));

/** Tokens come continuously; exact arithmetic would wait for ever on 0.9999 of one. */
const almostOne = 1 - 1e-9;

/** New connections that may be made by now: they come continuously, up to the burst. */
function createTokens(clock: Clock, limits: () => BudgetLimits) {
  let tokens = limits().burst;
  let refilledAtMs = clock.nowMs();
  return {
    refill: (): void => {
      const nowMs = clock.nowMs();
      tokens = Math.min(limits().burst, tokens + ((nowMs - refilledAtMs) / 1000) * limits().perSecond);
      refilledAtMs = nowMs;
    },
    take: (): void => {
      tokens = Math.max(0, tokens - 1);
    },
    hasOne: (): boolean => tokens >= almostOne,
    nextInMs: (): number => Math.ceil(((1 - tokens) / limits().perSecond) * 1000),
  };
}

/** A budget of places (returned on release) and a token bucket of new connections. */
export function createBudget(initial: BudgetLimits, clock: Clock): Budget {
  let limits = initial;
  let open = 0;
  const tokens = createTokens(clock, () => limits);
  let cancelTimer: (() => void) | null = null;
  const waiting = new Set<(release: () => void) => void>();

  const takePlace = (): (() => void) => {
    open += 1;
    tokens.take();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      open -= 1;
      serve();
    };
  };
  const serve = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    tokens.refill();
    for (const grant of waiting) {
      if (open >= limits.maxOpen || !tokens.hasOne()) break;
      waiting.delete(grant);
      grant(takePlace());
    }
    if (waiting.size === 0 || open >= limits.maxOpen) return;
    cancelTimer = clock.schedule(tokens.nextInMs(), serve);
  };

  return {
    acquire: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const grant = (release: () => void): void => {
          signal.removeEventListener('abort', onAbort);
          resolve(release);
        };
        const onAbort = (): void => {
          waiting.delete(grant);
          resolve(null);
          serve();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(grant);
        serve();
      }),
    slowDown: () => {
      tokens.refill();
      limits = { maxOpen: halved(limits.maxOpen), perSecond: halved(limits.perSecond), burst: halved(limits.burst) };
      serve();
    },
    state: () => ({ maxOpen: limits.maxOpen, open, waiting: waiting.size }),
  };
}
