import { ProtocolError } from '../protocol-error.ts';

/** Limit of a chunk size line with extensions, or of one trailer line; no legitimate line is longer. */
const maxLineBytes = 4096;

/** All trailer lines together. */
const maxTrailerBytes = 65_536;

/** Undoes the chunked transfer coding, however the bytes are cut. */
export interface ChunkedDecoder {
  /** Hands over the content found in these bytes, in one piece; throws ProtocolError where the coding is broken. */
  push: (bytes: Uint8Array, onContent: (part: Uint8Array) => void) => void;
  /** True once the last chunk and the trailer section were read. */
  readonly done: boolean;
  readonly problems: readonly string[];
}

const lineFeed = 0x0a;

/** RFC 9112 section 7.1: 1*HEXDIG, then extensions, which are ignored. */
function chunkSize(line: string, offset: number): number {
  const match = /^0*([0-9a-f]{1,12})[ \t]*(?:;|$)/i.exec(line);
  if (match === null) throw new ProtocolError('chunk-size-not-hexadecimal', offset);
  return Number.parseInt(match[1] ?? '', 16);
}

/** A line without its end; a bare LF ends one too, and is a problem. */
function lineText(line: string, offset: number, problems: Set<string>): string {
  if (!line.endsWith('\r')) problems.add('Line in chunked coding ended by a bare LF');
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.includes('\r')) throw new ProtocolError('bare-cr-in-chunked-coding', offset);
  return text;
}

/** Content of one push: a view of it where it is one chunk's, else a copy, because a million chunks must not become views. */
function createGathering(bytes: Uint8Array) {
  let copy: Uint8Array | null = null;
  let from = 0;
  let length = 0;
  return {
    add: (start: number, end: number): void => {
      if (length === 0) from = start;
      else if (copy === null) {
        copy = new Uint8Array(bytes.length);
        copy.set(bytes.subarray(from, from + length));
      }
      if (copy !== null) for (let at = start; at < end; at += 1) copy[length + at - start] = bytes[at] ?? 0;
      length += end - start;
    },
    whole: (): Uint8Array => (copy === null ? bytes.subarray(from, from + length) : copy.subarray(0, length)),
  };
}

/** Runs a read and passes on the content that it gathered, also before a broken line. */
function gathered(
  bytes: Uint8Array,
  onContent: (part: Uint8Array) => void,
  read: (add: (start: number, end: number) => void) => void,
): void {
  const { add, whole } = createGathering(bytes);
  try {
    read(add);
  } finally {
    const content = whole();
    if (content.length > 0) onContent(content);
  }
}

/** A target may send a million lines of two bytes: no array, no view for each. */
function lineOf(bytes: Uint8Array, from: number, end: number): string {
  let line = '';
  for (let at = from; at < end; at += 1) line += String.fromCharCode(bytes[at] ?? 0);
  return line;
}

/** A decoder for one message (RFC 9112 section 7.1). Trailer fields are dropped (section 7.1.2). */
export function createChunkedDecoder(): ChunkedDecoder {
  const problems = new Set<string>();
  let state: 'size' | 'data' | 'data-end' | 'trailer' | 'done' = 'size';
  let line = '';
  let lineOffset = 0;
  let remaining = 0;
  let trailerBytes = 0;

  const endLine = (): void => {
    const text = lineText(line, lineOffset, problems);
    if (state === 'size') {
      remaining = chunkSize(text, lineOffset);
      state = remaining === 0 ? 'trailer' : 'data';
    } else if (state === 'data-end') {
      if (text !== '') throw new ProtocolError('chunk-longer-than-its-size', lineOffset);
      state = 'size';
    } else {
      trailerBytes += line.length;
      if (trailerBytes > maxTrailerBytes) throw new ProtocolError('trailer-section-too-long', lineOffset);
      if (text === '') state = 'done';
    }
    lineOffset += line.length + 1;
    line = '';
  };
  /** Reads up to and including a line feed, and returns where it stopped. */
  const readLine = (bytes: Uint8Array, from: number): number => {
    const stop = bytes.indexOf(lineFeed, from);
    const end = stop === -1 ? bytes.length : stop;
    if (line.length + end - from > maxLineBytes) throw new ProtocolError('chunk-line-too-long', lineOffset);
    line += lineOf(bytes, from, end);
    if (stop === -1) return end;
    endLine();
    return stop + 1;
  };
  const readData = (bytes: Uint8Array, from: number, add: (start: number, end: number) => void): number => {
    const end = Math.min(from + remaining, bytes.length);
    add(from, end);
    remaining -= end - from;
    lineOffset += end - from;
    if (remaining === 0) state = 'data-end';
    return end;
  };

  return {
    push: (bytes, onContent) =>
      gathered(bytes, onContent, (add) => {
        for (let at = 0; at < bytes.length;) {
          if (state === 'done') return;
          at = state === 'data' ? readData(bytes, at, add) : readLine(bytes, at);
        }
      }),
    get done() {
      return state === 'done';
    },
    get problems() {
      return [...problems];
    },
  };
}
