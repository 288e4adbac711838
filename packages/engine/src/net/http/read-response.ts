import type { Duplex } from 'node:stream';
import type { ResponseHead } from '@perimeter/protocols/http/message-head';
import { type ResponseEvent, createResponseReader } from '@perimeter/protocols/http/message-reader';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { abortFailure, systemClock } from '../deadline.ts';
import type { HttpLimits } from './limits.ts';
import { streamFailure } from '../stream-failure.ts';

/** A response as far as received: with both a head and a failure, the content ended early. */
export interface ReadResponse {
  head: ResponseHead | null;
  interim: number;
  /** Content without its transfer coding. */
  content: Uint8Array;
  problems: readonly string[];
  failure: NetFailure | null;
  /** All received bytes, heads and coding included. */
  receivedBytes: number;
  /** The message ended at the end of its framing, with no data after it. */
  endedExactly: boolean;
}

/** Content is copied into one buffer: a million chunks of one byte must not become a million views. */
function createContentBuffer() {
  let buffer = new Uint8Array(16 * 1024);
  let length = 0;
  return {
    append: (bytes: Uint8Array, maxBytes: number): void => {
      const piece = bytes.subarray(0, maxBytes - length);
      if (length + piece.length > buffer.length) {
        const grown = new Uint8Array(Math.max(buffer.length * 2, length + piece.length));
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      buffer.set(piece, length);
      length += piece.length;
    },
    bytes: (): Uint8Array => buffer.subarray(0, length),
    get length() {
      return length;
    },
  };
}

/** Collects the reader's events, and reports when the response is over: null, or the failure that ended it. */
function createGatherer(method: string, limits: HttpLimits) {
  const reader = createResponseReader(method, limits);
  const content = createContentBuffer();
  const gathered: Pick<ReadResponse, 'head' | 'interim' | 'problems'> = { head: null, interim: 0, problems: [] };
  let receivedBytes = 0;

  const take = (event: ResponseEvent): NetFailure | 'done' | undefined => {
    if (event.kind === 'interim') gathered.interim += 1;
    if (event.kind === 'head') Object.assign(gathered, { head: event.head, problems: event.head.problems });
    if (event.kind === 'content') {
      const tooLarge = content.length + event.bytes.length > limits.maxWireBytes;
      content.append(event.bytes, limits.maxWireBytes);
      if (tooLarge) return netFailed('too-large', 'content-too-large', limits.maxWireBytes);
    }
    if (event.kind === 'failed') return netFailed(event.reason, 'message-malformed', event.detail);
    if (event.kind !== 'end') return undefined;
    gathered.problems = [...gathered.problems, ...event.problems];
    return 'done';
  };
  const takeAll = (events: readonly ResponseEvent[]): NetFailure | 'done' | undefined => {
    for (const event of events) {
      const over = take(event);
      if (over !== undefined) return over;
    }
    return undefined;
  };
  return {
    push: (bytes: Uint8Array): NetFailure | 'done' | undefined => {
      receivedBytes += bytes.length;
      const over = takeAll(reader.push(bytes));
      // Chunk extensions and trailers are no content, but cost as much to read.
      if (over !== undefined || receivedBytes <= 2 * limits.maxWireBytes) return over;
      return netFailed('too-large', 'chunks-too-large', 2 * limits.maxWireBytes);
    },
    end: (): NetFailure | 'done' => takeAll(reader.end()) ?? 'done',
    result: (failure: NetFailure | null): ReadResponse => ({
      ...gathered,
      content: content.bytes(),
      failure,
      receivedBytes,
      endedExactly: failure === null && reader.endedExactly,
    }),
  };
}

/** Watches the rate of an answer: the wait for its first byte, then a minimum rate. */
function watchPace(limits: HttpLimits, onSlow: (failure: NetFailure) => void) {
  const { firstByteMs, rateWindowMs, minBytesPerWindow } = limits;
  const cancelFirstByte = systemClock.schedule(firstByteMs, () =>
    onSlow(netFailed('timeout', 'no-answer-within', firstByteMs)),
  );
  let cancelWindow: (() => void) | undefined;
  let bytesInWindow = 0;
  const endWindow = (): void => {
    const isSlow = bytesInWindow < minBytesPerWindow;
    startWindow();
    if (isSlow) onSlow(netFailed('timeout', 'slower-than', minBytesPerWindow, rateWindowMs));
  };
  const startWindow = (): void => {
    bytesInWindow = 0;
    cancelWindow = systemClock.schedule(rateWindowMs, endWindow);
  };
  return {
    sawBytes: (count: number): void => {
      cancelFirstByte();
      if (cancelWindow === undefined) startWindow();
      bytesInWindow += count;
    },
    stop: (): void => {
      cancelFirstByte();
      cancelWindow?.();
    },
  };
}

/** Reads one response from an open stream, under the limits and the signal. Never rejects; the caller handles later errors and destroys the stream. */
export function readResponse(
  stream: Duplex,
  method: string,
  { limits, signal }: { limits: HttpLimits; signal: AbortSignal },
): Promise<ReadResponse> {
  return new Promise((resolve) => {
    const gatherer = createGatherer(method, limits);
    const settle = (failure: NetFailure | null): void => {
      pace.stop();
      signal.removeEventListener('abort', onAbort);
      stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
      stream.pause();
      resolve(gatherer.result(failure));
    };
    const settleOver = (over: NetFailure | 'done'): void => settle(over === 'done' ? null : over);
    const onAbort = (): void => settle(abortFailure(signal));
    const onEnd = (): void => settleOver(gatherer.end());
    const onError = (error: Error): void => settle(streamFailure(error, 'read-response()'));
    const onData = (bytes: Buffer): void => {
      pace.sawBytes(bytes.length);
      const over = gatherer.push(bytes);
      if (over !== undefined) settleOver(over);
    };
    const pace = watchPace(limits, settle);
    stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
    // A reused connection was left paused.
    stream.resume();
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
}
