import type { Socket } from 'node:net';
import type { NetFailure } from '../../evidence/observed.ts';
import {
  type BudgetState,
  type Dialed,
  type Dialer,
  type DialTarget,
  firstConnectTimeoutMs,
} from '../../net/dialer.ts';
import type { Upgraded } from '../../net/starttls.ts';

/** Sockets to one address and port, some opened in advance: an attempt then takes one round trip instead of two. */
export interface Pool {
  /** The oldest preopened socket, else a new one; stale: it was idle so long that the server may have closed it. */
  take: () => Promise<{ dialed: Dialed; stale: boolean }>;
  /** Opens one socket for the next attempt; returns why there is none. */
  prime: () => Promise<NetFailure | null>;
  /** Number of running sequences of attempts: each needs another socket after its answer. */
  expect: (chains: number) => void;
  /** Stops opening sockets in advance. */
  calm: () => void;
  /** Closes preopened sockets, because idle ones may exceed a limit of the server. */
  drop: () => void;
  /** Free slots in the budget, including preopened sockets. */
  idle: () => number;
  /** Sockets opened so far. */
  readonly opened: number;
  close: () => void;
}

/** A socket that was idle for longer may end by the server's time-out, which is no answer. */
const staleAfterMs = 1_500;

/** Sockets that wait for their attempt, the oldest first. */
function createQueue() {
  const waiting: { dialed: Promise<Dialed>; sinceMs: number }[] = [];
  return {
    add: (dialed: Promise<Dialed>): void => void waiting.push({ dialed, sinceMs: performance.now() }),
    takeOldest: (): { dialed: Promise<Dialed>; stale: boolean } | undefined => {
      const oldest = waiting.shift();
      return oldest && { dialed: oldest.dialed, stale: performance.now() - oldest.sinceMs > staleAfterMs };
    },
    drop: (): void => {
      for (const { dialed } of waiting.splice(0)) void dialed.then((one) => one.ok && one.socket.destroySoon());
    },
    get length() {
      return waiting.length;
    },
  };
}

/** The target of a pool's sockets, and the protocol before TLS. */
export interface PoolOptions {
  dialer: Dialer;
  target: DialTarget;
  signal: AbortSignal;
  /** Runs a protocol up to its STARTTLS; absent where the port starts with TLS. */
  upgrade?: ((socket: Socket, signal: AbortSignal) => Promise<Upgraded>) | undefined;
}

async function openFor({ dialer, target, signal, upgrade }: PoolOptions): Promise<Dialed> {
  const dialed = await dialer.connect(target, { signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok || upgrade === undefined) return dialed;
  const upgraded = await upgrade(dialed.socket, signal);
  if (upgraded.ok) return dialed;
  dialed.socket.destroySoon();
  return upgraded;
}

const freePlaces = ({ maxOpen, open, waiting }: BudgetState): number => maxOpen - open - waiting;

/** A pool over the dialer, which alone opens sockets and limits their number. */
export function createPool(options: PoolOptions): Pool {
  const { dialer, target, signal } = options;
  const ahead = createQueue();
  let wanted = 0;
  let wasReached = false;
  let isCalm = false;
  let opened = 0;

  const open = async (): Promise<Dialed> => {
    opened += 1;
    const dialed = await openFor(options);
    if (!dialed.ok) return dialed;
    wasReached = true;
    // A slot that becomes free is used at once for the next attempt of a sequence.
    dialed.socket.once('close', topUp);
    topUp();
    return dialed;
  };
  const hasRoom = (): boolean => {
    if (isCalm || !wasReached || signal.aborted) return false;
    const { maxOpen, maxPreopened, open: inUse, waiting } = dialer.budget(target);
    return waiting === 0 && inUse < maxOpen && ahead.length < Math.min(maxPreopened, wanted);
  };
  const topUp = (): void => {
    while (hasRoom()) ahead.add(open());
  };

  return {
    take: async () => {
      const oldest = ahead.takeOldest();
      const pending = oldest?.dialed ?? open();
      topUp();
      return { dialed: await pending, stale: oldest?.stale ?? false };
    },
    prime: async () => {
      const dialed = await open();
      if (!dialed.ok) return dialed.failure;
      ahead.add(Promise.resolve(dialed));
      return null;
    },
    expect: (chains) => {
      wanted = chains;
      topUp();
    },
    calm: () => {
      isCalm = true;
      ahead.drop();
    },
    drop: () => ahead.drop(),
    idle: () => freePlaces(dialer.budget(target)) + ahead.length,
    get opened() {
      return opened;
    },
    close: () => {
      wanted = 0;
      ahead.drop();
    },
  };
}
