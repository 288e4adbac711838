import { type Clock, systemClock } from '../deadline.ts';

/** Parts of the budgets of an address: two, because the smallest limit is two connections. */
export type Parts = 0 | 1 | 2;
export const allParts = 2;

/** A process's request for an address that it uses or waits for. */
export interface LeaseRequest {
  address: string;
  /** Granted parts that it still needs. */
  keep: Parts;
}

/** A process's grant for an address. */
export interface LeaseGrant {
  address: string;
  parts: Parts;
  /** Number of parts to shrink or grow to: fewer where others wait. */
  aim: Parts;
  /** No other process uses the address or waits for it. */
  isAlone: boolean;
}

/** Requests and renews all leases of a process at once; what is released is free at once. Rejects where the ledger is unavailable. */
export type RenewLeases = (
  requests: readonly LeaseRequest[],
  released: readonly string[],
) => Promise<readonly LeaseGrant[]>;

/** The budgets that use a lease. */
export interface LeaseUsers {
  /** Credits the tokens earned so far, and serves the queue. */
  settle: () => void;
  /** Whether the open connections fit into this many parts. */
  fits: (parts: Parts) => boolean;
  isIdle: () => boolean;
}

/** The lease of an address: the share of its budgets that this process may use now. */
export interface Lease {
  parts: () => Parts;
  /** Start of the accrual of tokens: others may have used up earlier ones. */
  sinceMs: () => number;
  /** Marks the lease as about to be used. */
  use: () => void;
  /** It was released, and a new one is needed. */
  isOver: () => boolean;
}

/** The leases of a process, by canonical address. */
export interface Leases {
  lease: (address: string, users: LeaseUsers) => Lease;
  stop: () => void;
}

/** How long a lease is valid without renewal: the parts of a dead process are unavailable for this time. */
export const leaseMs = 5_000;
const renewMs = 500;

/** An unused address is released after this time: by then each of its rates has refilled to its burst. */
const idleMs = 2_000;

interface Held {
  address: string;
  users: LeaseUsers;
  granted: Parts;
  /** Granted parts in use; fewer while others wait. */
  used: Parts;
  untilMs: number;
  sinceMs: number;
  usedAtMs: number;
  isOver: boolean;
}

const allLower: Readonly<Record<Parts, readonly Parts[]>> = { 0: [0], 1: [0, 1], 2: [0, 1, 2] };

/** The parts that a process needs: those in use, and those that its open connections exceed them by. */
const keptOf = ({ users, granted, used }: Held): Parts =>
  allLower[granted].find((parts) => parts >= used && users.fits(parts)) ?? granted;

/** Applies a grant; true where the process can already release parts. */
function take(held: Held, { parts, aim, isAlone }: LeaseGrant, sentAtMs: number, nowMs: number): boolean {
  held.users.settle();
  const before = nowMs < held.untilMs ? held.used : 0;
  held.granted = parts;
  held.used = parts < aim ? parts : aim;
  if (before === 0) held.sinceMs = isAlone ? -Infinity : nowMs;
  held.untilMs = sentAtMs + leaseMs;
  held.users.settle();
  return keptOf(held) < parts;
}

const newHeld = (address: string, users: LeaseUsers, nowMs: number): Held => ({
  address,
  users,
  granted: 0,
  used: 0,
  untilMs: -Infinity,
  sinceMs: -Infinity,
  usedAtMs: nowMs,
  isOver: false,
});

const leaseOf = (held: Held, clock: Clock): Lease => ({
  parts: () => (clock.nowMs() < held.untilMs ? held.used : 0),
  sinceMs: () => held.sinceMs,
  use: () => {
    held.usedAtMs = clock.nowMs();
  },
  isOver: () => held.isOver,
});

/** Removes leases that were unused for a while. */
function releaseIdle(all: Map<string, Held>, nowMs: number): string[] {
  const idle = [...all.values()].filter((held) => {
    if (!held.users.isIdle()) held.usedAtMs = nowMs;
    return nowMs - held.usedAtMs >= idleMs;
  });
  for (const held of idle) {
    held.isOver = true;
    all.delete(held.address);
  }
  return idle.map(({ address }) => address);
}

/** Renews all leases in one statement; true where the process can already release parts. */
async function renewAll(all: Map<string, Held>, renew: RenewLeases, clock: Clock): Promise<boolean> {
  const sentAtMs = clock.nowMs();
  const released = releaseIdle(all, sentAtMs);
  const requests = [...all.values()].map((held) => ({ address: held.address, keep: keptOf(held) }));
  const isLess = (await renew(requests, released)).map((grant) => {
    const held = all.get(grant.address);
    return held !== undefined && take(held, grant, sentAtMs, clock.nowMs());
  });
  return isLess.includes(true);
}

/**
 * Leases over a ledger that all processes share. One statement for all addresses of the process, at once for a new
 * address, else twice a second; opening a connection needs none. A lease that cannot be renewed expires, and its
 * connections wait.
 */
export function createLeases(
  renew: RenewLeases,
  onTrouble: (error: unknown) => void,
  clock: Clock = systemClock,
): Leases {
  const all = new Map<string, Held>();
  let cancelTimer: (() => void) | null = null;
  let isRenewing = false;
  let isSoon = false;
  let isStopped = false;

  const schedule = (delayMs: number): void => {
    cancelTimer?.();
    cancelTimer = isStopped || all.size === 0 ? null : clock.schedule(delayMs, () => void turn());
  };
  const turn = async (): Promise<void> => {
    if (isRenewing || isStopped) return;
    isRenewing = true;
    isSoon = false;
    try {
      if (await renewAll(all, renew, clock)) isSoon = true;
    } catch (error) {
      onTrouble(error);
      isSoon = false;
    }
    isRenewing = false;
    schedule(isSoon ? 0 : renewMs);
  };
  return {
    lease: (address, users) => {
      const held = newHeld(address, users, clock.nowMs());
      all.set(address, held);
      isSoon = true;
      if (!isRenewing) schedule(0);
      return leaseOf(held, clock);
    },
    stop: () => {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
