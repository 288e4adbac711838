import { inTime } from '@perimeter/engine/net/in-time';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** What a thread is asked that is to end once it has finished its work. */
export const endOfWork = null;

/** A page or a seal takes less. */
const lastWorkMs = 2000;

/**
 * Ends a thread between two pieces of work. Node.js 24 aborts the whole process if a thread is terminated while it opens a zlib
 * stream ("close before init"), so only a thread that is still at work after the limit is terminated.
 */
export async function endThread(thread: Worker, limitMs = lastWorkMs): Promise<void> {
  const exit = once(thread, 'exit');
  thread.postMessage(endOfWork, []);
  await inTime(exit, limitMs, async () => thread.terminate());
}
