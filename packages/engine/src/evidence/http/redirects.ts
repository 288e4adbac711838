import type { HttpRedirect } from '@perimeter/contract/observed/http';
import type { Scene, SceneNode, Tone } from '@perimeter/contract/section';
import { parseStrictTransportSecurity } from '@perimeter/protocols/http/policies/strict-transport-security';
import { failureText } from '../failure-text.ts';
import { deadEnd } from './dead-ends.ts';
import type { HttpChain, HttpEvidence, HttpExchange } from './schema.ts';
import { wallOf, wallWords } from './wall.ts';

type Hop = HttpRedirect['hops'][number];

/** A policy over http is ignored (RFC 6797 section 8.1), and max-age=0 ends a policy (section 6.1.1). */
function hstsOf({ url, result }: HttpExchange): Hop['hsts'] {
  if (!result.ok || !url.startsWith('https:')) return null;
  const policy = parseStrictTransportSecurity(result.response.headers).value;
  return policy === null || policy.maxAgeSeconds === 0 ? null : policy;
}

const hopOf = (exchange: HttpExchange): Hop => ({
  url: exchange.url,
  status: exchange.result.ok ? exchange.result.response.status : null,
  hsts: hstsOf(exchange),
});

const hopsOf = ({ hops }: HttpChain, exchanges: readonly HttpExchange[]): HttpExchange[] =>
  hops.flatMap((id) => exchanges.find((exchange) => exchange.id === id) ?? []);

/** Each starting URL of the site with its hops. */
export const redirectsOf = ({ chains, exchanges }: HttpEvidence): HttpRedirect[] =>
  chains.map((chain) => {
    const hops = hopsOf(chain, exchanges).map(hopOf);
    return { from: hops[0]?.url ?? '', hops, ended: chain.ended };
  });

const day = 86_400;

function hstsText({ url, hsts }: Hop): string {
  if (!url.startsWith('https:')) return 'not encrypted';
  if (hsts === null) return 'no HSTS';
  const { maxAgeSeconds, includeSubDomains, preload } = hsts;
  const span = maxAgeSeconds < day ? `${maxAgeSeconds} s` : `${Math.floor(maxAgeSeconds / day)} days`;
  return ['HSTS', span, ...(includeSubDomains ? ['subdomains'] : []), ...(preload ? ['preload'] : [])]
    .join(', ')
    .replace(',', '');
}

/** The result of a hop beside its status. */
function resultText({ result }: HttpExchange): string {
  if (!result.ok) return failureText(result.failure);
  const wall = wallOf(result.response);
  return wall === null
    ? `${result.response.status}`
    : `${result.response.status}, ${wallWords(wall, result.response.status)}`;
}

const isEncrypted = ({ url }: HttpExchange): boolean => url.startsWith('https:');

/** Showing a document over http is worse than redirecting away from http. */
function toneOf(exchange: HttpExchange, leads: boolean): Tone {
  if (!exchange.result.ok) return 'neutral';
  if (!isEncrypted(exchange)) return leads ? 'fair' : 'bad';
  return hstsOf(exchange) === null ? 'fair' : 'good';
}

/** Each URL once, with each redirect's status on the arrow; http is stated in words, not by colour alone. */
export function redirectScene({ chains, exchanges }: HttpEvidence): Scene {
  const nodes = new Map<string, SceneNode>();
  const edges = new Map<string, Scene['edges'][number]>();
  for (const chain of chains) {
    const hops = hopsOf(chain, exchanges);
    for (const [index, exchange] of hops.entries()) {
      const next = hops[index + 1];
      const { url, result } = exchange;
      const leads = next !== undefined;
      const dead = leads ? null : deadEnd(chain, exchanges);
      const details = [
        ...(result.ok ? [hstsText(hopOf(exchange))] : []),
        ...(leads ? [] : [dead !== null && result.ok ? dead.reason : resultText(exchange)]),
      ];
      const known = nodes.get(url);
      if (known === undefined || leads) nodes.set(url, { id: url, label: url, details, tone: toneOf(exchange, leads) });
      if (next === undefined || !result.ok) continue;
      const tone = isEncrypted(exchange) && !isEncrypted(next) ? 'bad' : 'neutral';
      edges.set(JSON.stringify([url, next.url]), { from: url, to: next.url, label: `${result.response.status}`, tone });
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}
