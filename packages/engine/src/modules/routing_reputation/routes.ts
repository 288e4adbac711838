import { dayMs } from '@perimeter/protocols/durations';
import {
  failWhere,
  informational,
  informWhere,
  notApplicable,
  unlessOpen,
  type Why,
  openBy,
  whyBy,
} from '../../catalogue/outcome.ts';
import { addressStates, type RouteState } from '../../evidence/routing/rpki.ts';
import type { UsedAddress } from '../../evidence/routing/schema.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { outcomeOf, type Routing, requiredHosts } from '../derive/subjects/routing.ts';
import { recordOf, usersOf } from './derive/hosts.ts';
import { counted, listed } from '../../evidence/words/text.ts';

/** ROA payloads change daily: an older list does not prove that a route has none. */
const maxVrpDays = 2;
/** Networks move between systems, and payloads are withdrawn: older lists prove nothing. */
const maxRouteDays = 30;

function daysOld({ sources, nowMs }: Routing, name: 'vrps' | 'routes'): number {
  const used = sources.find((source) => source.name === name && source.state === 'used');
  return Math.floor((nowMs - (used?.madeMs ?? nowMs)) / dayMs);
}

interface Judged {
  address: UsedAddress;
  prefix: string;
  states: readonly RouteState[];
}

/** Routes with their states, each prefix once; why none can be judged; and gaps that prevent a pass. */
function routesIn(routing: Routing): { judged: Judged[]; gap: Why | null } | ReturnType<typeof notApplicable> {
  const { addresses, addressesLeft } = routing;
  const open = addresses.filter(({ blockedBy }) => blockedBy === undefined);
  if (open.length === 0) return notApplicable('The hosts of the domain have no public address');
  for (const name of ['routes', 'vrps'] as const)
    if (daysOld(routing, name) > maxRouteDays)
      return openBy('routing-list-old', {
        list: name === 'routes' ? 'table of routes' : 'list of ROA payloads',
        days: daysOld(routing, name),
      });
  const hidden = open.find(({ route, vrps }) => !route.known || !vrps.known);
  const unknown = hidden === undefined ? undefined : hidden.route.known ? hidden.vrps : hidden.route;
  const judged = open.flatMap((address): Judged[] => {
    const states = addressStates(address);
    const prefix = address.route.known ? (address.route.value?.prefix ?? null) : null;
    return states === null || prefix === null ? [] : [{ address, prefix, states }];
  });
  if (judged.length === 0 && unknown?.known === false) return outcomeOf(unknown.failure);
  if (judged.length === 0) return openBy('no-route-to-addresses');
  const lost = open.find(({ route }) => route.known && route.value === null);
  const unseen = hidden === undefined ? null : whyBy('route-unseen', { address: hidden.address });
  const gap = lost === undefined ? unseen : whyBy('no-route-to', { address: lost.address });
  const left = addressesLeft === 0 ? null : whyBy('addresses-left', { count: addressesLeft });
  return { judged: [...new Map(judged.map((one) => [one.prefix, one])).values()], gap: gap ?? left };
}

const vrpLines = ({ address: { vrps } }: Judged): string[] =>
  (vrps.known ? vrps.value : [])
    .slice(0, 10)
    .map((one) => `ROA: ${one.prefix} up to /${one.maxLength} by AS${one.system}`);

const usesOf = (routing: Routing, prefix: string): string[] => [
  ...new Set(
    routing.addresses.flatMap((address) =>
      address.route.known && address.route.value?.prefix === prefix ? usersOf(routing, address) : [],
    ),
  ),
];

const plainPrefix = /^[0-9a-f.:/]+$/;

/** Searches the operator's lists for the route and its first covering payload: a query to a public validator would disclose the audit. */
const command = ({ prefix, address: { vrps } }: Judged): string | null => {
  const [first] = vrps.known ? vrps.value : [];
  if (first === undefined || !plainPrefix.test(first.prefix) || !plainPrefix.test(prefix)) return null;
  return `Reproduce: zgrep -F '${prefix}' "$PERIMETER_ROUTES"; zgrep -oE '[^{]*"${first.prefix}"[^}]*' "$PERIMETER_VRPS"`;
};

