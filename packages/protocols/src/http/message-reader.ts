import { ProtocolError } from '../protocol-error.ts';
import type { ChunkedDecoder } from './message-chunked.ts';
import { createChunkedDecoder } from './message-chunked.ts';
import type { BodyFraming } from './message-framing.ts';
import { bodyFraming } from './message-framing.ts';
import type { ResponseHead } from './message-head.ts';
import { latin1Of, parseResponseHead } from './message-head.ts';

/** What a reader found in the bytes it was given; nothing follows "end" or "failed". */
export type ResponseEvent =
  | { kind: 'interim'; head: ResponseHead }
  | { kind: 'head'; head: ResponseHead }
  | { kind: 'content'; bytes: Uint8Array }
  | { kind: 'end'; problems: readonly string[] }
  | { kind: 'failed'; reason: 'malformed' | 'too-large' | 'closed'; detail: string };

/** Reads the response to one request, however its bytes are cut. Never throws for what they hold. */
export interface ResponseReader {
  push: (bytes: Uint8Array) => ResponseEvent[];
  /** The peer ended its side. */
  end: () => ResponseEvent[];
}

export interface ReaderLimits {
  /** Each head, from its status line to its empty line. */
  maxHeadBytes: number;
  /** 1xx responses before the final one. */
  maxInterim: number;
}

const failed = (reason: 'malformed' | 'too-large' | 'closed', detail: string): ResponseEvent => ({
  kind: 'failed',
  reason,
  detail,
});

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Collects a head in a buffer that grows by doubling, so that a drip of bytes costs no more than one piece. */
function createHeadBuffer(maxBytes: number) {
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
    /** Takes as much as fits; tells how many bytes it used and whether the head is whole or can no longer be. */
    push: (bytes: Uint8Array): { used: number; state: 'more' | 'whole' | 'too-large' } => {
      const before = length;
      const piece = bytes.subarray(0, maxBytes - length);
      append(piece);
      const end = findEnd();
      if (end === -1) return { used: piece.length, state: length === maxBytes ? 'too-large' : 'more' };
      length = end;
      return { used: end - before, state: 'whole' };
    },
    bytes: (): Uint8Array => buffer.subarray(0, length),
    reset: (): void => {
      length = 0;
      scanned = 0;
      started = false;
    },
  };
}

const prefix = 'HTTP/';

/** Whether the first bytes can no longer become a status line: HTTP/0.9 (RFC 1945 section 6) and foreign protocols. */
function wrongStart(bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => byte !== carriageReturn && byte !== lineFeed);
  const start = first === -1 ? '' : latin1Of(bytes.subarray(first, first + prefix.length));
  return !prefix.startsWith(start.toUpperCase());
}

/** A reader for the response to one request of the given method. */
export function createResponseReader(method: string, limits: ReaderLimits): ResponseReader {
  const buffer = createHeadBuffer(limits.maxHeadBytes);
  let events: ResponseEvent[] = [];
  let state: 'head' | 'body' | 'done' = 'head';
  let framing: BodyFraming = { kind: 'none' };
  let remaining = 0;
  let chunked: ChunkedDecoder = createChunkedDecoder();
  let interim = 0;

  const finish = (event: ResponseEvent): void => {
    events.push(event);
    state = 'done';
  };
  const startBody = (head: ResponseHead): void => {
    const decided = bodyFraming(method, head);
    framing = decided.framing;
    events.push({ kind: 'head', head: { ...head, problems: [...head.problems, ...decided.problems] } });
    state = 'body';
    if (framing.kind === 'faulty') return finish(failed('malformed', framing.detail));
    remaining = framing.kind === 'length' ? framing.length : 0;
    chunked = createChunkedDecoder();
    if (framing.kind === 'none' || (framing.kind === 'length' && remaining === 0)) finish({ kind: 'end', problems: [] });
  };
  const headWhole = (): void => {
    const head = parseResponseHead(buffer.bytes());
    buffer.reset();
    // RFC 9110 section 15.2: interim responses may come first; after 101 the connection no longer speaks HTTP/1.1.
    if (head.status >= 200 || head.status === 101) return startBody(head);
    interim += 1;
    if (interim > limits.maxInterim) return finish(failed('too-large', `More than ${limits.maxInterim} interim responses`));
    events.push({ kind: 'interim', head });
  };
  const readHead = (bytes: Uint8Array): number => {
    const taken = buffer.push(bytes);
    if (wrongStart(buffer.bytes())) finish(failed('malformed', 'The answer has no status line of HTTP/1.x'));
    else if (taken.state === 'whole') headWhole();
    else if (taken.state === 'too-large') finish(failed('too-large', `Head of more than ${limits.maxHeadBytes} bytes`));
    return taken.used;
  };
  const readBody = (bytes: Uint8Array): number => {
    if (framing.kind === 'chunked') {
      chunked.push(bytes, (part) => events.push({ kind: 'content', bytes: part }));
      if (chunked.done) finish({ kind: 'end', problems: chunked.problems });
      return bytes.length;
    }
    const part = framing.kind === 'length' ? bytes.subarray(0, remaining) : bytes;
    events.push({ kind: 'content', bytes: part });
    remaining -= part.length;
    if (framing.kind === 'length' && remaining === 0) finish({ kind: 'end', problems: [] });
    return part.length;
  };
  const readAll = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length && state !== 'done'; ) {
      const rest = bytes.subarray(at);
      at += state === 'head' ? readHead(rest) : readBody(rest);
    }
  };
  const endEvent = (): ResponseEvent => {
    if (state === 'body') {
      return framing.kind === 'close' ? { kind: 'end', problems: [] } : failed('closed', 'Connection closed in the content');
    }
    return failed('closed', `Connection closed ${buffer.bytes().length === 0 ? 'before any answer' : 'in the head'}`);
  };

  return {
    push: (bytes) => {
      events = [];
      try {
        readAll(bytes);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        finish(failed('malformed', error.message));
      }
      return events;
    },
    end: () => {
      events = [];
      if (state !== 'done') finish(endEvent());
      return events;
    },
  };
}
