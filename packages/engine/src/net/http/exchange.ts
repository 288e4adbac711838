import type { Duplex } from 'node:stream';
import type { ResponseHead } from '@perimeter/protocols/http/message-head';
import { redactUrl } from '@perimeter/protocols/http/message-redact';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import { startDeadline } from '../deadline.ts';
import type { Dialer } from '../dialer.ts';
import type { HttpLimits } from './limits.ts';
import { readResponse } from './read-response.ts';
import { hostOf, type HttpRequest, portOf, requestHead, storedRequestHead } from './request.ts';
import { recordResponse } from './response.ts';
import { secure } from './secure.ts';

/** What all exchanges of an audit share. */
export interface HttpClient {
  dialer: Dialer;
  userAgent: string;
  limits: HttpLimits;
  /** The audit's signal. */
  signal: AbortSignal;
}

/** An exchange without its id, and what must not be stored but is needed to go on. */
export interface Exchanged {
  facts: Omit<HttpExchange, 'id'>;
  /** The head as it came, nothing redacted. */
  head: ResponseHead | null;
  /** A TCP connection stood: a failure after it is not the address's. */
  connected: boolean;
  /** The decoded content, as far as it came; absent where there was no response. */
  content?: Uint8Array;
}

/** Runs one request over its own connection, with these protocols in ALPN. Never rejects for what the network or the target does. */
export async function exchangeOnce(
  client: HttpClient,
  request: HttpRequest,
  protocols: readonly string[],
): Promise<Exchanged> {
  const { url, method, address } = request;
  const { limits } = client;
  const port = portOf(url);
  const head = requestHead(client.userAgent, request);
  const facts = {
    url: redactUrl(url.href),
    method,
    address,
    port,
    requestHead: storedRequestHead(head),
    tls: null,
  } satisfies Partial<HttpExchange>;
  const failed = (failure: NetFailure, connected: boolean, tls: HttpExchange['tls'] = null): Exchanged => ({
    facts: { ...facts, tls, result: { ok: false, failure } },
    head: null,
    connected,
  });

  const dialed = await client.dialer.connect(
    { address, port, host: hostOf(url) },
    { signal: client.signal, timeoutMs: limits.connectMs },
  );
  if (!dialed.ok) return failed(dialed.failure, false);
  let stream: Duplex = dialed.socket;
  let tls: HttpExchange['tls'] = null;
  using deadline = startDeadline(client.signal, { name: `${method} ${url.host}`, timeoutMs: limits.exchangeMs });
  try {
    if (url.protocol === 'https:') {
      using handshake = startDeadline(deadline.signal, { name: 'TLS handshake', timeoutMs: limits.tlsMs });
      const secured = await secure(dialed.socket, hostOf(url), handshake.signal, protocols);
      if (!secured.ok) return failed(secured.failure, true);
      stream = secured.socket;
      tls = secured.tls;
    }
    const reading = readResponse(stream, method, { limits, signal: deadline.signal });
    stream.write(head, 'latin1');
    const read = await reading;
    stream.destroy();
    if (read.head === null) return failed(read.failure ?? { reason: 'closed', detail: 'No answer' }, true, tls);
    const { response, content } = await recordResponse(read, read.head, limits);
    return { facts: { ...facts, tls, result: { ok: true, response } }, head: read.head, connected: true, content };
  } finally {
    stream.destroy();
    dialed.socket.destroy();
  }
}

/** RFC 7301 section 3.2: none of the protocols that we offered. */
const refusesProtocols = ({ facts: { result } }: Exchanged): boolean =>
  !result.ok && result.failure.reason === 'tls' && result.failure.detail.includes('NO_APPLICATION_PROTOCOL');

const failsWith = ({ facts: { result } }: Exchanged, reason: NetFailure['reason']): boolean =>
  !result.ok && result.failure.reason === reason;

/** Runs one request; a server that refuses the name of HTTP/1.1 is asked without one, and then whether it speaks HTTP/2 alone. */
export async function exchange(client: HttpClient, request: HttpRequest): Promise<Exchanged> {
  const first = await exchangeOnce(client, request, ['http/1.1']);
  if (!refusesProtocols(first)) return first;
  const nameless = await exchangeOnce(client, request, []);
  // Servers without HTTP/1.1 may say so in a line of it.
  if (nameless.head !== null && nameless.head.status < 400) return nameless;
  if (failsWith(nameless, 'http2-only')) return nameless;
  const second = await exchangeOnce(client, request, ['h2']);
  return failsWith(second, 'http2-only') ? second : nameless.head === null ? first : nameless;
}
