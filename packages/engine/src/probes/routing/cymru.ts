import { seen, unseen } from '../../evidence/observed.ts';
import { addressFamily, lengthIn, reversedAddress } from '../../evidence/routing/prefix.ts';
import type { Route, UsedAddress } from '../../evidence/routing/schema.ts';
import { startDeadline } from '../../net/deadline.ts';
import type { ProbeContext } from '../probe.ts';
import { dataOf } from './hosts.ts';
import { originMs } from './limits.data.ts';

/** `"13335 | 192.0.2.0/24 | US | arin | 2010-07-14"`: origins, prefix, country, registry, day. */
function routeIn(text: string): NonNullable<Route> | null {
  const [systems = '', prefix = ''] = text.replaceAll('"', '').split('|', 2);
  const numbers = systems.trim().split(/\s+/).slice(0, 20);
  const isRoute = numbers.every((one) => /^\d{1,10}$/.test(one)) && /^[0-9a-fA-F.:]+\/\d{1,3}$/.test(prefix.trim());
  return isRoute ? { prefix: prefix.trim(), systems: numbers.map(Number).toSorted((a, b) => a - b) } : null;
}

/** The route to an address by the DNS service of Team Cymru (https://www.team-cymru.com/ip-asn-mapping); asked only where the operator says so. */
export async function askCymru({ resolver, signal }: ProbeContext, address: string): Promise<UsedAddress['route']> {
  const reversed = reversedAddress(address);
  if (reversed === null) return unseen('malformed', 'nothing-asked');
  using deadline = startDeadline(signal, { name: 'ask()', timeoutMs: originMs });
  const zone = addressFamily(address) === 6 ? 'origin6.asn.cymru.com' : 'origin.asn.cymru.com';
  const found = dataOf(await resolver.query(`${reversed}.${zone}`, 'TXT', { signal: deadline.signal }), 'TXT');
  if (!found.known) return found;
  const routes = found.value.slice(0, 20).flatMap((text) => routeIn(text) ?? []);
  return seen(routes.toSorted((a, b) => lengthIn(b.prefix) - lengthIn(a.prefix))[0] ?? null);
}
