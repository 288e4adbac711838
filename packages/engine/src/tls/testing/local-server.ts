import { after } from 'node:test';

/** A server on a free port of 127.0.0.1. */
export interface LocalServer {
  port: number;
  close: () => void;
}

/** Closes once, at the latest when the test or file ends that opens the server, so that a failing test does not keep it open. */
export function closedAtEnd(close: () => void): () => void {
  let isOpen = true;
  const once = (): void => {
    if (isOpen) close();
    isOpen = false;
  };
  after(once);
  return once;
}
