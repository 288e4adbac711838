import type { FastifyBaseLogger } from 'fastify';
import { inTime } from '@perimeter/engine/net/in-time';
import type { Documents } from './documents.ts';
import { type AppError, toAppError } from '../http/errors.ts';
import type { SealRow } from '../repositories/schema/seals.ts';
import { isBusy, retrySeconds, toProblem } from './seal-of.ts';

/** What somebody in a browser gets who asks for a document. */
export type Offer =
  | { state: 'ready'; seal: SealRow }
  /** It is being made, or waits for its turn. */
  | { state: 'making' }
  /** Too many are waiting already: to be asked for again after some seconds. */
  | { state: 'queued'; afterSeconds: number }
  /** It could not be made, which was tried not long ago. */
  | { state: 'failed'; error: AppError; afterSeconds: number };

/** Documents for people in a browser: each is made while its reader waits on a page. */
export interface Offers {
  /**
   * Begins a document unless it is there or failed not long ago, and waits for it as long as it may. It rejects for what is no fault of the
   * document.
   */
  of: (log: FastifyBaseLogger, asked: Parameters<Documents['of']>, patienceMs: number) => Promise<Offer>;
  /** Lets everybody go who waits: the service is stopping. */
  release: () => void;
}

interface Failure {
  error: AppError;
  /** Until then it is not tried again, whoever asks. */
  untilMs: number;
}

/** What could not be made stays so for some time, longer than a page waits before it asks again, which would begin it anew for ever. */
const leastSeconds = 10;
const maxFailures = 1_000;

const secondsOf = ({ details }: AppError): number =>
  Math.max(leastSeconds, Number(details.headers?.['retry-after'] ?? 0));

function rememberFailures(nowMs: () => number) {
  const failures = new Map<string, Failure>();
  return {
    add: (key: string, error: AppError): void => {
      const [oldest] = failures.keys();
      if (failures.size >= maxFailures && oldest !== undefined) failures.delete(oldest);
      failures.set(key, { error, untilMs: nowMs() + secondsOf(error) * 1_000 });
    },
    find: (key: string): Offer | null => {
      const failure = failures.get(key);
      if (failure === undefined) return null;
      const afterSeconds = Math.ceil((failure.untilMs - nowMs()) / 1_000);
      if (afterSeconds > 0) return { state: 'failed', error: failure.error, afterSeconds };
      failures.delete(key);
      return null;
    },
  };
}

/** Makes offers of documents. */
export function makeOffers(documents: Pick<Documents, 'of' | 'find'>, nowMs = (): number => performance.now()): Offers {
  const making = new Map<string, Promise<Offer>>();
  const failures = rememberFailures(nowMs);
  const stopping = new AbortController();

  const make = async (log: FastifyBaseLogger, asked: Parameters<Documents['of']>, key: string): Promise<Offer> => {
    try {
      return { state: 'ready', seal: await documents.of(...asked) };
    } catch (error) {
      if (isBusy(error)) return { state: 'queued', afterSeconds: retrySeconds.busy };
      const problem = toAppError(toProblem(log, error));
      // Nobody may be waiting any more who would hear of it.
      if (problem.code === 'internal_error') log.error({ err: error }, 'Generating a document failed');
      failures.add(key, problem);
      return { state: 'failed', error: problem, afterSeconds: secondsOf(problem) };
    }
  };

  return {
    of: async (log, asked, patienceMs) => {
      const [audit, , layout] = asked;
      // Not while the reader's patience runs: on a busy machine that would be over before anybody has looked, time after time.
      const known = await documents.find(audit, layout);
      if (known !== undefined) return { state: 'ready', seal: known };
      const key = `${audit.id} ${layout}`;
      const failure = failures.find(key);
      if (failure !== null) return failure;
      const made = making.get(key) ?? make(log, asked, key).finally(() => making.delete(key));
      making.set(key, made);
      return inTime(made, patienceMs, () => ({ state: 'making' }), stopping.signal);
    },
    release: () => stopping.abort(),
  };
}
