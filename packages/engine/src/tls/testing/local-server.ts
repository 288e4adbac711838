import { after } from 'node:test';

/** A server on a free port of 127.0.0.1. */
export interface LocalServer {
  port: number;
  close: () => void;
}

const closers = new Set<() => void>();
after(() => {
  for (const close of closers) close();
});

/** Closes at the latest when the test file ends, so that a failing test does not keep it open. */
export function closedAtEnd(close: () => void): () => void {
  const once = (): void => {
    if (closers.delete(once)) close();
  };
  closers.add(once);
  return once;
}
