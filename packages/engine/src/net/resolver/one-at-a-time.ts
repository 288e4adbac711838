import { setImmediate } from 'node:timers/promises';

/** Honest servers rarely send larger messages; the largest takes as long to decode as the event loop may be blocked. */
const largeBytes = 8_192;

let last: Promise<unknown> = Promise.resolve();

/** Decodes a message: large ones sequentially, each in its own event loop turn, over all audits of the process. */
export async function inItsTurn<T>(bytes: Uint8Array, read: () => T): Promise<T> {
  if (bytes.length <= largeBytes) return read();
  const mine = last.then(async () => setImmediate()).then(read);
  last = mine.catch(() => {});
  return mine;
}
