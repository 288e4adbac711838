import type { Duplex } from 'node:stream';
import { type ResponseHead, fieldValues } from '@perimeter/protocols/http/message-head';
import { redactFieldValue, redactRawHead, redactUrl } from '@perimeter/protocols/http/message-redact';
import { writeRequestHead } from '@perimeter/protocols/http/message-request';
import type { HeaderLine, HttpExchange, HttpResponse } from '../../evidence/http/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import type { Dialer } from '../dialer.ts';
import { startDeadline } from '../deadline.ts';
import { contentText } from './content-text.ts';
import { decodeContent } from './decode-content.ts';
import type { HttpLimits } from './limits.ts';
import { type ReadResponse, readResponse } from './read-response.ts';
import { secure } from './secure.ts';
import { sha256Hex } from '../sha256.ts';

/** What all exchanges of an audit share. */
export interface HttpClient {
  dialer: Dialer;
  userAgent: string;
  limits: HttpLimits;
  /** The audit's signal. */
  signal: AbortSignal;
}

/** One request to one checked address. */
export interface HttpRequest {
  method: string;
  url: URL;
  /** Numeric, chosen by the caller among the addresses of the URL's host. */
  address: string;
  /** Cookie header to send, where there is one. */
  cookie?: string | undefined;
  /** More header lines, or others in place of ours where the names are equal. */
  headers?: readonly HeaderLine[];
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

/** The port that a URL names or its scheme implies. */
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** A URL's host as a name or as a numeric address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

function requestHead(client: HttpClient, request: HttpRequest): string {
  const ours: HeaderLine[] = [
    ['Host', request.url.host],
    ['User-Agent', client.userAgent],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['Accept-Language', 'en'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ...(request.cookie === undefined ? [] : [['Cookie', request.cookie] satisfies HeaderLine]),
    ['Connection', 'close'],
  ];
  const extra = request.headers ?? [];
  const replaced = new Set(extra.map(([name]) => name.toLowerCase()));
  const fields = [...ours.filter(([name]) => !replaced.has(name.toLowerCase())), ...extra];
  return writeRequestHead({ method: request.method, target: request.url.pathname + request.url.search, fields });
}

/** The request head as it may be stored. */
const storedRequestHead = (head: string): string =>
  redactUrl(head).replace(
    /^Cookie: (.*)\r$/m,
    (_line, value: string) => `Cookie: ${redactFieldValue('cookie', value)}\r`,
  );

interface Body {
  body: HttpResponse['body'];
  content: Uint8Array;
}

async function bodyOf(read: ReadResponse, head: ResponseHead, limits: HttpLimits): Promise<Body> {
  const decoded = await decodeContent(read.content, fieldValues(head, 'content-encoding'), limits);
  const text = contentText(decoded.bytes, fieldValues(head, 'content-type').at(-1), limits.maxTextBytes);
  const failure = read.failure ?? decoded.failure;
  const body = {
    wireBytes: read.content.length,
    decodedBytes: decoded.bytes.length,
    text: text?.text ?? null,
    truncated: failure !== null || (text?.truncated ?? false),
    ...(text?.byteOrderMark === true ? { byteOrderMark: true } : {}),
    sha256: sha256Hex(decoded.bytes),
    ...(failure === null ? {} : { failure }),
  };
  return { body, content: decoded.bytes };
}

function responseOf(read: ReadResponse, head: ResponseHead, body: HttpResponse['body']): HttpResponse {
  return {
    status: head.status,
    reason: head.reason,
    httpVersion: head.httpVersion,
    headers: head.fields.map(({ name, value }): HeaderLine => [name, redactFieldValue(name, value)]),
    rawHead: redactRawHead(head),
    interim: read.interim,
    problems: [...read.problems],
    body,
  };
}

/** Runs one request over its own connection. Never rejects for what the network or the target does. */
export async function exchange(client: HttpClient, request: HttpRequest): Promise<Exchanged> {
  const { url, method, address } = request;
  const { limits } = client;
  const port = portOf(url);
  const head = requestHead(client, request);
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
      const secured = await secure(dialed.socket, hostOf(url), handshake.signal);
      if (!secured.ok) return failed(secured.failure, true);
      stream = secured.socket;
      tls = secured.tls;
    }
    const reading = readResponse(stream, method, { limits, signal: deadline.signal });
    stream.write(head, 'latin1');
    const read = await reading;
    stream.destroy();
    if (read.head === null) return failed(read.failure ?? { reason: 'closed', detail: 'No answer' }, true, tls);
    const { body, content } = await bodyOf(read, read.head, limits);
    const response = responseOf(read, read.head, body);
    return { facts: { ...facts, tls, result: { ok: true, response } }, head: read.head, connected: true, content };
  } finally {
    stream.destroy();
    dialed.socket.destroy();
  }
}
