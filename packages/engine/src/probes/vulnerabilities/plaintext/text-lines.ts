import type { Duplex } from 'node:stream';
import { systemClock } from '../../../net/deadline.ts';

/** Lines of a text protocol; null at the end of the stream, undefined for silence. */
export interface TextLines {
  next: (timeoutMs: number) => Promise<string | null | undefined>;
  /** Bytes after the last line read: an incomplete line, or further data. */
  hasMore: () => boolean;
  /** Stops reading, so that another reader can take over the stream. */
  stop: () => void;
}

/** Mail servers send less before login. */
const maxBytes = 16 * 1024;

/** Reads a stream by line, up to 16 KiB. */
export function linesOf(stream: Duplex): TextLines {
  let text = '';
  let isOver = false;
  let wake: (() => void) | null = null;
  const onData = (chunk: Buffer): void => {
    text += chunk.toString('latin1').slice(0, maxBytes - text.length);
    if (text.length >= maxBytes) isOver = true;
    wake?.();
  };
  const onEnd = (): void => {
    isOver = true;
    wake?.();
  };
  stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd);

  const take = (): string | null | undefined => {
    const end = text.indexOf('\n');
    if (end < 0) return isOver ? null : undefined;
    const line = text.slice(0, end).replace(/\r$/, '');
    text = text.slice(end + 1);
    return line;
  };
  const next = (timeoutMs: number): Promise<string | null | undefined> => {
    const line = take();
    if (line !== undefined) return Promise.resolve(line);
    return new Promise((resolve) => {
      const settle = (): void => {
        const woken = take();
        if (woken === undefined && performance.now() < untilMs) return;
        cancelTimer();
        wake = null;
        resolve(woken);
      };
      const untilMs = performance.now() + timeoutMs - 1;
      const cancelTimer = systemClock.schedule(timeoutMs, settle);
      wake = settle;
    });
  };
  return {
    next,
    hasMore: () => text.length > 0,
    stop: () => {
      stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd);
    },
  };
}
