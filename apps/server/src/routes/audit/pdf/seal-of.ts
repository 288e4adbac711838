import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import type { FastifyBaseLogger } from 'fastify';
import type { SealRow } from '../../../repositories/schema/seals.ts';
import { AppError } from '../../../http/errors.ts';
import type { Documents } from '../../../documents/documents.ts';
import { RendererError } from '../../../rendering/exchange.ts';
import { SigningKeysError } from '../../../signing/signing-keys.ts';

/** When to come again while too many documents are waiting, and after one that could not be made. */
const retrySeconds = { busy: 5, 'gave-up': 30, unsealed: 30 } as const;

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

/** Why a document could not be sealed, for everybody; the log has what the operator needs. */
const unsealed = (detail: string): AppError =>
  new AppError('service_unavailable', { detail, headers: { 'retry-after': String(retrySeconds.unsealed) } });

/** The document of an audit, made if need be. Throws an AppError where there is none to be had now. */
export async function sealOf(
  log: FastifyBaseLogger,
  documents: Documents,
  ...[audit, stored, paper]: Parameters<Documents['of']>
): Promise<SealRow> {
  try {
    return await documents.of(audit, stored, paper);
  } catch (error) {
    if (error instanceof RendererError) {
      if (error.problem !== 'busy') log.warn({ reason: error.message }, 'Rendering a document failed');
      throw problemOf(error);
    }
    const isStamp = error instanceof TimeStampError;
    if (!isStamp && !(error instanceof SigningKeysError)) throw error;
    // It may quote what an authority says, at whatever length.
    log.warn({ reason: error.message.slice(0, maxReasonLength) }, 'Signing a document failed');
    throw unsealed(
      isStamp
        ? 'The time-stamping authority did not respond, and documents need a time stamp'
        : 'No signing key is available',
    );
  }
}
