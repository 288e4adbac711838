import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Documents } from '../../../documents/documents.ts';
import { type AppError, toAppError } from '../../../http/errors.ts';
import type { Offer, Offers } from '../offer.ts';
import { isBusy, retrySeconds, toProblem } from './seal-of.ts';

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
export function makeOffers(documents: Pick<Documents, 'of'>, nowMs = (): number => performance.now()): Offers {
  const making = new Map<string, Promise<Offer>>();
  const failures = rememberFailures(nowMs);

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
      const [{ id }, , paper] = asked;
      const key = `${id} ${paper}`;
      const failure = failures.find(key);
      if (failure !== null) return failure;
      const made = making.get(key) ?? make(log, asked, key).finally(() => making.delete(key));
      making.set(key, made);
      const waiting = new AbortController();
      const late = sleep(patienceMs, { state: 'making' } as const, { signal: waiting.signal });
      try {
        return await Promise.race([made, late]);
      } finally {
        late.catch(() => undefined);
        waiting.abort();
      }
    },
  };
}
