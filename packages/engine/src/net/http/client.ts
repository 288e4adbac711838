import type { Dialer } from '../dialer.ts';
import type { Guard } from '../guard.ts';
import type { Resolver } from '../resolver/resolver.ts';
import { type Fetch, type HttpMemory, createFetch } from './fetch.ts';
import { type HostAddresses, createHostLookup } from './hosts.ts';
import type { HttpLimits } from './limits.ts';
import { userAgent } from './user-agent.ts';

/** How one probe asks: its limits, its own deadline, its view of DNS, and the hosts whose addresses it knows already. */
export interface FetchOptions {
  limits: HttpLimits;
  signal: AbortSignal;
  resolver: Pick<Resolver, 'query'>;
  known?: ReadonlyMap<string, HostAddresses>;
}

/** The HTTP client of an audit: every probe asks through it, so that none repeats a request or asks a host that wants rest. */
export interface AuditHttp {
  fetchWith: (options: FetchOptions) => Fetch;
}

/** An HTTP client for one audit; connections are budgeted by its dialer. */
export function createAuditHttp(means: { dialer: Dialer; guard: Guard; contactUrl: string }): AuditHttp {
  const { dialer, guard, contactUrl } = means;
  const memory: HttpMemory = { started: new Map(), unreachable: new Set(), limited: new Map() };
  return {
    fetchWith: ({ limits, signal, resolver, known }) => {
      const lookup = createHostLookup({ guard, resolver, signal }, known);
      return createFetch({ dialer, userAgent: userAgent(contactUrl), limits, signal }, lookup, memory);
    },
  };
}
