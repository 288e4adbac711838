import { shippedEdges } from '../net/edges/edge-networks.data.ts';
import { edgeAt } from '../net/edges/edges.ts';
import { canonicalAddress } from '../net/guard/guard.ts';
import { createResolver } from '../net/resolver/resolver.ts';
import type { NetSettings } from '../net/settings.ts';

/** Queries of one lookup: four questions with two tries each. */
const maxQueries = 8;
const tryTimeoutsMs = [1_500, 2_500];

/**
 * The addresses of a domain and its www host in canonical form, to count audits per address; without those that are not
 * known in time. CDN addresses are excluded: many sites share them, and their operators need no such limit.
 */
export async function siteAddresses(
  domain: string,
  settings: Pick<NetSettings, 'resolvers' | 'edges'>,
  timeoutMs: number,
): Promise<string[]> {
  const resolver = createResolver({ servers: settings.resolvers, maxQueries, tryTimeoutsMs });
  const signal = AbortSignal.timeout(timeoutMs);
  const questions = [domain, `www.${domain}`].flatMap((name) => ['A', 'AAAA'].map((type) => ({ name, type })));
  const answers = await Promise.all(questions.map(async ({ name, type }) => resolver.query(name, type, { signal })));
  const found = answers.flatMap(({ records }, at) =>
    records.flatMap(({ type, data }) => (type === questions[at]?.type ? [canonicalAddress(data)] : [])),
  );
  const edges = settings.edges ?? shippedEdges;
  return [...new Set(found)].flatMap((address) =>
    address === null || edgeAt(address, edges) !== null ? [] : [address],
  );
}
