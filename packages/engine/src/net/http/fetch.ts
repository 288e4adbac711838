import { fieldValues } from '@perimeter/protocols/http/message-head';
import { redactUrl } from '@perimeter/protocols/http/message-redact';
import type { HeaderLine } from '../../evidence/http/schema.ts';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { exchange } from './exchange.ts';
import type { Exchanged, HttpClient } from './exchanged.ts';
import type { HostLookup } from './hosts.ts';
import { hostOf, portOf } from './request.ts';
import type { ByteShare, RequestBudget } from './session/request-budget.ts';
import type { Sessions } from './session/sessions.ts';

/** The exchange of a URL, and earlier ones that failed to connect at other addresses of the host. */
export interface Fetched {
  exchange: Exchanged;
  attempts: readonly Exchanged[];
  /** Discarded answers to the same request, which was repeated. */
  earlier?: readonly Exchanged[];
}

/** Fetches a URL once: the same URL with the same cookies is the same promise. */
export type Fetch = (url: URL, cookie?: string) => Promise<Fetched>;

/** Differences from a GET with the standard headers. */
export interface RequestChanges {
  method?: string;
  cookie?: string | undefined;
  headers?: readonly HeaderLine[];
  /** Content to send, in ASCII. */
  body?: string;
  /** Over a separate connection. */
  alone?: boolean;
  /** A key for a repeated request, so that it does not share the first response. */
  again?: string;
}

/** Sends one request to one address of a URL's host; equal requests share a promise. */
export type Ask = (url: URL, address: string, asking?: RequestChanges) => Promise<Exchanged>;

/** What requests of all probes share. */
export interface HttpMemory {
  /** Started requests, by request and limits. */
  started: Map<string, Promise<Fetched>>;
  asked: Map<string, Promise<Exchanged>>;
  /** Address and port pairs that accepted no connection. */
  unreachable: Set<string>;
  sessions: Sessions;
  requests: RequestBudget;
}

/** Why an origin receives no more requests of a probe, and since when. */
export interface OriginLimit {
  status: number;
  retryAfter: string | null;
  atMs: number;
}

/** The HTTP client of one probe: rate limits apply to this probe only. */
export interface ProbeClient extends HttpClient {
  limited: Map<string, OriginLimit>;
  share?: ByteShare | undefined;
  textOnly?: boolean | undefined;
}

const unsent = (url: URL, failure: NetFailure, method = 'GET'): Exchanged => ({
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

/** 429, or 503 with Retry-After (RFC 6585 section 4, RFC 9110 section 15.6.4). */
function limitIn({ head }: Exchanged): OriginLimit | null {
  if (head === null) return null;
  const [retryAfter = null] = fieldValues(head, 'retry-after');
  const limits = head.status === 429 || (head.status === 503 && retryAfter !== null);
  return limits ? { status: head.status, retryAfter, atMs: performance.now() } : null;
}

/** Why an origin receives no more requests of the probe; null if it may. */
function limitOf(url: URL, { limited }: ProbeClient): NetFailure | null {
  const limit = limited.get(url.origin);
  return limit === undefined ? null : netFailed('rate-limited', 'limited-before', url.origin, limit.status);
}

const limitsKey = ({ limits, accept = '', textOnly = false }: ProbeClient): string =>
  [...Object.values(limits), accept, textOnly].join(' ');

/** Answers of a cancelled audit are not kept. */
function once<T>(
  known: Map<string, Promise<T>>,
  key: string,
  signal: AbortSignal,
  start: () => Promise<T>,
): Promise<T> {
  const shared = known.get(key);
  if (shared !== undefined) return shared;
  const started = start().finally(() => {
    if (signal.aborted) known.delete(key);
  });
  known.set(key, started);
  return started;
}

/** RFC 9309 section 2.5: robots.txt is read up to at least 500 KiB, whatever its media type. */
const maxUntypedBytes = 512 * 1024;

/** Content without a text media type that may still be text. */
const isShortUntyped = ({ facts: { result }, content }: Exchanged): boolean =>
  result.ok && result.response.body.text === null && (content?.length ?? 0) <= maxUntypedBytes;

async function send(
  client: ProbeClient,
  { requests }: HttpMemory,
  { url, address, asking }: { url: URL; address: string; asking: RequestChanges },
): Promise<Exchanged> {
  const { method = 'GET', cookie, headers = [], body, alone = false } = asking;
  const place = { address, port: portOf(url) };
  const refusal = limitOf(url, client) ?? (await requests.admit(place, client)) ?? limitOf(url, client);
  if (refusal !== null) return unsent(url, refusal, method);
  const accept: readonly HeaderLine[] = client.accept === undefined ? [] : [['Accept', client.accept]];
  const request = {
    method,
    url,
    address,
    cookie,
    alone,
    headers: [...accept, ...headers],
    ...(body !== undefined && { body }),
  };
  const done = await exchange({ ...client, refusal: (asked) => limitOf(asked, client) }, request);
  requests.read(client.share, done.receivedBytes ?? 0);
  if (showsDistress(done)) {
    client.dialer.slowDown(place);
    requests.slowDown(place);
  }
  const limit = limitIn(done);
  if (limit !== null) client.limited.set(url.origin, limit);
  if (client.textOnly !== true || isShortUntyped(done)) return done;
  // Answers stay in memory for the whole audit.
  const { content: _content, ...document } = done;
  return document;
}

/** Sends each request once, and records origins that rate-limit. */
export function createAsk(client: ProbeClient, memory: HttpMemory): Ask {
  const shared = limitsKey(client);
  return (url, address, asking = {}) => {
    const { method = 'GET', cookie = '', headers = [], body = '', again = '' } = asking;
    const key = JSON.stringify([method, url.href, address, cookie, headers, body, again, shared]);
    return once(memory.asked, key, client.signal, () => send(client, memory, { url, address, asking }));
  };
}

/**
 * A fetch that resolves hosts, falls back to their next address, and sends nothing more to a rate-limiting origin.
 * Probes with the same limits share responses; a cancelled one is requested again.
 */
export function createFetch(client: ProbeClient, lookup: HostLookup, memory: HttpMemory): Fetch {
  const { started, unreachable } = memory;
  const shared = limitsKey(client);
  const ask = createAsk(client, memory);
  const fetchNow = async (url: URL, cookie?: string): Promise<Fetched> => {
    const limit = limitOf(url, client);
    if (limit !== null) return { exchange: unsent(url, limit), attempts: [] };
    const found = await lookup(hostOf(url));
    if (!found.ok) return { exchange: unsent(url, found.failure), attempts: [] };
    const placeOf = (address: string): string => `${address} ${portOf(url)}`;
    const addresses = found.addresses.toSorted(
      (a, b) => Number(unreachable.has(placeOf(a))) - Number(unreachable.has(placeOf(b))),
    );
    const attempts: Exchanged[] = [];
    for (const address of addresses) {
      const done = await ask(url, address, { cookie });
      const { result } = done.facts;
      if (done.connected || result.ok || !worthAnother.has(result.failure.reason)) return { exchange: done, attempts };
      unreachable.add(placeOf(address));
      attempts.push(done);
    }
    const last = attempts.pop() ?? unsent(url, netFailed('unreachable', 'no-address'));
    return { exchange: last, attempts };
  };
  return (url, cookie) =>
    once(started, `GET ${url.href} ${cookie ?? ''} ${shared}`, client.signal, () => fetchNow(url, cookie));
}
