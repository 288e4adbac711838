import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
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

/** CRC and length behind the deflate data of a gzip member (RFC 1952 section 2.3). */
const gzipTrailer = 8;

/** Flags of a gzip member: which fields follow its fixed ten octets (RFC 1952 section 2.3.1). */
const gzipFlags = { headCrc: 2, extra: 4, name: 8, comment: 16 } as const;

/** Offset of the deflate data in a gzip member: null without a valid header, Infinity where the header was cut short. */
function gzipDataAt(input: Uint8Array): number | null {
  if ([0x1f, 0x8b, 8].some((octet, at) => at < input.length && input[at] !== octet)) return null;
  const flags = input[3] ?? 0;
  let at = 10;
  if (flags & gzipFlags.extra) at += 2 + (input[at] ?? 0) + ((input[at + 1] ?? 0) << 8);
  for (const flag of [gzipFlags.name, gzipFlags.comment]) {
    if ((flags & flag) === 0) continue;
    const end = input.indexOf(0, at);
    at = end === -1 ? Infinity : end + 1;
  }
  if (flags & gzipFlags.headCrc) at += 2;
  return at < input.length ? at : Infinity;
}

type Decoder = Transform & zlib.Zlib;

/**
 * Runs one decoder, off the event loop, until its end or maxBytes of output. Truncated content is decoded as far as
 * possible, as in browsers, and is a failure: the end is only required once all output is read.
 */
function runDecoder(
  decoder: Decoder,
  input: Uint8Array,
  { coding, maxBytes }: { coding: string; maxBytes: number },
): Promise<DecodedContent & { usedBytes: number }> {
  return new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    let length = 0;
    const settle = (failure: NetFailure | null): void => {
      const usedBytes = decoder.bytesWritten;
      decoder.destroy();
      resolve({ bytes: Buffer.concat(parts).subarray(0, maxBytes), failure, usedBytes });
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

/** Browsers read only the deflate data of the first gzip member: its CRC, its length and further members have no effect. */
async function decodeGzip(input: Uint8Array, coding: ContentCoding, maxBytes: number): Promise<DecodedContent> {
  const cut = netFailed('closed', 'content-cut', coding);
  const dataAt = gzipDataAt(input);
  if (dataAt === null) return { bytes: new Uint8Array(), failure: netFailed('malformed', 'content-broken', coding) };
  if (dataAt === Infinity) return { bytes: new Uint8Array(), failure: cut };
  const data = input.subarray(dataAt);
  const { bytes, failure, usedBytes } = await runDecoder(zlib.createInflateRaw(options), data, { coding, maxBytes });
  return { bytes, failure: failure ?? (data.length < usedBytes + gzipTrailer ? cut : null) };
}

/** Most frames in zstd content; each costs a decoder. */
const maxFrames = 64;

/** Browsers read all zstd frames (RFC 8878 section 3.1). */
async function decodeZstd(input: Uint8Array, coding: ContentCoding, maxBytes: number): Promise<DecodedContent> {
  // Node.js supports Zstandard since 22.15. No request accepts it, so this is a fault of the server.
  if (!('createZstdDecompress' in zlib))
    return { bytes: new Uint8Array(), failure: netFailed('malformed', 'content-unasked', coding) };
  const parts: Uint8Array[] = [];
  let left = maxBytes;
  for (let at = 0, frames = 1; ; frames += 1) {
    const frame = input.subarray(at);
    const { bytes, failure, usedBytes } = await runDecoder(zlib.createZstdDecompress(options), frame, {
      coding,
      maxBytes: left,
    });
    parts.push(bytes);
    left -= bytes.length;
    at += usedBytes;
    const isOver = failure !== null || usedBytes === 0 || at >= input.length;
    if (isOver || frames === maxFrames) {
      const cut = at < input.length ? netFailed('closed', 'content-cut', coding) : null;
      return { bytes: Buffer.concat(parts), failure: failure ?? cut };
    }
  }
}

/** RFC 9110 section 8.4.1. */
async function decodeOne(coding: ContentCoding, input: Uint8Array, maxBytes: number): Promise<DecodedContent> {
  if (coding === 'zstd') return decodeZstd(input, coding, maxBytes);
  if (coding !== 'deflate' && coding !== 'br') return decodeGzip(input, coding, maxBytes);
  const inflate = hasZlibHeader(input) ? zlib.createInflate : zlib.createInflateRaw;
  const decoder = coding === 'br' ? zlib.createBrotliDecompress(options) : inflate(options);
  return runDecoder(decoder, input, { coding, maxBytes });
}

/** Decodes Content-Encoding as browsers do, last coding first, within limits on size and ratio. */
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
    const next = await decodeOne(coding, decoded.bytes, maxBytes);
    decoded = { bytes: next.bytes, failure: decoded.failure ?? next.failure };
  }
  return decoded;
}
