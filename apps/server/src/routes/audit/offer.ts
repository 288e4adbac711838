import type { FastifyBaseLogger } from 'fastify';
import type { Documents } from '../../documents/documents.ts';
import type { AppError } from '../../http/errors.ts';
import type { SealRow } from '../../repositories/schema/seals.ts';

/** What somebody in a browser gets who asks for a document. */
export type Offer =
  | { state: 'ready'; seal: SealRow }
  /** It is being made, or waits for its turn. */
  | { state: 'making' }
  /** Too many are waiting already: to be asked for again after some seconds. */
  | { state: 'queued'; afterSeconds: number }
  /** It could not be made, which was tried not long ago. */
  | { state: 'failed'; error: AppError; afterSeconds: number };

/** Documents for people in a browser: each is made while its reader waits on a page. */
export interface Offers {
  /** Begins a document unless it is there, and waits for it as long as it may. It rejects for what is no fault of the document. */
  of: (log: FastifyBaseLogger, asked: Parameters<Documents['of']>, patienceMs: number) => Promise<Offer>;
}
