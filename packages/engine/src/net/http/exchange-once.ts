import type { Duplex } from 'node:stream';
import { readCookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { type ResponseHead, fieldValues } from '@perimeter/protocols/http/message-head';
import { redactUrl } from '@perimeter/protocols/http/message-redact';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import { startDeadline } from '../deadline.ts';
import type { Exchanged, HttpClient } from './exchanged.ts';
import { type ReadResponse, readResponse } from './read-response.ts';
import { hostOf, type HttpRequest, portOf, requestHead, storedRequestHead } from './request.ts';
import { recordResponse } from './response.ts';
import { secure } from './secure.ts';
import type { Open, Taken } from './session/connection.ts';
import { headless, maySendAnother, takeAlone } from './session/sessions.ts';

/** One request and how it is sent. */
interface Sending {
  client: HttpClient;
  request: HttpRequest;
  protocols: readonly string[];
}

/** The origin at one address, spoken to in one way. */
const placeOf = ({ request: { url, address }, protocols }: Sending) => ({
  key: [url.origin, address, ...protocols].join(' '),
  target: { address, port: portOf(url), host: hostOf(url) },
});

/** What opens a connection, TLS included, under the exchange's time. */
function opener(sending: Sending): Open {
  const { client, request, protocols } = sending;
  const { limits, signal, first } = client;
  const { target } = placeOf(sending);
  return async () => {
    const dialing = { signal, timeoutMs: limits.connectMs, ...(first === true && { first }) };
    const dialed = await client.dialer.connect(target, dialing);
    if (!dialed.ok) return { ok: false, failure: dialed.failure, connected: false, tls: null };
    const { socket } = dialed;
    if (request.url.protocol !== 'https:') return { ok: true, connection: { stream: socket, socket, tls: null } };
    using handshake = startDeadline(signal, { name: 'tls-handshake()', timeoutMs: limits.tlsMs });
    const secured = await secure(socket, target.host, handshake.signal, protocols);
    if (secured.ok) return { ok: true, connection: { stream: secured.socket, socket, tls: secured.tls } };
    socket.destroy();
    return { ok: false, failure: secured.failure, connected: true, tls: null };
  };
}

/** More cookies than browsers keep of a site (RFC 6265bis section 6.1: 50 at least, 180 in browsers). */
const maxCookies = 200;

/** Methods that may be sent again without asking (RFC 9110 section 9.2.2). */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A server may close an idle connection while a request is under way to it (RFC 9112 section 9.3.1). */
function diedBeforeAnswer({ head, receivedBytes, failure }: ReadResponse, { request }: Sending): boolean {
  if (head !== null || receivedBytes > 0 || !repeatable.has(request.method)) return false;
  return failure?.reason === 'closed' || failure?.reason === 'reset';
}

async function send(stream: Duplex, head: string, { client, request }: Sending): Promise<ReadResponse> {
  const { limits, signal } = client;
  const { method, url } = request;
  using deadline = startDeadline(signal, { name: `exchange(${method} ${url.host})`, timeoutMs: limits.exchangeMs });
  const reading = readResponse(stream, method, { limits, signal: deadline.signal });
  stream.write(head, 'latin1');
  // The deadline ends with this scope.
  return await reading;
}

/** What the cookies of a response are: their values go no further. */
function cookiesOf(head: ResponseHead, { protocol }: URL): Pick<HttpExchange, 'setCookies'> {
  const lines = fieldValues(head, 'set-cookie').slice(0, maxCookies);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return lines.length === 0 ? {} : { setCookies: lines.map((line) => readCookieFacts(line, scheme)) };
}

/** Runs one request with these protocols in ALPN, over a kept connection where there is one. Never rejects for what the network or the target does. */
export async function exchangeOnce(
  client: HttpClient,
  request: HttpRequest,
  protocols: readonly string[],
): Promise<Exchanged> {
  const sending: Sending = { client, request, protocols };
  const isAlone = client.sessions === undefined || request.alone === true;
  const head = requestHead(client.userAgent, request, isAlone);
  const facts = {
    url: redactUrl(request.url.href),
    method: request.method,
    address: request.address,
    port: portOf(request.url),
    requestHead: storedRequestHead(head),
    tls: null,
  } satisfies Partial<HttpExchange>;
  const failed = (failure: NetFailure, connected: boolean, tls: HttpExchange['tls']): Exchanged => ({
    facts: { ...facts, tls, result: { ok: false, failure } },
    head: null,
    connected,
  });
  const take = (): Promise<Taken> =>
    isAlone || client.sessions === undefined
      ? takeAlone(opener(sending))
      : client.sessions.take(client.dialer, placeOf(sending), opener(sending), client.signal);

  for (let isRepeated = false; ; isRepeated = true) {
    const taken = isRepeated ? await takeAlone(opener(sending)) : await take();
    if (!taken.ok) return failed(taken.failure, taken.connected, taken.tls);
    const { connection, carriedOthers, release } = taken;
    try {
      const read = await send(connection.stream, head, sending);
      if (carriedOthers && !isRepeated && diedBeforeAnswer(read, sending)) continue;
      if (read.head === null) return failed(headless(read), true, connection.tls);
      release(maySendAnother(read));
      const { response, content } = await recordResponse(read, read.head, client.limits);
      const { tls } = connection;
      const kept = { ...(carriedOthers && { keptAlive: true }), ...cookiesOf(read.head, request.url) };
      return {
        facts: { ...facts, tls, ...kept, result: { ok: true, response } },
        head: read.head,
        connected: true,
        content,
        receivedBytes: read.receivedBytes,
      };
    } finally {
      release(false);
    }
  }
}
