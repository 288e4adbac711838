import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { HttpLimits } from './limits.ts';

/** Content as far as it could be decoded. */
export interface DecodedContent {
  bytes: Uint8Array;
  failure: NetFailure | null;
}

/** RFC 1950 section 2.2; servers also send bare deflate data under the name "deflate". */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;

const options = { chunkSize: 64 * 1024 };

/** RFC 9110 section 8.4.1: a decoder for the coding, or null where we did not ask for it. */
function decoderOf(coding: string, input: Uint8Array): Transform | null {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(options);
  if (coding === 'deflate') return hasZlibHeader(input) ? createInflate(options) : createInflateRaw(options);
  return coding === 'br' ? createBrotliDecompress(options) : null;
}

/**
 * Runs one decoder, off the event loop, until its end or until maxBytes have come out. Content that was cut short is decoded as
 * far as it goes, as browsers do, and is a failure: the end is asked for only when all that came is out.
 */
function runDecoder(decoder: Transform, input: Uint8Array, coding: string, maxBytes: number): Promise<DecodedContent> {
  return new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    let length = 0;
    const settle = (failure: NetFailure | null): void => {
      decoder.destroy();
      resolve({ bytes: Buffer.concat(parts).subarray(0, maxBytes), failure });
    };
    decoder.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length <= maxBytes) return;
      decoder.removeAllListeners('data');
      settle(netFailed('too-large', 'content-grows', coding, input.length, maxBytes));
    });
    decoder.on('error', (error) => {
      const isCut = 'code' in error && error.code === 'Z_BUF_ERROR';
      settle(isCut ? netFailed('closed', 'content-cut', coding) : netFailed('malformed', 'content-broken', coding));
    });
    decoder.on('end', () => settle(null));
    decoder.write(input, (error) => {
      if (!error) decoder.end();
    });
  });
}

/** Undoes Content-Encoding, outermost coding last in the list, under the caps on size and ratio. */
export async function decodeContent(
  content: Uint8Array,
  contentEncoding: readonly string[],
  limits: HttpLimits,
): Promise<DecodedContent> {
  const codings = contentEncoding
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > limits.maxCodings) {
    return { bytes: content, failure: netFailed('malformed', 'content-codings', codings.length) };
  }
  const maxBytes = Math.min(limits.maxDecodedBytes, Math.max(limits.ratioFloorBytes, content.length * limits.maxRatio));
  let decoded: DecodedContent = { bytes: content, failure: null };
  for (const coding of codings.toReversed()) {
    if (decoded.bytes.length === 0) break;
    const decoder = decoderOf(coding, decoded.bytes);
    if (decoder === null) {
      const failure = netFailed('malformed', 'content-unasked', JSON.stringify(coding.slice(0, 40)));
      return { bytes: new Uint8Array(), failure };
    }
    const next = await runDecoder(decoder, decoded.bytes, coding, maxBytes);
    decoded = { bytes: next.bytes, failure: decoded.failure ?? next.failure };
  }
  return decoded;
}
