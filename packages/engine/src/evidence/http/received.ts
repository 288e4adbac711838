import { parseResponseHead } from '@perimeter/protocols/http/message-head';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { HeaderLine, HttpResponse } from './schema.ts';
import { latin1Bytes } from '@perimeter/protocols/bytes';

/** A response head as received: its status line and raw header lines. */
export interface ReceivedHead {
  statusLine: string;
  lines: ReadonlyMap<HeaderLine | readonly [string, string], string>;
}

/** The header lines as received, in the order in which they were read; none where the head cannot be read again. */
function rawLines(rawHead: string): string[] {
  try {
    const head = parseResponseHead(latin1Bytes(rawHead));
    return head.fields.map(({ start, end }) => head.raw.slice(start, end));
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}

function readHead({ rawHead, headers, httpVersion, status, reason }: HttpResponse): ReceivedHead {
  const first = rawHead.split(/\r?\n/, 20).find((line) => line !== '');
  const raw = rawLines(rawHead);
  const lines = headers.map((line, index) => [line, raw[index] ?? `${line[0]}: ${line[1]}`] as const);
  return { statusLine: first ?? `HTTP/${httpVersion} ${status} ${reason}`, lines: new Map(lines) };
}

/** Each check quotes the same few heads, so they are cached. */
const known = new WeakMap<HttpResponse, ReceivedHead>();

/** The head of a response as it was received. */
export function receivedHead(response: HttpResponse): ReceivedHead {
  const head = known.get(response) ?? readHead(response);
  known.set(response, head);
  return head;
}

/** The placeholder that the probe stores in place of a cookie's value. */
const redacted = /^\s*<redacted \d+ bytes>\s*$/;

/** A Set-Cookie line as it may be quoted: a cookie's value opens its owner's session, so only name and attributes stay. */
export function withoutCookieValue(line: string): string {
  const colon = line.indexOf(':');
  const end = line.indexOf(';', colon);
  const pair = line.slice(colon + 1, end === -1 ? undefined : end);
  const equals = pair.indexOf('=');
  if (redacted.test(pair.slice(equals + 1))) return line;
  return `${line.slice(0, colon + 1)}${equals === -1 ? '' : pair.slice(0, equals)}=[redacted]${end === -1 ? '' : line.slice(end)}`;
}
