import { redactFieldValue, redactUrl } from '@perimeter/protocols/http/message-redact';
import { writeRequestHead } from '@perimeter/protocols/http/message-request';
import type { HeaderLine } from '../../evidence/http/schema.ts';

/** One request to one allowed address. */
export interface HttpRequest {
  method: string;
  url: URL;
  /** Numeric; the caller chooses one of the host's addresses. */
  address: string;
  /** Cookie header, if any. */
  cookie?: string | undefined;
  /** Additional header lines; they replace standard ones of the same name. */
  headers?: readonly HeaderLine[];
  /** Content to send, in ASCII; the caller states its length and type. */
  body?: string;
  /** Over a separate connection, closed afterwards. */
  alone?: boolean;
}

/** The port that a URL names or its scheme implies. */
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** A URL's host as a name or as a numeric address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** The request head as sent; the last one on a connection has Connection: close. */
export function requestHead(userAgent: string, request: HttpRequest, isLast: boolean): string {
  const ours: HeaderLine[] = [
    ['Host', request.url.host],
    ['User-Agent', userAgent],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['Accept-Language', 'en'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ...(request.cookie === undefined ? [] : [['Cookie', request.cookie] satisfies HeaderLine]),
    ['Connection', isLast ? 'close' : 'keep-alive'],
  ];
  const extra = request.headers ?? [];
  const replaced = new Set(extra.map(([name]) => name.toLowerCase()));
  const fields = [...ours.filter(([name]) => !replaced.has(name.toLowerCase())), ...extra];
  return writeRequestHead({ method: request.method, target: request.url.pathname + request.url.search, fields });
}

/** The request head without secrets, for storage. */
const storedRequestHead = (head: string): string =>
  redactUrl(head).replace(
    /^Cookie: (.*)\r$/m,
    (_line, value: string) => `Cookie: ${redactFieldValue('cookie', value)}\r`,
  );

/** Facts of an exchange's request; TLS facts follow later. */
export const requestFacts = ({ url, method, address }: HttpRequest, head: string) => ({
  url: redactUrl(url.href),
  method,
  address,
  port: portOf(url),
  requestHead: storedRequestHead(head),
  tls: null,
});
