import { fieldValues } from '@perimeter/protocols/http/message-head';
import { redactUrl } from '@perimeter/protocols/http/message-redact';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { exchange } from './exchange.ts';
import type { Exchanged, HttpClient } from './exchanged.ts';
import type { HostLookup } from './hosts.ts';
import { hostOf, portOf } from './request.ts';

/** A URL's exchange, and those before it that failed to connect at another address of the same host. */
export interface Fetched {
  exchange: Exchanged;
  attempts: readonly Exchanged[];
}

/** Fetches a URL once: the same URL with the same cookies is the same promise. */
export type Fetch = (url: URL, cookie?: string) => Promise<Fetched>;

/** What requests of an audit have in common, whichever probe sends them. */
export interface HttpMemory {
  /** Requests that were started, by what was asked and under which limits. */
  started: Map<string, Promise<Fetched>>;
  /** Address and port pairs that accepted no connection. */
  unreachable: Set<string>;
  /** Origins that get no more requests, with the status that limited them. */
  limited: Map<string, number>;
}

const method = 'GET';

const unsent = (url: URL, failure: NetFailure): Exchanged => ({
  facts: {
    url: redactUrl(url.href),
    method,
    address: null,
    port: portOf(url),
    requestHead: '',
    tls: null,
    result: { ok: false, failure },
  },
  head: null,
  connected: false,
});

/** Another address is tried only if this one accepted no connection. */
const worthAnother = new Set<NetFailure['reason']>(['refused', 'unreachable', 'timeout', 'reset']);

function showsDistress({ facts: { result } }: Exchanged): boolean {
  if (!result.ok) return result.failure.reason === 'timeout' || result.failure.reason === 'reset';
  return result.response.status === 421 || result.response.status === 429;
}

/** 429, or 503 with the time to come back at (RFC 6585 section 4, RFC 9110 section 15.6.4). */
const limitsRequests = ({ head }: Exchanged): boolean =>
  head !== null && (head.status === 429 || (head.status === 503 && fieldValues(head, 'retry-after').length > 0));

/** Sends one GET to one address of a URL's host. */
export type Ask = (url: URL, address: string, cookie?: string) => Promise<Exchanged>;

/** Why an origin gets no more requests; null if it may. */
function limitOf(url: URL, { limited }: HttpMemory): NetFailure | null {
  const status = limited.get(url.origin);
  return status === undefined ? null : netFailed('rate-limited', 'limited-before', url.origin, status);
}

/** Sends requests over the client, and records which origins limit them. */
export function createAsk(client: HttpClient, memory: HttpMemory): Ask {
  return async (url, address, cookie) => {
    const limit = limitOf(url, memory);
    if (limit !== null) return unsent(url, limit);
    const done = await exchange(client, {
      method,
      url,
      address,
      cookie,
      ...(client.accept !== undefined && { headers: [['Accept', client.accept]] }),
    });
    if (showsDistress(done)) client.dialer.slowDown({ address, port: portOf(url) });
    if (limitsRequests(done)) memory.limited.set(url.origin, done.head?.status ?? 429);
    return done;
  };
}

/**
 * A fetch over the client that resolves hosts, falls back to their next address, and sends nothing more to an origin that limits requests.
 * Probes with the same limits share a response; one that was cancelled is requested again.
 */
export function createFetch(client: HttpClient, lookup: HostLookup, memory: HttpMemory): Fetch {
  const { started, unreachable } = memory;
  const limitsKey = [...Object.values(client.limits), client.accept ?? ''].join(' ');

  const ask = createAsk(client, memory);
  const fetchNow = async (url: URL, cookie?: string): Promise<Fetched> => {
    const limit = limitOf(url, memory);
    if (limit !== null) return { exchange: unsent(url, limit), attempts: [] };
    const found = await lookup(hostOf(url));
    if (!found.ok) return { exchange: unsent(url, found.failure), attempts: [] };
    const placeOf = (address: string): string => `${address} ${portOf(url)}`;
    const addresses = found.addresses.toSorted(
      (a, b) => Number(unreachable.has(placeOf(a))) - Number(unreachable.has(placeOf(b))),
    );
    const attempts: Exchanged[] = [];
    for (const address of addresses) {
      const done = await ask(url, address, cookie);
      const { result } = done.facts;
      if (done.connected || result.ok || !worthAnother.has(result.failure.reason)) return { exchange: done, attempts };
      unreachable.add(placeOf(address));
      attempts.push(done);
    }
    const last = attempts.pop() ?? unsent(url, netFailed('unreachable', 'no-address'));
    return { exchange: last, attempts };
  };
  return (url, cookie) => {
    const key = `${method} ${url.href} ${cookie ?? ''} ${limitsKey}`;
    const shared = started.get(key);
    if (shared !== undefined) return shared;
    const fetched = fetchNow(url, cookie).finally(() => {
      if (client.signal.aborted) started.delete(key);
    });
    started.set(key, fetched);
    return fetched;
  };
}
