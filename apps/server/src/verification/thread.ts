import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inTime } from '@perimeter/engine/net/in-time';
import { AppError } from '../http/errors.ts';
import { endThread } from '../end-thread.ts';
import type { VerifyAnswer, VerifyRequest } from './messages.ts';

/** Verifies files outside the event loop, one after the other. */
export interface VerifyThread {
  /** Rejects with AppError if too many files wait, or a file takes too long. */
  ask: (request: VerifyRequest) => Promise<VerifyAnswer>;
  close: () => Promise<void>;
}

const program = new URL('./worker.ts', import.meta.url);

/** Waiting files are held in memory. */
const maxWaiting = 8;
/** A report takes some milliseconds. */
const defaultTimeoutMs = 5_000;

const unavailable = (detail: string): AppError =>
  new AppError('service_unavailable', { detail, headers: { 'retry-after': '5' } });

/** One exchange; rejects when the thread ends or takes too long. */
async function exchange(thread: Worker, request: VerifyRequest, timeoutMs: number): Promise<VerifyAnswer> {
  const ending = new AbortController();
  const { signal } = ending;
  try {
    thread.postMessage(request, []);
    const ended = Promise.race([
      once(thread, 'message', { signal }).then(([answer]: VerifyAnswer[]) => {
        if (answer === undefined) throw new Error('The verification thread did not respond');
        return answer;
      }),
      once(thread, 'exit', { signal }).then(() => {
        throw unavailable('The file could not be verified');
      }),
    ]);
    return await inTime(ended, timeoutMs, () => {
      throw unavailable('Verification takes too long: the file is not a report of this service');
    });
  } finally {
    ending.abort();
  }
}

/** The thread starts with the first file, and again after it was ended. It does not keep the process alive. */
export function createVerifyThread(timeoutMs = defaultTimeoutMs): VerifyThread {
  let worker: Worker | null = null;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const running = async (): Promise<Worker> => {
    if (worker !== null) return worker;
    const started = new Worker(program);
    const ready = Promise.race([once(started, 'message'), once(started, 'exit')]);
    started.unref();
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    worker = started;
    await ready;
    return started;
  };
  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const askNow = async (request: VerifyRequest): Promise<VerifyAnswer> => {
    try {
      return await exchange(await running(), request, timeoutMs);
    } catch (error) {
      await end();
      throw error;
    }
  };

  return {
    ask: async (request) => {
      if (waiting >= maxWaiting) throw unavailable('Too many files are being verified');
      waiting += 1;
      const turn = last.then(async () => askNow(request)).finally(() => (waiting -= 1));
      last = turn.catch(() => {});
      return turn;
    },
    close: async () => {
      if (worker !== null) await endThread(worker);
    },
  };
}
