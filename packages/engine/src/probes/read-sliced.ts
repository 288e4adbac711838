import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { readDocument } from '@perimeter/protocols/html/document/document';
import type { DocumentFacts, LongHashes } from '@perimeter/protocols/html/document/facts';
import type { ReceivedDocument } from '../net/http/client.ts';

type Algorithm = 'sha256' | 'sha384' | 'sha512';
const digest = (algorithm: Algorithm, text: string): string =>
  createHash(algorithm).update(text, 'utf8').digest('base64');
const sha256 = (text: string): string => digest('sha256', text);
const longHashes = (text: string): LongHashes => ({ sha384: digest('sha384', text), sha512: digest('sha512', text) });

/** What a reading does beside gathering facts. */
export interface ReadingOptions {
  onScript?: ((code: string) => void) | undefined;
  /** Whether inline scripts are hashed by SHA-384 and SHA-512 as well. */
  longHashes?: boolean;
}

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
  { onScript = () => {}, longHashes: isLong = false }: ReadingOptions = {},
): Promise<DocumentFacts> =>
  runSliced(readDocument(text, { url: url.href, sha256, onScript, longHashes: isLong ? longHashes : undefined }));
