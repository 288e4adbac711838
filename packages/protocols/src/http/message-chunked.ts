import { ProtocolError } from '../protocol-error.ts';

/** Chunk size line and its extensions, or one trailer line; nothing that is needed is longer. */
const maxLineBytes = 4096;

/** All trailer lines together. */
const maxTrailerBytes = 65_536;

/** Undoes the chunked transfer coding, however the bytes are cut. */
export interface ChunkedDecoder {
  /** Hands over the content found in these bytes, in order; throws ProtocolError where the coding is broken. */
  push: (bytes: Uint8Array, onContent: (part: Uint8Array) => void) => void;
  /** The last chunk and the trailer section are through. */
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
    // A target may send a million lines of two bytes: no array, no view for each.
    for (let at = from; at < end; at += 1) line += String.fromCharCode(bytes[at] ?? 0);
    if (stop === -1) return end;
    endLine();
    return stop + 1;
  };
  const readData = (bytes: Uint8Array, from: number, onContent: (part: Uint8Array) => void): number => {
    const part = bytes.subarray(from, from + remaining);
    onContent(part);
    remaining -= part.length;
    lineOffset += part.length;
    if (remaining === 0) state = 'data-end';
    return from + part.length;
  };

  return {
    push: (bytes, onContent) => {
      let at = 0;
      while (at < bytes.length) {
        if (state === 'done') return;
        at = state === 'data' ? readData(bytes, at, onContent) : readLine(bytes, at);
      }
    },
    get done() {
      return state === 'done';
    },
    get problems() {
      return [...problems];
    },
  };
}
