import type { Dialer } from '../dialer.ts';
import type { Guard } from '../guard/guard.ts';
import type { Resolver } from '../resolver/resolver.ts';
import { type Ask, createAsk, createFetch, type Fetch, type HttpMemory } from './fetch.ts';
import { createHostLookup, type HostAddresses, type HostLookup } from './hosts.ts';
import type { HttpLimits } from './limits.ts';
import { userAgent } from './user-agent.ts';

/** What the requests of one probe use: limits, deadline, resolver, and hosts whose addresses are known. */
export interface FetchOptions {
  limits: HttpLimits;
  signal: AbortSignal;
  resolver: Pick<Resolver, 'query'>;
  known?: ReadonlyMap<string, HostAddresses>;
  /** The media type that is asked for; default: pages. */
  accept?: string;
}

/** The requests that one probe can make. */
export interface ProbeHttp {
  fetch: Fetch;
  /** One GET at one address, to compare the addresses of a host. */
  ask: Ask;
  /** The addresses of a host. */
  lookup: HostLookup;
}

/** The HTTP client of an audit: all probes share it, so no request is repeated, and an origin that rate-limits gets no more. */
export interface AuditHttp {
  fetchWith: (options: FetchOptions) => Fetch;
  probeWith: (options: FetchOptions) => ProbeHttp;
}

/** An HTTP client for one audit; connections are budgeted by its dialer. */
export function createAuditHttp(means: { dialer: Dialer; guard: Guard; contactUrl: string }): AuditHttp {
  const { dialer, guard, contactUrl } = means;
  const memory: HttpMemory = { started: new Map(), unreachable: new Set(), limited: new Map() };
  const probeWith: AuditHttp['probeWith'] = ({ limits, signal, resolver, known, accept }) => {
    const lookup = createHostLookup({ guard, resolver, signal }, known);
    const client = { dialer, userAgent: userAgent(contactUrl), limits, signal, accept };
    return { fetch: createFetch(client, lookup, memory), ask: createAsk(client, memory), lookup };
  };
  return { probeWith, fetchWith: (options) => probeWith(options).fetch };
}
