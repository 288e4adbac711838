import { firstConnectTimeoutMs } from '../dialer.ts';

/** What one exchange may cost us in time and memory, whatever the target sends. */
export interface HttpLimits {
  /** From the wait for a connection that has its place to the last byte. */
  exchangeMs: number;
  connectMs: number;
  tlsMs: number;
  /** Silence after the request, before the first byte. */
  firstByteMs: number;
  /** Once the answer has begun, each window must bring minBytesPerWindow, or the answer is a drip. */
  rateWindowMs: number;
  minBytesPerWindow: number;
  maxHeadBytes: number;
  maxInterim: number;
  /** Content as received, before Content-Encoding is undone. */
  maxWireBytes: number;
  maxDecodedBytes: number;
  /** Decoded to received, above ratioFloorBytes decoded. */
  maxRatio: number;
  ratioFloorBytes: number;
  maxTextBytes: number;
  /** Content codings applied one over the other: as many as Chromium 156 undoes. */
  maxCodings: number;
}

/** The limits of an audit. */
export const httpLimits: HttpLimits = {
  exchangeMs: 20_000,
  connectMs: firstConnectTimeoutMs,
  tlsMs: 6_000,
  firstByteMs: 10_000,
  rateWindowMs: 5_000,
  minBytesPerWindow: 256,
  maxHeadBytes: 64 * 1024,
  maxInterim: 10,
  maxWireBytes: 2 * 1024 * 1024,
  maxDecodedBytes: 5 * 1024 * 1024,
  maxRatio: 100,
  ratioFloorBytes: 256 * 1024,
  maxTextBytes: 1024 * 1024,
  maxCodings: 10,
};
