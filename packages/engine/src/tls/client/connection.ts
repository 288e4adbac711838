import type { NetFailure } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';
import type { Dialed } from '../../net/dialer.ts';
import type { Answer } from './answer.ts';
import { type AttemptResult, type Health, byClosing, freshHealth, makeAttempt } from './attempts.ts';
import { type Diagnosis, createDiagnosis, failed } from './diagnosis.ts';
import type { Attempt } from './exchange.ts';
import { type Pool, type PoolOptions, createPool } from './pool.ts';

/** The connection to one endpoint, over many sockets: repeats failed attempts, tells refusals from distress, and stops before it does harm. */
export interface EndpointConnection {
  /** Makes an attempt until its answer is clear. */
  send: (attempt: Attempt) => Promise<Answer>;
  /** A socket for a handshake that the caller makes. */
  open: () => Promise<Dialed>;
  /** Opens the socket of the first attempt; gives why there is none. */
  reach: () => Promise<NetFailure | null>;
  /** Runs attempts that follow one another, for which sockets are opened ahead; count: how many such chains begin. */
  chain: <T>(attempts: () => Promise<T>, count?: number) => Promise<T>;
  /** Sets the known-good hello: one that was answered, and that is sent again to tell refusals from distress. */
  setControl: (attempt: Attempt) => void;
  readonly hasControl: boolean;
  /** Sends the known-good hello again; false where there is none. */
  control: () => Promise<boolean>;
  readonly health: Readonly<Health>;
  /** Sockets opened so far. */
  readonly opened: number;
  /** Closes sockets that were opened ahead. */
  drop: () => void;
  /** An attempt was answered whose connection had been closed before: this server does not refuse by closing. */
  noteUnreliable: () => void;
  readonly isUnreliable: boolean;
  /** Places in the budget that are free now. */
  idle: () => number;
  close: () => void;
}

const final: ReadonlySet<NetFailure['reason']> = new Set(['cancelled', 'blocked', 'budget']);

/** The known-good hello; callers that ask while it is in progress get the same answer. */
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

/** What sending works with. */
interface Parts {
  health: Health;
  signal: AbortSignal;
  sendOnce: (attempt: Attempt) => Promise<AttemptResult>;
  diagnosis: Diagnosis;
  slowDown: () => void;
  hasControl: () => boolean;
}

/** After a first failure: no more where that is hopeless, else a second attempt and its diagnosis. */
async function sendAgain(parts: Parts, attempt: Attempt, first: AttemptResult): Promise<Answer> {
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

async function send(parts: Parts, attempt: Attempt): Promise<Answer> {
  const { health, signal, diagnosis } = parts;
  await diagnosis.whileQuiet();
  if (signal.aborted) health.stopped = abortFailure(signal);
  if (health.stopped !== null) return failed(health.stopped, false);
  const first = await parts.sendOnce(attempt);
  return first.answer ?? sendAgain(parts, attempt, first);
}

/** Counts the chains that run, so that the pool opens sockets ahead for each. */
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
