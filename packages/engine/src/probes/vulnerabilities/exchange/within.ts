import { type Observed, unclear, unobserved } from '../../../evidence/observed.ts';
import type { Reading } from '../../../evidence/vulnerabilities/exchange.ts';
import { abortFailure, startDeadline } from '../../../net/deadline.ts';
import type { Subject } from './subject.ts';

/** Time limit for the tests of one flaw, except those with most connections. */
const testTimeoutMs = 30_000;
/** Consecutive tests without any response after which testing stops. */
const maxSilentTests = 2;

/** Runs one test under its deadline: when the time is up, a finding is kept, and any other result is unknown. */
export async function within<T>(
  subject: Subject,
  { name, timeoutMs = testTimeoutMs }: { name: string; timeoutMs?: number },
  isFinding: (value: T) => boolean,
  run: (subject: Subject, signal: AbortSignal) => Promise<Observed<T>>,
): Promise<Observed<T>> {
  const { health } = subject;
  if (health.silentTests >= maxSilentTests) return unclear('timeout', 'silence-before', `${maxSilentTests}`);
  using deadline = startDeadline(subject.signal, { name: `flaw-test(${name})`, timeoutMs });
  const result = await run(subject, deadline.signal);
  const wasSilent = !result.known && result.failure.reason === 'timeout';
  if (wasSilent || result.known) health.silentTests = wasSilent ? health.silentTests + 1 : 0;
  if (!deadline.signal.aborted || !result.known || isFinding(result.value)) return result;
  return unobserved(abortFailure(deadline.signal));
}

/** Whether the results so far are a finding. */
export const finding =
  <T>(read: (value: T) => Reading) =>
  (value: T): boolean =>
    read(value).vulnerable;
