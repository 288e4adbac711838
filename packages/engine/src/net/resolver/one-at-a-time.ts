import { setImmediate } from 'node:timers/promises';

/** Messages beyond this come seldom from honest servers; the fullest one takes as long to read as the event loop may be held. */
const largeBytes = 8_192;

let last: Promise<unknown> = Promise.resolve();

/** Reads a message: large ones one after the other, each in its own turn of the event loop, for all audits of the process. */
export async function inItsTurn<T>(bytes: Uint8Array, read: () => T): Promise<T> {
  if (bytes.length <= largeBytes) return read();
  const mine = last.then(async () => setImmediate()).then(read);
  last = mine.catch(() => {});
  return mine;
}
