import { seen, unseen, untested } from '../../evidence/observed.ts';
import { lengthIn } from '../../evidence/routing/prefix.ts';
import type { RoutingEvidence, UsedAddress } from '../../evidence/routing/schema.ts';
import { routesOf } from '../../net/routes/routes.ts';
import { vrpsOf } from '../../net/vrps/vrps.ts';
import type { ProbeContext } from '../probe.ts';
import { askCymru } from './cymru.ts';

type Source = RoutingEvidence['sources'][number];
type Network = Pick<UsedAddress, 'route' | 'vrps'>;

/** Finds the networks of addresses. */
export interface Networks {
  of: (address: string) => Promise<Network>;
  sources: readonly Source[];
}

const off = (name: Source['name']): Source => ({ name, which: null, state: 'not-asked', madeMs: null });
const failed = (name: Source['name']): Source => ({ ...off(name), state: 'failed' });
const used = (name: Source['name'], which: string | null, madeMs: number | null): Source => ({
  name,
  which,
  state: 'used',
  madeMs,
});

type RouteOf = (address: string) => Promise<UsedAddress['route']> | UsedAddress['route'];

/** Routes from the operator's file; without one from Team Cymru, if enabled. */
async function openRoutes(context: ProbeContext): Promise<{ of: RouteOf; source: Source; others: Source[] }> {
  const { routes: path = null, sources } = context.settings;
  const cymru = off('cymru');
  if (path !== null) {
    const routes = await routesOf(path);
    if (!routes.ok) {
      const gap = unseen('malformed', 'routes-unreadable', routes.problem);
      return { of: () => gap, source: failed('routes'), others: [cymru] };
    }
    const { table, file, date } = routes;
    const read = used('routes', file, Date.parse(date));
    const source = table.badLines === 0 ? read : { ...read, badLines: table.badLines };
    return { of: (address) => seen(table.routeOf(address)), source, others: [cymru] };
  }
  if (sources?.cymru !== true) return { of: () => untested('routes-off'), source: off('routes'), others: [cymru] };
  return {
    of: async (address) => askCymru(context, address),
    source: off('routes'),
    others: [used('cymru', 'asn.cymru.com', null)],
  };
}

/** Loads the operator's files, and enabled sources of routes. */
export async function openNetworks(context: ProbeContext): Promise<Networks> {
  const { vrps: path = null } = context.settings;
  const [routes, vrps] = await Promise.all([openRoutes(context), path === null ? null : vrpsOf(path)]);
  const vrpSource =
    vrps === null ? off('vrps') : vrps.ok ? used('vrps', vrps.file, Math.round(vrps.madeMs)) : failed('vrps');
  const payloads = (address: string, route: UsedAddress['route']): UsedAddress['vrps'] => {
    if (vrps === null) return untested('vrps-off');
    if (!vrps.ok) return unseen('malformed', 'vrps-unreadable', vrps.problem);
    if (!route.known) return route;
    if (route.value === null) return seen([]);
    return seen(vrps.table.covering(address, lengthIn(route.value.prefix), route.value.systems));
  };
  return {
    of: async (address) => {
      const route = await routes.of(address);
      return { route, vrps: payloads(address, route) };
    },
    sources: [routes.source, ...routes.others, vrpSource],
  };
}
