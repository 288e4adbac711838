import type { NetFailure } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';
import type { Dialed } from '../../net/dialer.ts';
import type { ServerAnswer } from './answer.ts';
import { type AttemptResult, type Health, byClosing, freshHealth, makeAttempt } from './attempts.ts';
import { type Diagnosis, createDiagnosis, failed } from './diagnosis.ts';
import type { Attempt } from './exchange.ts';
import { type Pool, type PoolOptions, createPool } from './pool.ts';

/** The connection to one endpoint over many sockets: retries failed attempts, distinguishes refusals from distress, and stops before it does harm. */
export interface EndpointConnection {
  /** Makes an attempt until its answer is conclusive. */
  send: (attempt: Attempt) => Promise<ServerAnswer>;
  /** A socket for a handshake by the caller. */
  open: () => Promise<Dialed>;
  /** Opens the socket of the first attempt; returns why there is none. */
  reach: () => Promise<NetFailure | null>;
  /** Runs a sequence of attempts, with sockets opened in advance; count: how many sequences start. */
  chain: <T>(attempts: () => Promise<T>, count?: number) => Promise<T>;
  /** Sets the known-good hello, which was answered and is repeated to distinguish refusals from distress. */
  setControl: (attempt: Attempt) => void;
  readonly hasControl: boolean;
  /** Repeats the known-good hello; false where there is none. */
  control: () => Promise<boolean>;
  readonly health: Readonly<Health>;
  /** Sockets opened so far. */
  readonly opened: number;
  /** Closes sockets that were opened ahead. */
  drop: () => void;
  /** Records an answer to an attempt whose connection was closed earlier: this server does not refuse by closing. */
  noteUnreliable: () => void;
  readonly isUnreliable: boolean;
  /** Free slots in the budget. */
  idle: () => number;
  close: () => void;
}

const final: ReadonlySet<NetFailure['reason']> = new Set(['cancelled', 'blocked', 'budget']);

/** Sends the known-good hello; concurrent callers share the answer. */
function createControl(sendOnce: (attempt: Attempt) => Promise<AttemptResult>, signal: AbortSignal) {
  let known: Attempt | null = null;
  let running: Promise<boolean> | null = null;
  const run = async (attempt: Attempt): Promise<boolean> => {
    const { answer } = await sendOnce(attempt);
    return answer?.kind === 'hello' || answer?.kind === 'ssl2';
  };
  return {
    set: (attempt: Attempt): void => {
      known = attempt;
    },
    isSet: (): boolean => known !== null,
    send: (): Promise<boolean> => {
      if (known === null || signal.aborted) return Promise.resolve(false);
      running ??= run(known).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** What a connection needs to send a hello, to repeat it and to slow down. */
interface Parts {
  health: Health;
  signal: AbortSignal;
  sendOnce: (attempt: Attempt) => Promise<AttemptResult>;
  diagnosis: Diagnosis;
  slowDown: () => void;
  hasControl: () => boolean;
}

/** After a first failure: stops where a retry is hopeless, else retries and diagnoses. */
async function sendAgain(parts: Parts, attempt: Attempt, first: AttemptResult): Promise<ServerAnswer> {
  const { health, sendOnce, diagnosis } = parts;
  const { failure, drips, atConnect } = first;
  if (final.has(failure.reason)) health.stopped = failure;
  const isClosing = byClosing.has(failure.reason);
  const isHopeless = health.stopped !== null || failure.reason === 'malformed' || drips;
  const isLeft = !atConnect && isClosing && (attempt.isOnce === true || !parts.hasControl());
  if (isHopeless || isLeft || (atConnect && !health.hasAnswered)) return failed(failure, false);
  if (atConnect) parts.slowDown();
  if (isClosing) return diagnosis.ofClosing(attempt, failure);
  const second = await sendOnce(attempt);
  if (second.answer !== null) return second.answer;
  return byClosing.has(second.failure.reason)
    ? diagnosis.ofClosing(attempt, second.failure)
    : diagnosis.ofSilence(second.failure);
}

async function send(parts: Parts, attempt: Attempt): Promise<ServerAnswer> {
  const { health, signal, diagnosis } = parts;
  await diagnosis.whileQuiet();
  if (signal.aborted) health.stopped = abortFailure(signal);
  if (health.stopped !== null) return failed(health.stopped, false);
  const first = await parts.sendOnce(attempt);
  return first.answer ?? sendAgain(parts, attempt, first);
}

/** Counts running sequences, so that the pool opens sockets in advance for each. */
function chainsOver(pool: Pool): EndpointConnection['chain'] {
  let chains = 0;
  return async (attempts, count = 1) => {
    chains += count;
    pool.expect(chains);
    try {
      return await attempts();
    } finally {
      chains -= count;
      pool.expect(chains);
    }
  };
}

/** Makes a connection; it opens no socket before the first attempt. */
export function createConnection(options: PoolOptions): EndpointConnection {
  const { dialer, target, signal } = options;
  const pool = createPool(options);
  const health = freshHealth();
  let inProgress = 0;

  const sendOnce = async (attempt: Attempt): Promise<AttemptResult> => {
    inProgress += 1;
    try {
      return await makeAttempt(pool, health, attempt, signal);
    } finally {
      inProgress -= 1;
    }
  };
  const control = createControl(sendOnce, signal);
  const slowDown = (): void => {
    pool.calm();
    dialer.slowDown(target);
  };
  const diagnosis = createDiagnosis({
    health,
    signal,
    makeAttempt: sendOnce,
    control: control.send,
    underWay: () => inProgress,
    slowDown,
    drop: pool.drop,
  });
  const parts: Parts = { health, signal, sendOnce, diagnosis, slowDown, hasControl: control.isSet };

  return {
    send: (attempt) => send(parts, attempt),
    open: async () => {
      await diagnosis.whileQuiet();
      return health.stopped === null ? (await pool.take()).dialed : { ok: false, failure: health.stopped };
    },
    reach: pool.prime,
    chain: chainsOver(pool),
    setControl: control.set,
    control: control.send,
    drop: pool.drop,
    noteUnreliable: diagnosis.noteUnreliable,
    get isUnreliable() {
      return diagnosis.isUnreliable;
    },
    get hasControl() {
      return control.isSet();
    },
    health,
    get opened() {
      return pool.opened;
    },
    idle: pool.idle,
    close: pool.close,
  };
}
