import { openBy, type Verdict } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { protectionsOf } from '../../../evidence/http/protections.ts';

/** A verdict on a protection that was read over HTTP/1.1, unless it differs over HTTP/2, which browsers prefer. */
export function unlessHttp2Differs(
  { headers, overHttp2, url }: Answer,
  what: ReturnType<typeof protectionsOf>[number],
  verdict: Verdict,
): Verdict {
  if (overHttp2 === undefined) return verdict;
  const [older, newer] = [headers, overHttp2].map((lines) => protectionsOf(lines, url.protocol).includes(what));
  if (older === newer) return verdict;
  return openBy(older ? 'lacks-over-http2' : 'only-over-http2', { what });
}
