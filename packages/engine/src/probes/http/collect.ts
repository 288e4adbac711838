import type { HttpChain, HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';
import type { Fetched } from '../../net/http/fetch.ts';
import type { FollowedChain } from '../../net/http/redirects.ts';
import { readPages } from './pages.ts';

/** A chain that was followed, and where it began. */
export interface NamedChain extends FollowedChain {
  start: HttpChain['start'];
}

/** The order in which the end of a chain represents the site, and in which chains name shared exchanges. */
const precedence: readonly HttpChain['start'][] = ['https-apex', 'https-www', 'http-apex', 'http-www'];

/** Names each exchange once, after the first chain in precedence that went through it: https-apex.1, http-apex.2 and so on. */
function nameExchanges(chains: readonly NamedChain[]): { ids: Map<Fetched, string>; exchanges: HttpExchange[] } {
  const ids = new Map<Fetched, string>();
  const exchanges: HttpExchange[] = [];
  const keep = (id: string, { facts }: Exchanged): void => void exchanges.push({ id, ...facts });
  for (const chain of chains) {
    for (const [index, fetched] of chain.hops.entries()) {
      if (ids.has(fetched)) continue;
      const id = `${chain.start}.${index + 1}`;
      ids.set(fetched, id);
      for (const [tried, attempt] of fetched.attempts.entries()) keep(`${id}.attempt-${tried + 1}`, attempt);
      keep(id, fetched.exchange);
    }
  }
  return { ids, exchanges };
}

/** The chain whose end represents the site, by rank alone. */
export const finalChain = (chains: readonly NamedChain[]): NamedChain | undefined =>
  precedence
    .flatMap((start) => chains.filter((chain) => chain.start === start))
    .find(({ ended, hops }) => ended === 'final' && hops.length > 0);

/** Puts followed chains together as evidence; exchanges that chains share appear once. */
export async function collectEvidence(followed: readonly NamedChain[]): Promise<Omit<HttpEvidence, 'lookups'>> {
  const chains = precedence.flatMap((start) => followed.filter((chain) => chain.start === start));
  const { ids, exchanges } = nameExchanges(chains);
  const last = finalChain(chains)?.hops.at(-1);
  return {
    exchanges,
    chains: chains.map(({ start, hops, ended }) => ({ start, ended, hops: hops.flatMap((hop) => ids.get(hop) ?? []) })),
    pages: await readPages(exchanges),
    finalDocument: last === undefined ? null : (ids.get(last) ?? null),
  };
}
