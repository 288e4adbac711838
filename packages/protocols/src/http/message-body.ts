import { createChunkedDecoder } from './message-chunked.ts';
import type { BodyFraming } from './message-framing.ts';

/** Finds the content of one message in the bytes after its head, however they are cut. */
export interface BodyReader {
  /** Passes content on and returns how many bytes it used; throws ProtocolError where a chunked coding is broken. */
  push: (bytes: Uint8Array, onContent: (part: Uint8Array) => void) => number;
  readonly done: boolean;
  readonly problems: readonly string[];
}

function lengthReader(length: number): BodyReader {
  let remaining = length;
  return {
    push: (bytes, onContent) => {
      const part = bytes.subarray(0, remaining);
      remaining -= part.length;
      onContent(part);
      return part.length;
    },
    get done() {
      return remaining === 0;
    },
    problems: [],
  };
}

function chunkedReader(): BodyReader {
  const decoder = createChunkedDecoder();
  return {
    push: (bytes, onContent) => {
      decoder.push(bytes, onContent);
      return bytes.length;
    },
    get done() {
      return decoder.done;
    },
    get problems() {
      return decoder.problems;
    },
  };
}

const closeReader: BodyReader = {
  push: (bytes, onContent) => {
    onContent(bytes);
    return bytes.length;
  },
  done: false,
  problems: [],
};

/** A reader for content that is framed like this; content until close is never done before the connection is. */
export function createBodyReader(framing: BodyFraming): BodyReader {
  if (framing.kind === 'chunked') return chunkedReader();
  if (framing.kind === 'close') return closeReader;
  return lengthReader(framing.kind === 'length' ? framing.length : 0);
}
