import { barsAudit } from '../../evidence/http/robots.ts';
import type { HttpExchange, HttpPurpose } from '../../evidence/http/schema.ts';
import { isOfSite } from '../../evidence/site/in-place.ts';
import { isOwnUrl, type SiteOwner } from '../../evidence/site/own.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import type { RequestChanges } from '../../net/http/fetch.ts';
import type { HttpLimits } from '../../net/http/limits.ts';
import { maxRedirects, nextUrl } from '../../net/http/redirects.ts';
import { sentPath, sentRequests } from '../requests.data.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** Further requests around the document have short time limits. */
export const aroundLimits = (limits: HttpLimits): HttpLimits => ({
  ...limits,
  exchangeMs: Math.min(limits.exchangeMs, 6_000),
  firstByteMs: Math.min(limits.firstByteMs, 3_000),
});

/** The document around which requests are sent. */
export interface Final {
  /** Its URL, with secrets in the query. */
  url: URL;
  address: string;
  exchange: HttpExchange;
}

/** The site's owner, and the seed of the nonexistent path. */
export interface Around extends SiteOwner {
  seed: string;
}

const pathOf = (seed: string): string => sentPath(sentRequests.missing, sha256Hex(`missing ${seed}`).slice(0, 12));

/** Only around a document of the target's own, without a wall in its place. */
const mayAskAround = ({ url, exchange }: Final, around: Around): boolean => isOfSite(exchange) && isOwnUrl(around, url);

const exchangeOf = (id: string, purpose: HttpPurpose, { facts }: Exchanged): HttpExchange => ({
  id,
  ...facts,
  purpose,
});

/** The text of a successful response; null for any other. */
function textOf({ facts: { result }, content }: Exchanged): string | null {
  if (!result.ok || result.response.status < 200 || result.response.status > 299) return null;
  // Servers that know no media type for the file send it as binary.
  return result.response.body.text ?? Buffer.from(content ?? []).toString('utf8');
}

/** RFC 9309 section 2.3.1.2: five redirects at least. */
const maxRobotsRedirects = 5;

/** A file at a known path, following redirects only to the target's own hosts. */
async function askFile(
  { means, final: { url, address }, around }: { means: ProbeHttp; final: Final; around: Around },
  purpose: 'robots' | 'security-txt',
  [path, most]: readonly [path: string, redirects: number],
): Promise<{ done: Exchanged; exchange: HttpExchange }[]> {
  const hops: Exchanged[] = [];
  let asked = new URL(path, url);
  for (let done = await means.ask(asked, address); ; done = (await means.fetch(asked)).exchange) {
    hops.push(done);
    const next = done.head === null ? null : nextUrl(done.head, asked);
    const goesOn = next?.kind === 'url' && hops.length <= most && isOwnUrl(around, next.url);
    if (!goesOn || hops.some(({ facts }) => facts.url === next.url.href)) break;
    asked = next.url;
  }
  return hops.map((done, at) => ({
    done,
    exchange: exchangeOf(at === 0 ? purpose : `${purpose}.${at + 1}`, purpose, done),
  }));
}

/** A file with its text, whatever its media type, so that a wrong type is a separate fault; binary content does not count. */
function withText({ done, exchange }: { done: Exchanged; exchange: HttpExchange }): HttpExchange {
  const text = textOf(done);
  if (!exchange.result.ok || text === null || text.includes('\0')) return exchange;
  const { response } = exchange.result;
  return { ...exchange, result: { ok: true, response: { ...response, body: { ...response.body, text } } } };
}

/**
 * Requests around the document: robots.txt first, because it may exclude the audit; then the document again, a
 * nonexistent path, and security.txt.
 */
export async function askAround(
  means: ProbeHttp,
  final: Final,
  around: Around,
): Promise<{ exchanges: HttpExchange[]; robotsBar?: boolean }> {
  if (!mayAskAround(final, around)) return { exchanges: [] };
  const { url, address } = final;
  const ask = async (id: HttpPurpose, path: string | URL, asking: RequestChanges = {}): Promise<HttpExchange> =>
    exchangeOf(id, id, await means.ask(new URL(path, url), address, asking));
  const asking = { means, final, around };
  const robots = await askFile(asking, 'robots', [sentRequests.robots.path, maxRobotsRedirects]);
  const exchanges = robots.map(({ exchange }) => exchange);
  if (robots.some(({ done }) => barsAudit(textOf(done) ?? ''))) return { exchanges, robotsBar: true };
  // RFC 9116 section 5.2 expects redirects without a limit: they are followed as for a document.
  const [again, missing, securityTxt] = await Promise.all([
    ask('again', url, { again: 'nonces' }),
    ask('missing', pathOf(around.seed)),
    askFile(asking, 'security-txt', [sentRequests.securityTxt.path, maxRedirects]),
  ]);
  const others = [again, missing, ...securityTxt.map(withText)];
  return { exchanges: [...exchanges, ...others], robotsBar: false };
}
