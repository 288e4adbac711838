import { queryEdns } from '@perimeter/protocols/dns/edns';
import { canonicalName } from '@perimeter/protocols/dns/name';
import type { Resolver } from '../resolver/resolver.ts';
import type { NameServer, DirectQuestion } from './question.ts';

/** A name server and its addresses. */
export interface ServerAddresses {
  name: string;
  addresses: readonly string[];
}

/** Number of servers queried about a name's existence. */
const mostServers = 2;

/**
 * Two servers of a zone, always the same ones, so that all callers share the answers: the first IPv4 address of each
 * name, else its first address; no address twice.
 */
export function existenceServers(servers: readonly ServerAddresses[]): NameServer[] {
  const chosen = new Map<string, NameServer>();
  for (const { name, addresses } of servers.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const sorted = addresses.toSorted();
    const address = sorted.find((one) => !one.includes(':')) ?? sorted[0];
    if (address !== undefined && !chosen.has(address)) chosen.set(address, { address, host: name });
  }
  return [...chosen.values()].slice(0, mostServers);
}

interface Asking {
  resolver: Pick<Resolver, 'query'>;
  signal: AbortSignal;
}

/** The two servers of a zone by the names in its NS records. */
export async function existenceServersNamed(
  { resolver, signal }: Asking,
  names: readonly string[],
): Promise<NameServer[]> {
  const resolved = names
    .toSorted()
    .slice(0, mostServers)
    .map(async (name) => {
      const answers = await Promise.all(['A', 'AAAA'].map(async (type) => resolver.query(name, type, { signal })));
      return { name, addresses: answers.flatMap(({ records }) => records.map(({ data }) => data)) };
    });
  return existenceServers(await Promise.all(resolved));
}

/** The two servers of a zone by its NS records; the zone survey queries the same ones. */
export async function existenceServersOf(asking: Asking, zone: string): Promise<NameServer[]> {
  const { resolver, signal } = asking;
  const ns = await resolver.query(zone, 'NS', { signal });
  return existenceServersNamed(
    asking,
    ns.records.map(({ data }) => canonicalName(data)),
  );
}

/**
 * Whether a name exists: without DO, because with it online signers answer NODATA for missing names (compact denial,
 * RFC 9824); and with DO, because the answer then marks them.
 */
export const existenceQuestion = (name: string, dnssecOk: boolean): DirectQuestion => ({
  name,
  type: 'TXT',
  edns: queryEdns(dnssecOk),
  mayFail: true,
});
