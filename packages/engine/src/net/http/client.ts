import type { Dialer } from '../dialer.ts';
import type { Guard } from '../guard.ts';
import type { Resolver } from '../resolver/resolver.ts';
import { type Ask, createAsk, createFetch, type Fetch, type HttpMemory } from './fetch.ts';
import { createHostLookup, type HostAddresses, type HostLookup } from './hosts.ts';
import type { HttpLimits } from './limits.ts';
import { userAgent } from './user-agent.ts';

/** How one probe asks: its limits, its own deadline, its view of DNS, and the hosts whose addresses it knows already. */
export interface FetchOptions {
  limits: HttpLimits;
  signal: AbortSignal;
  resolver: Pick<Resolver, 'query'>;
  known?: ReadonlyMap<string, HostAddresses>;
}

/** What one probe asks with. */
export interface ProbeHttp {
  fetch: Fetch;
  /** One GET at one address, for whoever compares the addresses of a host. */
  ask: Ask;
  /** The addresses of a host. */
  lookup: HostLookup;
}

/** The HTTP client of an audit: every probe asks through it, so that none repeats a request or asks a host that wants rest. */
export interface AuditHttp {
  fetchWith: (options: FetchOptions) => Fetch;
  probeWith: (options: FetchOptions) => ProbeHttp;
}

/** An HTTP client for one audit; connections are budgeted by its dialer. */
export function createAuditHttp(means: { dialer: Dialer; guard: Guard; contactUrl: string }): AuditHttp {
  const { dialer, guard, contactUrl } = means;
  const memory: HttpMemory = { started: new Map(), unreachable: new Set(), limited: new Map() };
  const probeWith: AuditHttp['probeWith'] = ({ limits, signal, resolver, known }) => {
    const lookup = createHostLookup({ guard, resolver, signal }, known);
    const client = { dialer, userAgent: userAgent(contactUrl), limits, signal };
    return { fetch: createFetch(client, lookup, memory), ask: createAsk(client, memory), lookup };
  };
  return { probeWith, fetchWith: (options) => probeWith(options).fetch };
}
