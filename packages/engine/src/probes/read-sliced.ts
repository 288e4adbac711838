import { setImmediate } from 'node:timers/promises';
import { type DocumentRead, readDocument } from '@perimeter/protocols/html/document/document';
import type { LongHashes } from '@perimeter/protocols/html/document/facts';
import type { ReceivedDocument } from '../net/http/client.ts';
import { hashBase64 } from '../net/sha256.ts';

const sha256 = (text: string): string => hashBase64('sha256', text);
const longHashes = (text: string): LongHashes => ({
  sha384: hashBase64('sha384', text),
  sha512: hashBase64('sha512', text),
});

/** The result of reading one document. */
export interface DocumentReading extends DocumentRead {
  /** The inline scripts that browsers run. */
  scripts: readonly string[];
}

/** Completes work in slices, and yields to the event loop between them. */
export async function runSliced<T>(work: Generator<void, T>): Promise<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

const readings = new WeakMap<ReceivedDocument, Promise<DocumentReading>>();

async function read({ url, text, usesLongHashes = false, form }: ReceivedDocument): Promise<DocumentReading> {
  const scripts: string[] = [];
  const given = await runSliced(
    readDocument(text, {
      url: url.href,
      sha256,
      onScript: (code) => void scripts.push(code),
      longHashes: usesLongHashes ? longHashes : undefined,
      form,
    }),
  );
  return { ...given, scripts };
}

/** Reads one document in slices, once for all callers. */
export function readSliced(document: ReceivedDocument): Promise<DocumentReading> {
  const known = readings.get(document) ?? read(document);
  readings.set(document, known);
  return known;
}
