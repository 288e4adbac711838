import { type PathCertificate, readPathCertificate } from '@perimeter/report/certificate-path';
import type { Stamper } from '@perimeter/report/seal/seal-pdf';
import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import { openTimeStampExchange } from '@perimeter/report/time-stamp/exchange';
import type { TimeStampSettings } from '../../settings/signing.ts';
import { readCertificates } from '../own-signer.ts';
import { StartError } from '../../settings/start-error.ts';

/** The operator's time-stamping authority. */
export interface TimeStampAuthority extends Omit<NonNullable<TimeStampSettings>, 'anchorsFile'> {
  /** Roots that its certificate must chain to; null: not checked. */
  anchors: readonly PathCertificate[] | null;
}

function readAnchors(file: string): PathCertificate[] {
  const certificates = readCertificates('PERIMETER_TSA_CA', file);
  if (certificates.length === 0) throw new StartError(`PERIMETER_TSA_CA: ${file} contains no PEM certificate`, 2);
  try {
    return certificates.map(({ raw }) => readPathCertificate(raw));
  } catch {
    throw new StartError(`PERIMETER_TSA_CA: ${file} contains a malformed certificate`, 2);
  }
}

/** Reads the authority's roots. Throws StartError. */
export function readTimeStampAuthority(settings: TimeStampSettings): TimeStampAuthority | null {
  if (settings === null) return null;
  const { anchorsFile, ...rest } = settings;
  return { ...rest, anchors: anchorsFile === null ? null : readAnchors(anchorsFile) };
}

/** Long enough for a busy authority, short enough for a waiting reader; in milliseconds. */
const defaultPatienceMs = 10_000;
/** Tokens with long chains have about ten thousand bytes. */
const maxResponseBytes = 64 * 1024;
// RFC 3161 section 3.4.
const queryType = 'application/timestamp-query';
const replyType = 'application/timestamp-reply';

const reasonOf = (error: unknown, patienceMs: number): string => {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `time-out after ${patienceMs} ms`;
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code !== '' ? code : cause instanceof Error ? cause.message : 'the connection failed';
};

async function readCapped(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    // Leaving the loop closes the connection.
    if (length > maxResponseBytes)
      throw new TimeStampError(`The time-stamping authority sent more than ${maxResponseBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * One HTTP request (RFC 3161 section 3.4) to the configured authority only: redirects are not followed, and the answer
 * is limited in time and size. Rejects with TimeStampError.
 */
async function ask(
  { url, authorization }: TimeStampAuthority,
  request: Uint8Array,
  patienceMs: number,
): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: Buffer.from(request),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        'content-type': queryType,
        accept: replyType,
        'accept-encoding': 'identity',
        connection: 'close',
        ...(authorization === null ? {} : { authorization }),
      },
    });
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (response.status !== 200 || type !== replyType) {
      await response.body?.cancel();
      throw new TimeStampError(
        `The time-stamping authority answered with status ${response.status} and content type ${type ?? 'none'}`,
      );
    }
    return await readCapped(response);
  } catch (error) {
    if (error instanceof TimeStampError) throw error;
    throw new TimeStampError(`The time-stamping authority is unreachable: ${reasonOf(error, patienceMs)}`);
  }
}

/** A function that gets an authority's stamps for a document with a stated sealing time. */
export const stamperOf =
  (authority: TimeStampAuthority, claimedMs: number, patienceMs = defaultPatienceMs): Stamper =>
  async (signature) => {
    const { anchors, policy } = authority;
    const exchange = openTimeStampExchange(signature, { anchors, policy, claimedMs });
    return exchange.accept(await ask(authority, exchange.request, patienceMs));
  };
