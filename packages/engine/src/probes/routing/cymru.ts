import { seen, unseen } from '../../evidence/observed.ts';
import { addressFamily, lengthIn, reversedAddress } from '../../evidence/routing/prefix.ts';
import type { Route, UsedAddress } from '../../evidence/routing/schema.ts';
import { startDeadline } from '../../net/deadline.ts';
import type { ProbeContext } from '../probe.ts';
import { dataOf } from './hosts.ts';
import { originMs } from './limits.data.ts';

const byNumber = (a: number, b: number): number => a - b;

/** Most systems read from an answer, whose sender controls its contents. */
const maxSystems = 20;

/** `"13335 | 192.0.2.0/24 | US | arin | 2010-07-14"`: origins, an AS_SET as `{64500,64501}`, prefix, country, registry, day. */
export function cymruRoute(text: string): NonNullable<Route> | null {
  const [origins = '', prefix = ''] = text.replaceAll('"', '').split('|', 2);
  const sets = origins.match(/\{[^{}]*\}/g) ?? [];
  const numbersIn = (part: string): string[] => part.split(/[\s,]+/).filter((one) => one !== '');
  const alone = numbersIn(origins.replaceAll(/\{[^{}]*\}/g, ' '));
  const members = sets.flatMap((set) => numbersIn(set.slice(1, -1)));
  const systems = [...new Set([...alone, ...members])].slice(0, maxSystems);
  const isRoute = systems.length > 0 && [...alone, ...members].every((one) => /^\d{1,10}$/.test(one));
  if (!isRoute || !/^[0-9a-fA-F.:]+\/\d{1,3}$/.test(prefix.trim())) return null;
  const inSets = systems.filter((one) => !alone.includes(one)).map(Number);
  return {
    prefix: prefix.trim(),
    systems: systems.map(Number).toSorted(byNumber),
    ...(inSets.length === 0 ? {} : { inSets: inSets.toSorted(byNumber) }),
  };
}

/** The route to an address by Team Cymru's DNS service (https://www.team-cymru.com/ip-asn-mapping); only used if the operator enables it. */
export async function askCymru({ resolver, signal }: ProbeContext, address: string): Promise<UsedAddress['route']> {
  const reversed = reversedAddress(address);
  if (reversed === null) return unseen('malformed', 'nothing-asked');
  using deadline = startDeadline(signal, { name: 'ask()', timeoutMs: originMs });
  const zone = addressFamily(address) === 6 ? 'origin6.asn.cymru.com' : 'origin.asn.cymru.com';
  const found = dataOf(await resolver.query(`${reversed}.${zone}`, 'TXT', { signal: deadline.signal }), 'TXT');
  if (!found.known) return found;
  const routes = found.value.slice(0, 20).flatMap((text) => cymruRoute(text) ?? []);
  return seen(routes.toSorted((a, b) => lengthIn(b.prefix) - lengthIn(a.prefix))[0] ?? null);
}
