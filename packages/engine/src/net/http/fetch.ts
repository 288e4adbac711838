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

/** A URL's exchange, and those before it that failed to connect at another address of the same host. */
export interface Fetched {
  exchange: Exchanged;
  attempts: readonly Exchanged[];
  /** Answers to the same request that do not stand, because another one was asked for. */
  earlier?: readonly Exchanged[];
}

/** Fetches a URL once: the same URL with the same cookies is the same promise. */
export type Fetch = (url: URL, cookie?: string) => Promise<Fetched>;

/** How a request differs from a GET with our header lines. */
export interface Asking {
  method?: string;
  cookie?: string | undefined;
  headers?: readonly HeaderLine[];
  /** Content to send, in ASCII. */
  body?: string;
  /** Over a connection of its own. */
  alone?: boolean;
  /** Not the response to the same request before, but another one: what to tell the two apart by. */
  again?: string;
}

/** Sends one request to one address of a URL's host; the same request is the same promise. */
export type Ask = (url: URL, address: string, asking?: Asking) => Promise<Exchanged>;

/** What requests of an audit have in common, whichever probe sends them. */
export interface HttpMemory {
  /** Requests that were started, by what was asked and under which limits. */
  started: Map<string, Promise<Fetched>>;
  asked: Map<string, Promise<Exchanged>>;
  /** Address and port pairs that accepted no connection. */
  unreachable: Set<string>;
  sessions: Sessions;
  requests: RequestBudget;
}

/** Why an origin gets no more requests of a probe, and since when. */
export interface OriginLimit {
  status: number;
  retryAfter: string | null;
  atMs: number;
}

/** The requests of one probe: what limited it holds for the probe alone. */
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

/** 429, or 503 with the time to come back at (RFC 6585 section 4, RFC 9110 section 15.6.4). */
function limitIn({ head }: Exchanged): OriginLimit | null {
  if (head === null) return null;
  const [retryAfter = null] = fieldValues(head, 'retry-after');
  const limits = head.status === 429 || (head.status === 503 && retryAfter !== null);
  return limits ? { status: head.status, retryAfter, atMs: performance.now() } : null;
}

/** Why an origin gets no more requests of the probe; null if it may. */
function limitOf(url: URL, { limited }: ProbeClient): NetFailure | null {
  const limit = limited.get(url.origin);
  return limit === undefined ? null : netFailed('rate-limited', 'limited-before', url.origin, limit.status);
}

const limitsKey = ({ limits, accept = '', textOnly = false }: ProbeClient): string =>
  [...Object.values(limits), accept, textOnly].join(' ');

/** Answers of an audit that was cancelled are not kept. */
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

/** RFC 9309 section 2.5: robots.txt is read to 500 KiB at least, whatever type a server gives it. */
const maxUntypedBytes = 512 * 1024;

/** What has a type of no text, and may be one all the same. */
const isShortUntyped = ({ facts: { result }, content }: Exchanged): boolean =>
  result.ok && result.response.body.text === null && (content?.length ?? 0) <= maxUntypedBytes;

async function send(
  client: ProbeClient,
  { requests }: HttpMemory,
  { url, address, asking }: { url: URL; address: string; asking: Asking },
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
  // What was answered stays in memory as long as the audit.
  const { content: _content, ...document } = done;
  return document;
}

/** Sends requests over the client, each once, and notes which origins limit them. */
export function createAsk(client: ProbeClient, memory: HttpMemory): Ask {
  const shared = limitsKey(client);
  return (url, address, asking = {}) => {
    const { method = 'GET', cookie = '', headers = [], body = '', again = '' } = asking;
    const key = JSON.stringify([method, url.href, address, cookie, headers, body, again, shared]);
    return once(memory.asked, key, client.signal, () => send(client, memory, { url, address, asking }));
  };
}

/**
 * A fetch over the client that resolves hosts, falls back to their next address, and sends nothing more to an origin that limits requests.
 * Probes with the same limits share a response; one that was cancelled is requested again.
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
