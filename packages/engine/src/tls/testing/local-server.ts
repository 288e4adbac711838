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

/** Closes when the test file ends at the latest: where a test fails before it closes its server, the file still ends. */
export function closedAtEnd(close: () => void): () => void {
  const once = (): void => {
    if (closers.delete(once)) close();
  };
  closers.add(once);
  return once;
}
