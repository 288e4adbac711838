import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. Its first piece is asked for when the reader has taken the files before, and each when it has taken those before. */
export interface ZipEntry {
  name: string;
  pieces: AsyncIterable<string | Buffer>;
}

const pieceBytes = 64 * 1024;

/**
 * The archive keeps the octets of each name, and these keep the 64 KiB of Node's pool of buffers that they were cut from. So names are
 * given to it many at a time, to share a few of these, and not one after each file.
 */
const namesAtOnce = 200;

/** Adds files, and settles when the last one has been read, one of them fails, or nobody reads any more. */
async function addFiles(zip: ZipFile, files: readonly ZipEntry[], mtime: Date, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const gone = (): void => reject(signal.reason);
  signal.addEventListener('abort', gone, { once: true });
  for (const [index, { name, pieces }] of files.entries()) {
    const isLast = index === files.length - 1;
    let unread: ZipEntry['pieces'] | null = pieces;
    zip.addReadStreamLazy(name, { mtime, mode: 0o100600 }, (take) => {
      if (unread === null) return;
      const source = Readable.from(unread, { objectMode: false, highWaterMark: pieceBytes });
      // The archive keeps this function, which must not keep what was read.
      unread = null;
      finished(source, { signal })
        .then(() => isLast && resolve(), reject)
        .finally(() => source.destroy());
      take(null, source);
    });
  }
  await promise.finally(() => signal.removeEventListener('abort', gone));
}

async function fill(zip: ZipFile, entries: AsyncIterable<ZipEntry>, mtime: Date, signal: AbortSignal): Promise<void> {
  let files: ZipEntry[] = [];
  for await (const entry of entries) {
    files.push(entry);
    if (files.length < namesAtOnce) continue;
    await addFiles(zip, files, mtime, signal);
    files = [];
  }
  if (files.length > 0) await addFiles(zip, files, mtime, signal);
  zip.end();
}

/**
 * A ZIP archive of files that come one after the other, as a stream: one piece of one file is in memory, and the list of names. A file
 * that fails breaks the stream off before its list of files, so that no program takes the rest for a whole archive.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile();
  const gone = new AbortController();
  const { outputStream: out } = zip;
  if (!(out instanceof Readable)) throw new Error('The archive is no stream of Node');
  const fails = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error(String(error)));
  out.once('close', () => gone.abort());
  zip.on('error', fails);
  fill(zip, entries, mtime, gone.signal).catch(fails);
  return out;
}
