import { addressFamily, firstBits, lengthIn } from './prefix.ts';
import type { UsedAddress, Vrp } from './schema.ts';

/** What RFC 6811 section 2 makes of a route; why: no payload names the system, all say that nobody may announce the prefix (AS0), none allows so long a prefix, or the route ends in an AS_SET, which no payload matches. */
export type RouteState =
  | { state: 'valid' | 'not-found'; system: number }
  | { state: 'invalid'; system: number; why: 'origin' | 'nobody' | 'length' | 'set' };

/** Whether the payload's prefix holds that of the route. */
function isCovering({ prefix }: Vrp, route: string): boolean {
  const [bits, of] = [lengthIn(prefix), lengthIn(route)];
  const [held, holds] = [route, prefix].map((text) => text.slice(0, text.lastIndexOf('/')));
  if (held === undefined || holds === undefined || addressFamily(held) !== addressFamily(holds)) return false;
  return bits <= of && firstBits(held, bits) === firstBits(holds, bits);
}

/** The state of a route by the payloads that may cover it: AS0 is nobody's (RFC 6483 section 4). */
export function routeState(prefix: string, system: number, vrps: readonly Vrp[]): RouteState {
  const covering = vrps.filter((one) => isCovering(one, prefix));
  if (covering.length === 0) return { state: 'not-found', system };
  const own = covering.filter((one) => one.system === system && system !== 0);
  if (own.some(({ maxLength }) => lengthIn(prefix) <= maxLength)) return { state: 'valid', system };
  if (own.length > 0) return { state: 'invalid', system, why: 'length' };
  return { state: 'invalid', system, why: covering.every((one) => one.system === 0) ? 'nobody' : 'origin' };
}

/** The states of the routes to an address, one for each origin; null: not known, or not routed. */
export function addressStates({ route, vrps }: UsedAddress): RouteState[] | null {
  if (!route.known || route.value === null || !vrps.known) return null;
  const { prefix, systems, inSets = [] } = route.value;
  const states = systems
    .filter((system) => !inSets.includes(system))
    .map((system) => routeState(prefix, system, vrps.value));
  const [member] = inSets;
  if (member === undefined) return states;
  const isCovered = vrps.value.some((one) => isCovering(one, prefix));
  return [
    ...states,
    isCovered ? { state: 'invalid', system: member, why: 'set' } : { state: 'not-found', system: member },
  ];
}
