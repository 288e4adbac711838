import type { SealOptions } from '@perimeter/report/seal/seal-pdf';
import type { MessagePort } from 'node:worker_threads';

/** A document to be sealed, and the port for the answers. */
export interface SealRequest {
  pdf: Uint8Array;
  options: SealOptions;
  withStamp: boolean;
  port: MessagePort;
}

/** Asks the thread to close a port once it has loaded its program. */
export interface StartRequest {
  port: MessagePort;
}

/** What the thread answers: that it needs a stamp for a signature, or its result. */
export type SealAnswer =
  | { kind: 'stamp'; signature: Uint8Array }
  | { kind: 'sealed'; pdf: Uint8Array }
  /** Our own verifier would reject the document, with the reason. */
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; error: unknown };

/** A stamp, or null. */
export interface StampAnswer {
  token?: Uint8Array;
}
