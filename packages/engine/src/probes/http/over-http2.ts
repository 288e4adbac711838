import type { HttpHead2 } from '../../evidence/http/schema.ts';
import { isOfSite } from '../../evidence/site/in-place.ts';
import { isOwnUrl } from '../../evidence/site/own.ts';
import { type Observed, seen, unobserved } from '../../evidence/observed.ts';
import { startDeadline } from '../../net/deadline.ts';
import { firstConnectTimeoutMs } from '../../net/dialer.ts';
import { askHttp2 } from '../../net/http/over-http2.ts';
import { hostOf, portOf } from '../../net/http/request.ts';
import { secure } from '../../net/tls-stream/secure.ts';
import type { ProbeContext } from '../probe.ts';
import type { Final } from './around.ts';

/** The headers that are compared with those over HTTP/1.1; no others are kept. */
const compared: ReadonlySet<string> = new Set([
  'strict-transport-security',
  'content-security-policy',
  'x-frame-options',
  'x-content-type-options',
]);

const timeoutMs = 6_000;

/** The document over HTTP/2, which browsers prefer; undefined where it was not asked for, or the server does not select h2. */
export async function askOverHttp2(
  { dialer, http, signal, target }: ProbeContext,
  { url, address, exchange }: Final,
): Promise<Observed<HttpHead2> | undefined> {
  if (url.protocol !== 'https:' || !isOfSite(exchange) || !isOwnUrl(target, url)) return undefined;
  using deadline = startDeadline(signal, { name: 'exchange()', timeoutMs });
  const host = hostOf(url);
  const place = { address, port: portOf(url), host };
  const dialed = await dialer.connect(place, { signal: deadline.signal, timeoutMs: firstConnectTimeoutMs });
  if (!dialed.ok) return unobserved(dialed.failure);
  const secured = await secure(dialed.socket, host, deadline.signal, ['h2', 'http/1.1']);
  if (!secured.ok || secured.tls.alpn !== 'h2') {
    dialed.socket.destroy();
    return secured.ok ? undefined : unobserved(secured.failure);
  }
  const head = await askHttp2(secured.socket, url, http.userAgent, deadline.signal);
  dialed.socket.destroy();
  if ('reason' in head) return unobserved(head);
  return seen({ status: head.status, headers: head.lines.filter(([name]) => compared.has(name)) });
}
