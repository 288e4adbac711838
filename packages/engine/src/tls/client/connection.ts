import type { NetFailure } from '../../evidence/observed.ts';
import { abortFailure } from '../../net/deadline.ts';
import type { Dialed } from '../../net/dialer.ts';
import type { Answer } from './answer.ts';
import type { Health, Outcome } from './attempts.ts';
import { attempt, byClosing, freshHealth } from './attempts.ts';
import type { Diagnosis } from './diagnosis.ts';
import { createDiagnosis, failed } from './diagnosis.ts';
import type { Question } from './exchange.ts';
import type { PoolOptions } from './pool.ts';
import { createPool } from './pool.ts';

/** The way to ask one endpoint: repeats what failed, tells refusals from distress, and stops before it does harm. */
export interface Line {
  ask: (question: Question) => Promise<Answer>;
  /** A connection for a handshake that somebody else makes. */
  connect: () => Promise<Dialed>;
  /** Runs a chain of questions, for which connections are opened ahead; or several that are about to begin. */
  chain: <T>(questions: () => Promise<T>, count?: number) => Promise<T>;
  /** A hello that was answered: what others are measured against from now on. */
  setControl: (question: Question) => void;
  readonly hasControl: boolean;
  /** Asks the known-good hello again; false where there is none. */
  control: () => Promise<boolean>;
  readonly health: Readonly<Health>;
  readonly connections: number;
  /** Closes what was opened ahead of need. */
  drop: () => void;
  /** Told that an answer came to a question that had been closed upon before: closing tells nothing here. */
  noteUnreliable: () => void;
  readonly isUnreliable: boolean;
  /** Connections that nobody uses now. */
  idle: () => number;
  close: () => void;
}

const final: ReadonlySet<NetFailure['reason']> = new Set(['cancelled', 'blocked', 'budget']);

/** The known-good hello; questions that come while it is on its way wait for the same answer. */
function createControl(attemptOnce: (question: Question) => Promise<Outcome>, signal: AbortSignal) {
  let question: Question | null = null;
  let running: Promise<boolean> | null = null;
  const run = async (known: Question): Promise<boolean> => {
    const { spoken } = await attemptOnce(known);
    return spoken?.kind === 'hello' || spoken?.kind === 'ssl2';
  };
  return {
    set: (known: Question): void => {
      question = known;
    },
    isSet: (): boolean => question !== null,
    ask: (): Promise<boolean> => {
      if (question === null || signal.aborted) return Promise.resolve(false);
      running ??= run(question).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** What asking works with. */
interface Parts {
  health: Health;
  signal: AbortSignal;
  attemptOnce: (question: Question) => Promise<Outcome>;
  diagnosis: Diagnosis;
  slowDown: () => void;
  hasControl: () => boolean;
}

/** What follows a first failure: nothing where more would be in vain, else a second attempt and its diagnosis. */
async function askAgain(parts: Parts, question: Question, first: Outcome): Promise<Answer> {
  const { health, attemptOnce, diagnosis } = parts;
  const { failure, drips, atConnect } = first;
  if (final.has(failure.reason)) health.stopped = failure;
  const isClosing = byClosing.has(failure.reason);
  const isHopeless = health.stopped !== null || failure.reason === 'malformed' || drips;
  const isLeft = !atConnect && isClosing && (question.isOnce === true || !parts.hasControl());
  if (isHopeless || isLeft || (atConnect && !health.hasAnswered)) return failed(failure, false);
  if (atConnect) parts.slowDown();
  if (isClosing) return diagnosis.ofClosing(question, failure);
  const second = await attemptOnce(question);
  if (second.spoken !== null) return second.spoken;
  return byClosing.has(second.failure.reason)
    ? diagnosis.ofClosing(question, second.failure)
    : diagnosis.ofSilence(second.failure);
}

async function askOn(parts: Parts, question: Question): Promise<Answer> {
  const { health, signal, diagnosis } = parts;
  await diagnosis.whileQuiet();
  if (signal.aborted) health.stopped = abortFailure(signal);
  if (health.stopped !== null) return failed(health.stopped, false);
  const first = await parts.attemptOnce(question);
  return first.spoken ?? askAgain(parts, question, first);
}

/** Opens a line; it makes no connection before the first question. */
export function createLine(options: PoolOptions): Line {
  const { dialer, target, signal } = options;
  const pool = createPool(options);
  const health = freshHealth();
  let chains = 0;
  let underWay = 0;

  const attemptOnce = async (question: Question): Promise<Outcome> => {
    underWay += 1;
    try {
      return await attempt(pool, health, question, signal);
    } finally {
      underWay -= 1;
    }
  };
  const control = createControl(attemptOnce, signal);
  const slowDown = (): void => {
    pool.calm();
    dialer.slowDown(target);
  };
  const diagnosis = createDiagnosis({
    health,
    signal,
    attempt: attemptOnce,
    control: control.ask,
    underWay: () => underWay,
    slowDown,
    drop: pool.drop,
  });

  const connect = async (): Promise<Dialed> => {
    await diagnosis.whileQuiet();
    return health.stopped === null ? (await pool.take()).dialed : { ok: false, failure: health.stopped };
  };

  const chain: Line['chain'] = async (questions, count = 1) => {
    chains += count;
    pool.expect(chains);
    try {
      return await questions();
    } finally {
      chains -= count;
      pool.expect(chains);
    }
  };

  return {
    ask: (question) => askOn({ health, signal, attemptOnce, diagnosis, slowDown, hasControl: control.isSet }, question),
    connect,
    chain,
    setControl: control.set,
    control: control.ask,
    drop: pool.drop,
    noteUnreliable: diagnosis.noteUnreliable,
    get isUnreliable() {
      return diagnosis.isUnreliable;
    },
    get hasControl() {
      return control.isSet();
    },
    health,
    get connections() {
      return pool.opened;
    },
    idle: pool.idle,
    close: pool.close,
  };
}
