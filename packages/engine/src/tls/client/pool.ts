import type { Socket } from 'node:net';
import type { Dialed, Dialer, DialTarget } from '../../net/dialer.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import type { Upgraded } from '../../net/starttls.ts';

/** Connections to one address and port, some of them opened ahead of need: then a question costs one round trip, not two. */
export interface Pool {
  /** The oldest connection that was opened ahead, else a new one; stale: it waited so long that the server may have gone. */
  take: () => Promise<{ dialed: Dialed; stale: boolean }>;
  /** How many chains of questions run: each will want another connection after its answer. */
  expect: (chains: number) => void;
  /** No connection is opened ahead any more. */
  calm: () => void;
  /** Closes what was opened ahead: connections that nobody uses may be what the server has too many of. */
  drop: () => void;
  /** Places in the budget that nobody uses, those opened ahead among them. */
  idle: () => number;
  /** Connections begun. */
  readonly opened: number;
  close: () => void;
}

/** After this time unused, an end of the connection may be the server's idle time-out and no answer. */
const staleAfterMs = 1_500;

interface Ahead {
  dialed: Promise<Dialed>;
  sinceMs: number;
}

/** Where a pool's connections go, and what is said on each before TLS begins. */
export interface PoolOptions {
  dialer: Dialer;
  target: DialTarget;
  signal: AbortSignal;
  /** Speaks a protocol up to its STARTTLS; absent where the first octet is TLS. */
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

/** A pool over the dialer, which stays the only one to open sockets and to say how many. */
export function createPool(options: PoolOptions): Pool {
  const { dialer, target, signal } = options;
  const ahead: Ahead[] = [];
  let wanted = 0;
  let wasReached = false;
  let isCalm = false;
  let opened = 0;

  const open = async (): Promise<Dialed> => {
    opened += 1;
    const dialed = await openFor(options);
    if (!dialed.ok) return dialed;
    wasReached = true;
    // A place that comes free is used at once for the next question of a chain.
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
    while (hasRoom()) ahead.push({ dialed: open(), sinceMs: performance.now() });
  };

  const drop = (): void => {
    for (const { dialed } of ahead.splice(0)) void dialed.then((one) => one.ok && one.socket.destroySoon());
  };

  return {
    take: async () => {
      const oldest = ahead.shift();
      const pending = oldest?.dialed ?? open();
      topUp();
      const stale = oldest !== undefined && performance.now() - oldest.sinceMs > staleAfterMs;
      return { dialed: await pending, stale };
    },
    expect: (chains) => {
      wanted = chains;
      topUp();
    },
    calm: () => {
      isCalm = true;
      drop();
    },
    drop,
    idle: () => {
      const { maxOpen, open: inUse, waiting } = dialer.budget(target);
      return maxOpen - inUse - waiting + ahead.length;
    },
    get opened() {
      return opened;
    },
    close: () => {
      wanted = 0;
      drop();
    },
  };
}
