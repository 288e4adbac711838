import { isBelowDomain } from '@perimeter/protocols/domain/below';
import type { DnsLookup } from '../../evidence/dns/lookup.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import type { RoutingEvidence } from '../../evidence/routing/schema.ts';
import { defineProbe, type Probe, type ProbeContext } from '../probe.ts';
import { lookAtAddresses } from './addresses.ts';
import { compareFamilies } from './connections.ts';
import { neededHosts } from './hosts.ts';
import { askLists } from './lists.ts';
import { openNetworks } from './networks.ts';
import { askOrigins } from './origin.ts';

type Needed = Pick<EvidenceByKind, 'zone' | 'http' | 'names'>;
type Sources = RoutingEvidence['sources'];

const askRegistry = (context: ProbeContext): Promise<RoutingEvidence['registration']> =>
  context.registrations.registry(context.target.registrableDomain, context);

/** The registry as a source, by the result of its query. */
function registrySource(registration: RoutingEvidence['registration']): Sources[number] {
  const which = registration.known ? (registration.value?.url ?? null) : null;
  const state = registration.known ? 'used' : registration.failure.reason === 'not-tested' ? 'not-asked' : 'failed';
  return { name: 'rdap', which, state, madeMs: null };
}

function listSources(context: ProbeContext, lists: RoutingEvidence['lists']): Sources {
  const zones = [...new Set(lists.map(({ list }) => list))];
  if (zones.length === 0 || (context.settings.sources?.blockLists ?? []).length === 0)
    return [{ name: 'block-list', which: null, state: 'not-asked', madeMs: null }];
  return zones.map((zone) => {
    const answered = lists.some(({ list, answers }) => list === zone && answers.known);
    return { name: 'block-list', which: zone, state: answered ? 'used' : 'failed', madeMs: null };
  });
}

/** Names in block list queries contain the operator's key: it is removed. */
function withoutKeys({ settings }: ProbeContext, lookups: readonly DnsLookup[]): DnsLookup[] {
  const lists = settings.sources?.blockLists ?? [];
  return lookups.map((lookup) => {
    const list = lists.find(({ zone }) => isBelowDomain(lookup.name.replace(/\.$/, ''), zone));
    if (list === undefined) return lookup;
    const { failure: _, ...rest } = lookup;
    const hide = (name: string): string => name.replace(list.zone, list.shown);
    const records = rest.records.map((record) => ({ ...record, name: hide(record.name) }));
    return { ...rest, name: hide(rest.name), cnames: rest.cnames.map(hide), records };
  });
}

/** Who registered the domain, and in which networks its hosts are. */
export async function probeRouting(context: ProbeContext, { zone, http, names }: Needed): Promise<RoutingEvidence> {
  const registering = askRegistry(context);
  const [needed, networks] = await Promise.all([neededHosts(context, zone), openNetworks(context)]);
  const { hosts } = needed;
  const [found, families, origin] = await Promise.all([
    lookAtAddresses(context, hosts, networks),
    compareFamilies(context, hosts),
    askOrigins(context, { http, names, hosts }),
  ]);
  const lists = await askLists(context, hosts, found.addresses);
  const registration = await registering;
  return {
    registration,
    ...needed,
    ...found,
    ...families,
    ...origin,
    lists,
    sources: [registrySource(registration), ...networks.sources, ...listSources(context, lists)],
    lookups: withoutKeys(context, await context.lookups()),
  };
}

/** Queries the registry at the start of the audit, and continues when hosts and names are known. */
export const routingProbe: Probe<'routing'> = {
  ...defineProbe({
    kind: 'routing',
    needs: ['zone', 'http', 'names'],
    run: async (context, evidence) => ({ evidence: await probeRouting(context, evidence) }),
  }),
  prepare: (context) => void askRegistry(context).catch(() => {}),
};
