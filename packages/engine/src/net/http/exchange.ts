import type { NetFailure } from '../../evidence/observed.ts';
import { exchangeOnce } from './exchange-once.ts';
import type { Exchanged, HttpClient } from './exchanged.ts';
import type { HttpRequest } from './request.ts';
import { endedBy } from '../../evidence/failure-text.ts';

/** RFC 7301 section 3.2: none of the offered protocols is supported. */
const refusesProtocols = ({ facts: { result } }: Exchanged): boolean =>
  !result.ok && result.failure.reason === 'tls' && endedBy(result.failure, 'NO_APPLICATION_PROTOCOL');

const failsWith = ({ facts: { result } }: Exchanged, reason: NetFailure['reason']): boolean =>
  !result.ok && result.failure.reason === reason;

const placeOf = ({ url, address }: HttpRequest): string => `${url.origin} ${address}`;

/** Runs one request; a server that refuses http/1.1 in ALPN is tried without ALPN, then tested for HTTP/2 only. */
export async function exchange(client: HttpClient, request: HttpRequest): Promise<Exchanged> {
  const nameless = client.sessions?.nameless;
  if (nameless?.has(placeOf(request)) === true) return exchangeOnce(client, request, []);
  const first = await exchangeOnce(client, request, ['http/1.1']);
  if (!refusesProtocols(first)) return first;
  const second = await exchangeOnce(client, request, []);
  // Servers without HTTP/1.1 may respond with a line of it.
  if (second.head !== null && second.head.status < 400) {
    nameless?.add(placeOf(request));
    return second;
  }
  if (failsWith(second, 'http2-only')) return second;
  const third = await exchangeOnce(client, request, ['h2']);
  return failsWith(third, 'http2-only') ? third : second.head === null ? first : second;
}
