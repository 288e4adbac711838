import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { readDocument } from '@perimeter/protocols/html/document/document';
import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { ReceivedDocument } from '../net/http/client.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64');

/** Reads one document to its end; connections and timers have their turn between two slices. */
export async function readSliced({ url, text }: ReceivedDocument): Promise<DocumentFacts> {
  const reading = readDocument(text, { url: url.href, sha256 });
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
