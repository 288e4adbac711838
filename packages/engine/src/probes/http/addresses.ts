import type { HttpAddress, HttpExchange } from '../../evidence/http/schema.ts';
import { isOfSite } from '../../evidence/site/in-place.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import { hostOf } from '../../net/http/request.ts';
import type { Final } from './around.ts';
import { lookAgain, type SecondLooks } from './second-looks.ts';

/** Most addresses of one family at which the final document is requested. */
const maxPerFamily = 4;

const family = (addresses: readonly string[], isIpv6: boolean): string[] =>
  addresses.filter((address) => address.includes(':') === isIpv6).slice(0, maxPerFamily);

/** Requests the document at each address of its host, except where an exchange exists. */
export async function visitAddresses(
  { ask, lookup }: ProbeHttp,
  looks: SecondLooks,
  {
    final: { url: last },
    exchanges,
    finalDocument,
  }: { final: Final; exchanges: readonly HttpExchange[]; finalDocument: string | null },
): Promise<{ exchanges: HttpExchange[]; addresses: HttpAddress[] }> {
  const final = exchanges.find(({ id }) => id === finalDocument);
  const found = await lookup(hostOf(last));
  // Only a document of the site is requested again: a server that rate-limits or blocks us gets no further requests.
  if (final === undefined || !isOfSite(final) || !found.ok) return { exchanges: [], addresses: [] };
  const isErrorPage = final.result.ok && final.result.response.status >= 400;
  const made = new Map(exchanges.filter(({ url }) => url === final.url).map((one) => [one.address, one]));
  made.set(final.address, final);
  const visits = [...family(found.addresses, false), ...family(found.addresses, true)].map(async (address) => {
    const before = made.get(address);
    if (before !== undefined) return { address, exchange: before };
    // An error on the way to the document was retried already.
    const first = await ask(last, address);
    const { facts } = isErrorPage ? first : (await lookAgain(looks, first, { url: last })).standing;
    return { address, exchange: { id: `address-${address}`, ...facts, purpose: 'address' as const, address } };
  });
  const visited = await Promise.all(visits);
  const known = new Set(exchanges);
  return {
    exchanges: visited.map(({ exchange }) => exchange).filter((exchange) => !known.has(exchange)),
    addresses: visited.map(({ address, exchange }) => ({ address, exchange: exchange.id })),
  };
}
