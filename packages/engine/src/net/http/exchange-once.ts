import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import { cookiesOf } from './cookie-trail.ts';
import { startDeadline } from '../deadline.ts';
import type { Exchanged, HttpClient } from './exchanged.ts';
import { type ReadResponse, readResponse } from './read-response.ts';
import { type HttpRequest, requestFacts, requestHead } from './request.ts';
import { recordResponse } from './response.ts';
import { opener, connectionPlace, type Sending } from './opener.ts';
import type { HttpConnection, Taken } from './session/connection.ts';
import { headless, maySendAnother, takeAlone } from './session/sessions.ts';

/** Methods that may be retried automatically (RFC 9110 section 9.2.2). */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A server may close an idle connection while a request is on its way (RFC 9112 section 9.3.1). */
function diedBeforeAnswer({ head, receivedBytes, failure }: ReadResponse, { request }: Sending): boolean {
  if (head !== null || receivedBytes > 0 || !repeatable.has(request.method)) return false;
  return failure?.reason === 'closed' || failure?.reason === 'reset';
}

async function send({ stream }: HttpConnection, head: string, { client, request }: Sending): Promise<ReadResponse> {
  const { limits, signal } = client;
  const { method, url } = request;
  using deadline = startDeadline(signal, { name: `exchange(${method} ${url.host})`, timeoutMs: limits.exchangeMs });
  const reading = readResponse(stream, method, { limits, signal: deadline.signal });
  stream.write(head + (request.body ?? ''), 'latin1');
  // Await here, because the deadline ends with this scope.
  return await reading;
}

/** Facts of a request that was prepared but not sent. */
const unsentFacts = (facts: ReturnType<typeof requestFacts>, failure: NetFailure): Exchanged['facts'] => ({
  ...facts,
  requestHead: '',
  result: { ok: false, failure },
});

/** Runs one request with these ALPN protocols, over a kept connection if possible. Network and target errors never reject. */
export async function exchangeOnce(
  client: HttpClient,
  request: HttpRequest,
  protocols: readonly string[],
): Promise<Exchanged> {
  const sending: Sending = { client, request, protocols };
  const isAlone = client.sessions === undefined || request.alone === true;
  const head = requestHead(client.userAgent, request, isAlone);
  const facts = requestFacts(request, head);
  const failed = (failure: NetFailure, connected: boolean, tls: HttpExchange['tls']): Exchanged => ({
    facts: { ...facts, tls, result: { ok: false, failure } },
    head: null,
    connected,
  });
  const take = (): Promise<Taken> =>
    isAlone || client.sessions === undefined
      ? takeAlone(opener(sending))
      : client.sessions.take(client.dialer, connectionPlace(sending), opener(sending), client.signal);

  for (let isRepeated = false; ; isRepeated = true) {
    const taken = isRepeated ? await takeAlone(opener(sending)) : await take();
    if (!taken.ok) return failed(taken.failure, taken.connected, taken.tls);
    const { connection, carriedOthers, release } = taken;
    const refusal = client.refusal?.(request.url) ?? null;
    if (refusal !== null) {
      release(true);
      return { ...failed(refusal, true, connection.tls), facts: unsentFacts(facts, refusal) };
    }
    try {
      const read = await send(connection, head, sending);
      if (carriedOthers && !isRepeated && diedBeforeAnswer(read, sending)) continue;
      if (read.head === null) return failed(headless(read), true, connection.tls);
      release(maySendAnother(read));
      const { response, content } = await recordResponse(read, read.head, { limits: client.limits, request });
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
