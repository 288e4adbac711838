import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { readDocument } from '@perimeter/protocols/html/document/document';
import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { ReceivedDocument } from '../net/http/client.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64');

/** Does work to its end that gives way between two pieces; connections and timers have their turn there. */
export async function runSliced<T>(work: Generator<void, T>): Promise<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

/** Reads one document to its end, slice by slice. */
export const readSliced = async (
  { url, text }: ReceivedDocument,
  onScript?: (code: string) => void,
): Promise<DocumentFacts> =>
  runSliced(readDocument(text, { url: url.href, sha256, ...(onScript === undefined ? {} : { onScript }) }));
