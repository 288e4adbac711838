import { errorOctets, maxContentOctets } from '@perimeter/protocols/exposure/content';
import { httpLimits } from '../../net/http/limits.ts';
import type { ProbeContext } from '../probe.ts';
import { readSwept } from './answer.ts';
import { type AskPath, controlRequests } from './asking.ts';

/** Only the beginning of an answer is used; the limit is larger so that the connection of a short page can be reused. */
const sweepHttpLimits = {
  ...httpLimits,
  exchangeMs: 5_000,
  connectMs: 3_000,
  firstByteMs: 3_000,
  maxWireBytes: 12 * 1024,
  maxDecodedBytes: 12 * 1024,
};

/** Sends the requests of a sweep, and reports when at most so many are left. */
export interface SweepSender {
  ask: AskPath;
  isShort: (spare: number) => boolean;
}

/** Sends the sweep's requests to one address of the final document's origin. */
export function createAsking(context: ProbeContext, origin: URL, address: string): SweepSender {
  const { http, resolver, signal } = context;
  const meansOf = (limits: typeof sweepHttpLimits) =>
    http.probeWith({ limits, signal, resolver, share: 'sweep', accept: '*/*' });
  const means = meansOf(sweepHttpLimits);
  const meansOfPages = meansOf({ ...sweepHttpLimits, maxWireBytes: errorOctets, maxDecodedBytes: errorOctets });
  /** A server that answers 416 for existing content does not support our ranges (RFC 9110 section 15.5.17). */
  let knowsRanges = true;
  const send: AskPath = async (path, asking = {}) => {
    const { octets = maxContentOctets, post, method = post === undefined ? 'GET' : 'POST', again = '' } = asking;
    const url = new URL(path, origin);
    // RFC 9110 section 14.2: ranges are defined for GET only.
    const hasRange = method === 'GET' && knowsRanges && asking.isWhole !== true;
    const headers = [
      ['Accept-Encoding', 'identity'],
      ...(post === undefined
        ? []
        : [
            ['Content-Type', 'application/json'],
            ['Content-Length', String(post.length)],
          ]),
      ...(hasRange ? [['Range', `bytes=0-${octets - 1}`]] : []),
    ] as [string, string][];
    const asked = { method, headers, ...(post !== undefined && { body: post }), again: `exposure ${again}` };
    const { ask: askFor } = octets > sweepHttpLimits.maxWireBytes ? meansOfPages : means;
    const swept = readSwept(url, await askFor(url, address, asked), octets);
    if (!hasRange || !swept.ok || swept.answer.look.status !== 416) return swept;
    const whole = await ask(path, { ...asking, isWhole: true });
    if (whole.ok && whole.answer.bytes > 0 && whole.answer.look.status !== 416) knowsRanges = false;
    return whole;
  };
  const ask: AskPath = async (path, asking = {}) => {
    const failure = asking.isControl === true ? null : means.short(controlRequests);
    return failure === null ? send(path, asking) : { ok: false, failure, answered: false };
  };
  return { ask, isShort: (spare) => means.short(spare) !== null };
}
