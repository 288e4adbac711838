import type { FastifyBaseLogger } from 'fastify';
import { inTime } from '@perimeter/engine/net/in-time';
import type { Documents } from './documents.ts';
import { type AppError, toAppError } from '../http/errors.ts';
import type { SealRow } from '../repositories/schema/seals.ts';
import { isBusy, retrySeconds, toProblem } from './seal-of.ts';

/** What a browser user who requests a document gets. */
export type Offer =
  | { state: 'ready'; seal: SealRow }
  /** In progress, or queued. */
  | { state: 'making' }
  /** The queue is full: retry after some seconds. */
  | { state: 'queued'; afterSeconds: number }
  /** It failed recently. */
  | { state: 'failed'; error: AppError; afterSeconds: number };

/** Documents for browser users, who see a waiting page while theirs is made. */
export interface Offers {
  /**
   * Starts a document unless it exists or failed recently, and waits up to `patienceMs`. Rejects for errors that do not
   * concern the document.
   */
  of: (log: FastifyBaseLogger, asked: Parameters<Documents['of']>, patienceMs: number) => Promise<Offer>;
  /** Releases all waiting readers, because the service stops. */
  release: () => void;
}

interface Failure {
  error: AppError;
  /** No retry before this time, by any reader. */
  untilMs: number;
}

/**
 * A failure is kept longer than a waiting page takes to reload; otherwise each reload would start the document again.
 */
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

/** Makes the offers of documents. */
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
      // Log it here, because no reader may be waiting any more.
      if (problem.code === 'internal_error') log.error({ err: error }, 'Generating a document failed');
      failures.add(key, problem);
      return { state: 'failed', error: problem, afterSeconds: secondsOf(problem) };
    }
  };

  return {
    of: async (log, asked, patienceMs) => {
      const [audit, , layout] = asked;
      // Outside the time that readers wait: on a busy machine the lookup alone could use all of it, at every reload.
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
