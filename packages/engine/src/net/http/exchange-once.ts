import type { Duplex } from 'node:stream';
import { redactUrl } from '@perimeter/protocols/http/message-redact';
import type { HttpExchange } from '../../evidence/http/schema.ts';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import { startDeadline } from '../deadline.ts';
import type { Exchanged, HttpClient } from './exchanged.ts';
import { readResponse } from './read-response.ts';
import { hostOf, type HttpRequest, portOf, requestHead, storedRequestHead } from './request.ts';
import { recordResponse } from './response.ts';
import { secure } from './secure.ts';

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
  using deadline = startDeadline(client.signal, {
    name: `exchange(${method} ${url.host})`,
    timeoutMs: limits.exchangeMs,
  });
  try {
    if (url.protocol === 'https:') {
      using handshake = startDeadline(deadline.signal, { name: 'tls-handshake()', timeoutMs: limits.tlsMs });
      const secured = await secure(dialed.socket, hostOf(url), handshake.signal, protocols);
      if (!secured.ok) return failed(secured.failure, true);
      stream = secured.socket;
      tls = secured.tls;
    }
    const reading = readResponse(stream, method, { limits, signal: deadline.signal });
    stream.write(head, 'latin1');
    const read = await reading;
    stream.destroy();
    if (read.head === null) return failed(read.failure ?? netFailed('closed', 'nothing-answered'), true, tls);
    const { response, content } = await recordResponse(read, read.head, limits);
    return { facts: { ...facts, tls, result: { ok: true, response } }, head: read.head, connected: true, content };
  } finally {
    stream.destroy();
    dialed.socket.destroy();
  }
}
