import { latin1Of } from './message-head.ts';

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Bytes of a head until it is whole. */
export interface HeadBuffer {
  /** Takes as much as fits; returns how many bytes it used and whether the head is complete or can no longer be. */
  push: (bytes: Uint8Array) => { used: number; state: 'more' | 'whole' | 'wrong-start' | 'too-large' };
  bytes: () => Uint8Array;
  reset: () => void;
}

const prefix = 'HTTP/';

/** Whether the first bytes can no longer become a status line: HTTP/0.9 (RFC 1945 section 6) and foreign protocols. */
function wrongStart(bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => byte !== carriageReturn && byte !== lineFeed);
  const start = first === -1 ? '' : latin1Of(bytes.subarray(first, first + prefix.length));
  return !prefix.startsWith(start.toUpperCase());
}

/** Collects a head in a buffer that grows by doubling, so that a drip of bytes costs no more than one piece. */
export function createHeadBuffer(maxBytes: number): HeadBuffer {
  let buffer = new Uint8Array(Math.min(1024, maxBytes));
  let length = 0;
  let scanned = 0;
  let started = false;

  const append = (bytes: Uint8Array): void => {
    if (length + bytes.length > buffer.length) {
      const grown = new Uint8Array(Math.min(maxBytes, Math.max(buffer.length * 2, length + bytes.length)));
      grown.set(buffer.subarray(0, length));
      buffer = grown;
    }
    buffer.set(bytes, length);
    length += bytes.length;
  };
  /** Index after the empty line that ends the head, or -1; empty lines before the status line do not count. */
  const findEnd = (): number => {
    for (; scanned < length; scanned += 1) {
      const byte = buffer[scanned];
      if (!started) started = byte !== carriageReturn && byte !== lineFeed;
      if (!started || byte !== lineFeed) continue;
      const back = buffer[scanned - 1] === carriageReturn ? 2 : 1;
      if (buffer[scanned - back] === lineFeed) return scanned + 1;
    }
    return -1;
  };
  return {
    push: (bytes) => {
      const before = length;
      const piece = bytes.subarray(0, maxBytes - length);
      append(piece);
      if (wrongStart(buffer.subarray(0, length))) return { used: piece.length, state: 'wrong-start' };
      const end = findEnd();
      if (end === -1) return { used: piece.length, state: length === maxBytes ? 'too-large' : 'more' };
      length = end;
      return { used: end - before, state: 'whole' };
    },
    bytes: () => buffer.subarray(0, length),
    reset: () => {
      length = 0;
      scanned = 0;
      started = false;
    },
  };
}
