import { firstConnectTimeoutMs } from '../dialer.ts';

/** Time and memory limits of one exchange, whatever the target sends. */
export interface HttpLimits {
  /** From the granted slot to the last byte. */
  exchangeMs: number;
  connectMs: number;
  tlsMs: number;
  /** From the request to the first byte of the answer. */
  firstByteMs: number;
  /** After the first byte, each window must bring minBytesPerWindow, else the answer is too slow. */
  rateWindowMs: number;
  minBytesPerWindow: number;
  maxHeadBytes: number;
  maxInterim: number;
  /** Content as received, before Content-Encoding is decoded. */
  maxWireBytes: number;
  maxDecodedBytes: number;
  /** Ratio of decoded to received bytes, above ratioFloorBytes decoded. */
  maxRatio: number;
  ratioFloorBytes: number;
  maxTextBytes: number;
  /** Stacked content codings: as many as Chromium 156 decodes. */
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