export const rpkiInvalid = checkOf(requiredHosts, {
  id: 'rpki-invalid',
  title: 'No route to the hosts of the domain is RPKI invalid',
  finding: 'RPKI invalid route',
  weakness: { cvss: 'conditionalIntegrity', cwe: [345] },
  judge: (routing) => {
    const found = routesIn(routing);
    if ('outcome' in found) return found;
    const isFresh = daysOld(routing, 'vrps') <= maxVrpDays;
    const states = found.judged.flatMap((one) => one.states.map((state) => ({ one, state })));
    const none = `${counted(found.judged.length, 'route')}, none invalid`;
    return failWhere(states, unlessOpen(found.gap, none), ({ one, state }) => {
      if (state.state !== 'invalid') return null;
      const why = {
        origin: `AS${state.system} announces it, and the holder's ROA names other systems`,
        nobody: `AS${state.system} announces it, and the holder's ROA lets nobody announce it (AS0)`,
        length: 'the announced prefix is longer than the ROA allows',
        set: 'it ends in a set of systems (AS_SET), which names no origin, so that no ROA can match it',
      }[state.why];
      return {
        location: recordOf(routing, one.address.address),
        subject: `${one.prefix} AS${state.system}`,
        confidence: isFresh ? 'firm' : 'potential',
        description: `The route ${one.prefix} to ${listed(usesOf(routing, one.prefix))} is RPKI invalid: ${why}. Networks that validate drop it, so the hosts are out of reach there; or somebody else announces the network. Expected: ${state.why === 'set' ? 'an announcement by one system, without AS_SET' : 'a ROA that matches the announcement'}.`,
        evidence: [`route: ${one.prefix} by AS${state.system}`, vrpLines(one), command(one)],
      };
    });
  },
});

export const rpkiNotFound = checkOf(requiredHosts, {
  id: 'rpki-not-found',
  title: 'ROAs protect the routes to the hosts of the domain',
  finding: 'Route without ROA',
  judge: (routing) => {
    const found = routesIn(routing);
    if ('outcome' in found) return found;
    const without = found.judged.filter(({ states }) => states.some(({ state }) => state === 'not-found'));
    const days = daysOld(routing, 'vrps');
    if (without.length > 0 && days > maxVrpDays) return openBy('roas-old', { days });
    return informWhere(without, unlessOpen(found.gap, 'Every route has a ROA'), ({ address, prefix, states }) => ({
      location: recordOf(routing, address.address),
      subject: prefix,
      description: `No ROA covers the route ${prefix} to ${listed(usesOf(routing, prefix))}: networks that validate cannot tell it from a hijack. The holder of the network can sign it, often the hosting provider.`,
      evidence: [`route: ${prefix} by ${states.map(({ system }) => `AS${system}`).join(', ')}`, 'ROA: none'],
    }));
  },
});

export const asnInventory = checkOf(requiredHosts, {
  id: 'asn-inventory',
  title: 'The networks of the hosts are known',
  finding: 'Networks that announce the hosts',
  judge: (routing) => {
    const { addresses } = routing;
    if (addresses.length === 0) return notApplicable('The hosts of the domain have no address');
    const routed = addresses.flatMap((address) =>
      address.route.known && address.route.value !== null ? [{ address, route: address.route.value }] : [],
    );
    const unknown = addresses.map(({ route }) => route).find((route) => !route.known);
    if (routed.length === 0 && unknown?.known === false) return outcomeOf(unknown.failure);
    if (routed.length === 0) return openBy('no-route-to-addresses');
    const systems = new Set(routed.flatMap(({ route }) => route.systems));
    return informational({
      description: `The hosts of ${routing.domain} stand in ${counted(systems.size, 'autonomous system')}: ${listed([...systems].map((system) => `AS${system}`))}.`,
      evidence: routed.map(
        ({ address, route }) =>
          `${address.address} in ${route.prefix} by ${route.systems.map((system) => `AS${system}`).join(', ')}: ${usersOf(routing, address).join(', ')}`,
      ),
    });
  },
});
