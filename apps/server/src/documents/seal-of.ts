import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import type { FastifyBaseLogger } from 'fastify';
import type { SealRow } from '../repositories/schema/seals.ts';
import { AppError } from '../http/errors.ts';
import type { Documents } from './documents.ts';
import { RendererError } from '../rendering/exchange.ts';
import { SigningKeysError } from '../signing/signing-keys.ts';

/** Retry-After in seconds: while too many documents are waiting, and after a failure. */
export const retrySeconds = { busy: 5, 'gave-up': 30, unsealed: 30 } as const;

function problemOf({ problem }: RendererError): AppError {
  if (problem === 'unavailable') {
    return new AppError('not_implemented', {
      detail: 'PDF rendering is not available on this platform; all other formats are',
    });
  }
  return new AppError('service_unavailable', {
    detail: problem === 'busy' ? 'Too many documents are being generated' : 'Generating the document failed',
    headers: { 'retry-after': String(retrySeconds[problem]) },
  });
}

const maxReasonLength = 500;

/** A public error for a document that was not sealed; details are only in the log. */
const unsealed = (detail: string): AppError =>
  new AppError('service_unavailable', { detail, headers: { 'retry-after': String(retrySeconds.unsealed) } });

/** True if the document was not started because the queue is full. */
export const isBusy = (error: unknown): boolean => error instanceof RendererError && error.problem === 'busy';

/** The public error for a document that was not made; the cause is logged. Other errors are returned unchanged. */
export function toProblem(log: FastifyBaseLogger, error: unknown): unknown {
  if (error instanceof RendererError) {
    if (!isBusy(error)) log.warn({ reason: error.message }, 'Rendering a document failed');
    return problemOf(error);
  }
  const isStamp = error instanceof TimeStampError;
  if (!isStamp && !(error instanceof SigningKeysError)) return error;
  // The message may quote an authority's answer of any length.
  log.warn({ reason: error.message.slice(0, maxReasonLength) }, 'Signing a document failed');
  return unsealed(
    isStamp
      ? 'The time-stamping authority did not respond, and documents need a time stamp'
      : 'No signing key is available',
  );
}

/** The document of an audit, made if necessary. Throws an AppError if it cannot be made now. */
export async function sealOf(
  log: FastifyBaseLogger,
  documents: Pick<Documents, 'of'>,
  ...asked: Parameters<Documents['of']>
): Promise<SealRow> {
  try {
    return await documents.of(...asked);
  } catch (error) {
    throw toProblem(log, error);
  }
}
