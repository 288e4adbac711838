import { type Clock, systemClock } from '../deadline.ts';

/** Parts of the budgets of an address: two, because the smallest limit is two connections. */
export type Parts = 0 | 1 | 2;
export const allParts = 2;

/** What a process says about an address that it uses or wants to use. */
export interface LeaseRequest {
  address: string;
  /** Parts that it still needs of those that it was granted. */
  keep: Parts;
}

/** What a process has of an address. */
export interface LeaseGrant {
  address: string;
  parts: Parts;
  /** To how many parts it is to come: fewer where others wait. */
  aim: Parts;
  /** Nobody else uses the address or waits for it. */
  isAlone: boolean;
}

/** Asks for leases and renews them, all of a process at once; what is released is free at once. Rejects where the ledger is away. */
export type RenewLeases = (
  requests: readonly LeaseRequest[],
  released: readonly string[],
) => Promise<readonly LeaseGrant[]>;

/** What uses an address. */
export interface LeaseUsers {
  /** Counts what came in so far, and serves those who wait. */
  settle: () => void;
  /** Whether what is open could be open with so many parts. */
  fits: (parts: Parts) => boolean;
  isIdle: () => boolean;
}

/** The lease of an address: how much of its budgets this process may use now. */
export interface Lease {
  parts: () => Parts;
  /** From when on rates count: before, others may have used them up. */
  sinceMs: () => number;
  /** Says that it is about to be used. */
  use: () => void;
  /** It was given back, and a new one is needed. */
  isOver: () => boolean;
}

/** The leases of a process, by canonical address. */
export interface Leases {
  lease: (address: string, users: LeaseUsers) => Lease;
  stop: () => void;
}

/** How long a lease holds without being renewed: so long the parts of a process that died are missed. */
export const leaseMs = 5_000;
const renewMs = 500;

/** An address is given back when nobody used it for so long: by then each of its rates has come to its burst again. */
const idleMs = 2_000;

interface Held {
  address: string;
  users: LeaseUsers;
  granted: Parts;
  /** What is used of what was granted; less while others wait. */
  used: Parts;
  untilMs: number;
  sinceMs: number;
  usedAtMs: number;
  isOver: boolean;
}

const allLower: Readonly<Record<Parts, readonly Parts[]>> = { 0: [0], 1: [0, 1], 2: [0, 1, 2] };

/** What a process needs of an address: all that it uses, and what its open connections have beyond that. */
const keptOf = ({ users, granted, used }: Held): Parts =>
  allLower[granted].find((parts) => parts >= used && users.fits(parts)) ?? granted;

/** Takes over what was granted; true where the process can already do with less. */
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

/** Takes out what nobody used for a while. */
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

/** Renews all leases in one statement; true where the process can already do with less than it was granted. */
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
 * Leases over a ledger that all processes share. One statement for all addresses of the process, at once where a new address is
 * wanted, else twice a second: connections themselves ask nobody. A lease that cannot be renewed ends, and its connections wait.
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
