import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { type ContentCoding, parseContentEncoding } from '@perimeter/protocols/http/content-encoding';
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

/** RFC 9110 section 8.4.1. */
function decoderOf(coding: ContentCoding, input: Uint8Array): Transform {
  if (coding === 'deflate') return hasZlibHeader(input) ? createInflate(options) : createInflateRaw(options);
  if (coding === 'br') return createBrotliDecompress(options);
  return coding === 'zstd' ? createZstdDecompress(options) : createGunzip(options);
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

/** Undoes Content-Encoding as browsers do, outermost coding last in the list, under the caps on size and ratio. */
export async function decodeContent(
  content: Uint8Array,
  contentEncoding: readonly string[],
  limits: HttpLimits,
): Promise<DecodedContent> {
  const { value: codings, problems } = parseContentEncoding(contentEncoding);
  if (codings === null)
    return { bytes: new Uint8Array(), failure: netFailed('malformed', 'content-coding', problems.join(', ')) };
  if (codings.length > limits.maxCodings)
    return { bytes: content, failure: netFailed('malformed', 'content-codings', codings.length) };
  const maxBytes = Math.min(limits.maxDecodedBytes, Math.max(limits.ratioFloorBytes, content.length * limits.maxRatio));
  let decoded: DecodedContent = { bytes: content, failure: null };
  for (const coding of codings.toReversed()) {
    if (decoded.bytes.length === 0) break;
    const next = await runDecoder(decoderOf(coding, decoded.bytes), decoded.bytes, coding, maxBytes);
    decoded = { bytes: next.bytes, failure: decoded.failure ?? next.failure };
  }
  return decoded;
}
