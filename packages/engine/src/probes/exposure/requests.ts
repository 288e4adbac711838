import { errorOctets, maxContentOctets } from '@perimeter/protocols/exposure/content';
import { httpLimits } from '../../net/http/limits.ts';
import type { ProbeContext } from '../probe.ts';
import { readSwept } from './answer.ts';
import type { AskPath } from './sweep.ts';

/** An answer is read for its beginning alone; so much more is read that the connection of a short page can be kept. */
const sweepHttpLimits = {
  ...httpLimits,
  exchangeMs: 5_000,
  connectMs: 3_000,
  firstByteMs: 3_000,
  maxWireBytes: 12 * 1024,
  maxDecodedBytes: 12 * 1024,
};

/** Sends the requests of the sweep to one address of the final document's origin. */
export function createAskPath(context: ProbeContext, origin: URL, address: string): AskPath {
  const { http, resolver, signal } = context;
  const meansOf = (limits: typeof sweepHttpLimits) =>
    http.probeWith({ limits, signal, resolver, share: 'sweep', accept: '*/*' });
  const means = meansOf(sweepHttpLimits);
  const meansOfPages = meansOf({ ...sweepHttpLimits, maxWireBytes: errorOctets, maxDecodedBytes: errorOctets });
  return async (path, asking = {}) => {
    const { octets = maxContentOctets, post, method = post === undefined ? 'GET' : 'POST', again = '' } = asking;
    const url = new URL(path, origin);
    const headers = [
      ['Accept-Encoding', 'identity'],
      ...(post === undefined
        ? []
        : [
            ['Content-Type', 'application/json'],
            ['Content-Length', String(post.length)],
          ]),
      // RFC 9110 section 14.2: a range is for GET alone.
      ...(method === 'GET' ? [['Range', `bytes=0-${octets - 1}`]] : []),
    ] as [string, string][];
    const asked = { method, headers, ...(post !== undefined && { body: post }), again: `exposure ${again}` };
    const { ask } = octets > sweepHttpLimits.maxWireBytes ? meansOfPages : means;
    return readSwept(url, await ask(url, address, asked), octets);
  };
}
