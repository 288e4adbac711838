import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { openBy, type Verdict, type Why, whyBy } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { shorten } from '../../../evidence/words/text.ts';
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

const nonce = /'nonce-[^']*'/g;

/** A policy with the nonces of another, because each response has its own. */
function withNonces(policy: string, other: string): string {
  const known = (other.match(nonce) ?? []).values();
  return policy.replaceAll(nonce, (own) => known.next().value ?? own);
}

/** The answer with the value that a header has over HTTP/2, if it is there in both and differs; else null. */
export function asOverHttp2(
  { overHttp2 = [], ...answer }: Answer,
  what: string,
): { document: Answer; why: Why } | null {
  const [older, newer] = [answer.headers, overHttp2].map((lines) => headerLines(lines, what));
  if (older === undefined || newer === undefined || older.length === 0 || newer.length === 0) return null;
  const text = older.map(([, value]) => value).join(', ');
  const lines = newer.map(([name, value]): [string, string] => [name, withNonces(value, text)]);
  const other = lines.map(([, value]) => value).join(', ');
  if (other === text) return null;
  const headers = [...answer.headers.filter((line) => !older.includes(line)), ...lines];
  const why = whyBy('differs-over-http2', { what, older: shorten(text, 200), newer: shorten(other, 200) });
  return { document: { ...answer, headers }, why };
}
