import type { HttpChain, HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import { isOwnUrl, type SiteOwner } from '../../evidence/site/own.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import type { Fetch, Fetched } from '../../net/http/fetch.ts';
import { type FollowedChain, followRedirects } from '../../net/http/redirects.ts';

/** A followed chain with its start. */
export interface NamedChain extends FollowedChain {
  start: HttpChain['start'];
}

/** Priority of starts: which chain's end represents the site, and which chain names shared exchanges. */
const precedence: readonly HttpChain['start'][] = [
  'https-apex',
  'https-www',
  'http-apex',
  'http-www',
  'https-sibling',
  'http-sibling',
];

/** The sibling does not belong to the site. */
export const isSibling = ({ start }: Pick<HttpChain, 'start'>): boolean => start.endsWith('-sibling');

/** Names each exchange once, by the first chain in priority that contains it: https-apex.1, http-apex.2 and so on. */
function nameExchanges(
  chains: readonly NamedChain[],
  owner: SiteOwner,
): { ids: Map<Fetched, string>; exchanges: HttpExchange[] } {
  const ids = new Map<Fetched, string>();
  const exchanges: HttpExchange[] = [];
  for (const chain of chains) {
    const keep = (id: string, { facts }: Exchanged, earlier = false): void => {
      const purpose = earlier
        ? 'earlier'
        : isSibling(chain)
          ? 'sibling'
          : isOwnUrl(owner, facts.url)
            ? 'start'
            : 'redirect-host';
      exchanges.push({ id, ...facts, purpose });
    };
    for (const [index, fetched] of chain.hops.entries()) {
      if (ids.has(fetched)) continue;
      const id = `${chain.start}.${index + 1}`;
      ids.set(fetched, id);
      for (const [tried, attempt] of fetched.attempts.entries()) keep(`${id}.attempt-${tried + 1}`, attempt);
      for (const [tried, one] of (fetched.earlier ?? []).entries()) keep(`${id}.earlier-${tried + 1}`, one, true);
      keep(id, fetched.exchange);
    }
  }
  return { ids, exchanges };
}

/** The chain whose end represents the site, by priority only. */
export const finalChain = (chains: readonly NamedChain[]): NamedChain | undefined =>
  precedence
    .flatMap((start) => chains.filter((chain) => chain.start === start && !isSibling(chain)))
    .find(({ ended, hops }) => ended === 'final' && hops.length > 0);

/** Combines followed chains to evidence; shared exchanges appear once. */
export function collectEvidence(
  followed: readonly NamedChain[],
  owner: SiteOwner,
): Omit<HttpEvidence, 'lookups' | 'pages'> {
  const chains = precedence.flatMap((start) => followed.filter((chain) => chain.start === start));
  const { ids, exchanges } = nameExchanges(chains, owner);
  const last = finalChain(chains)?.hops.at(-1);
  const named = chains.map(({ start, hops, ended }) => ({
    start,
    ended,
    hops: hops.flatMap((hop) => ids.get(hop) ?? []),
  }));
  const siblings = named.filter(isSibling);
  return {
    exchanges,
    chains: named.filter((chain) => !isSibling(chain)),
    ...(siblings.length === 0 ? {} : { siblings }),
    finalDocument: last === undefined ? null : (ids.get(last) ?? null),
  };
}

/** Follows the redirects from each start. */
export const follow = (
  fetch: Fetch,
  starts: readonly { start: HttpChain['start']; url: URL }[],
): Promise<NamedChain[]> =>
  Promise.all(starts.map(async ({ start, url }) => ({ start, ...(await followRedirects(fetch, url)) })));
