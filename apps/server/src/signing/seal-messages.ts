import type { SealOptions } from '@perimeter/report/seal/seal-pdf';
import type { MessagePort } from 'node:worker_threads';

/** A document to be sealed, and where to answer. */
export interface SealRequest {
  pdf: Uint8Array;
  options: SealOptions;
  withStamp: boolean;
  port: MessagePort;
}

/** Asks the thread to close a port once it is there: it has read its program then. */
export interface StartRequest {
  port: MessagePort;
}

/** What the thread says: that it needs a stamp over a signature, or how it ended. */
export type SealAnswer =
  | { kind: 'stamp'; signature: Uint8Array }
  | { kind: 'sealed'; pdf: Uint8Array }
  /** Our own verifier would refuse it, and says why. */
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; error: unknown };

/** A stamp, or none. */
export interface StampAnswer {
  token?: Uint8Array;
}
