import type { Socket } from 'node:net';
import type { NetFailure } from '../evidence/observed.ts';

/** A numeric address and a port; names never reach the dialer. */
export interface DialTarget {
  address: string;
  port: number;
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
  connect: (target: DialTarget, options: { signal: AbortSignal; timeoutMs: number }) => Promise<Dialed>;
  budget: (target: DialTarget) => BudgetState;
  /** Halves the budget of an address and port after it showed distress (refusal, time-out, 421, 429). */
  slowDown: (target: DialTarget) => void;
  /** Connections opened so far, over all targets. */
  readonly opened: number;
}
