import type { NetFailure } from '../../evidence/observed.ts';
import { exchangeOnce } from './exchange-once.ts';
import type { Exchanged, HttpClient } from './exchanged.ts';
import type { HttpRequest } from './request.ts';
import { detailOf } from '../../evidence/failure-text.ts';

/** RFC 7301 section 3.2: none of the protocols that we offered. */
const refusesProtocols = ({ facts: { result } }: Exchanged): boolean =>
  !result.ok && result.failure.reason === 'tls' && detailOf(result.failure).includes('NO_APPLICATION_PROTOCOL');

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
