import { createHash } from 'node:crypto';
import { beginningOctets, type FileContent, maxContentOctets } from '@perimeter/protocols/exposure/content';
import { type Look, lookHash, wordsOf } from '@perimeter/protocols/exposure/likeness';
import { firstByteRange } from '@perimeter/protocols/http/byte-ranges';
import { contentEncodingOf } from '@perimeter/protocols/http/content-encoding';
import { parseContentRange } from '@perimeter/protocols/http/content-range';
import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { ExposureEvidence } from '../../evidence/exposure/schema.ts';
import { type NetFailure, netFailed } from '../../evidence/observed.ts';
import type { HttpResponse } from '../../evidence/http/schema.ts';
import { type Wall, wallOf } from '../../evidence/http/wall.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';

/** An answer for the sweep. Its content is never stored. */
export interface SweepAnswer {
  content: FileContent;
  look: Look;
  /** The fingerprint of its beginning only. */
  shortLook: Look;
  wall: Wall['kind'] | null;
  /** Whether the site asks to slow down. */
  limits: boolean;
  /** Bytes that were read. */
  bytes: number;
  /** An unknown Content-Encoding. */
  coding: string | undefined;
}

/** Walls that a firewall shows to banned clients. */
export const isBan = (wall: Wall['kind']): boolean => wall === 'blocked' || wall === 'challenge';

/** Result of a sweep request; answered: an answer came but could not be read. */
export type Swept = { ok: true; answer: SweepAnswer } | { ok: false; failure: NetFailure; answered: boolean };

/** The final document, requested again during or after the sweep, and its state. */
export interface Control {
  swept: Swept;
  standing: NonNullable<ExposureEvidence['control']>;
  /** A ban that looks like the site's not-found answer. */
  asNotFound: boolean;
  /** Whether the site asks to slow down. */
  limits: boolean;
}

/** A media type for storage. */
const storedType = (essence: string): string => (/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(essence) ? essence : '');

/** Size of the whole file in bytes (RFC 9110 sections 14.4 and 8.6). */
function lengthOf(headers: FileContent['headers'], status: number): number | null {
  if (status === 206) return parseContentRange(headerValues(headers, 'Content-Range')[0])?.whole ?? null;
  const [length = ''] = headerValues(headers, 'Content-Length');
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Redirects are distinguished by their target, without the requested path. */
function locationOf(headers: FileContent['headers'], url: URL): string | null {
  const [location] = headerValues(headers, 'Location');
  if (location === undefined || !URL.canParse(location, url.href)) return null;
  const { origin, pathname } = new URL(location, url.href);
  return `${origin}${pathname.replace(url.pathname, '/')}`.slice(0, 200);
}

/** The part in an answer, extracted from multipart/byteranges if necessary; null where it is unreadable or starts elsewhere. */
function partOf(
  { status, headers }: HttpResponse,
  text: string,
): { headers: FileContent['headers']; text: string } | null {
  const type = parseContentType(headers).value;
  if (status !== 206 || type?.essence !== 'multipart/byteranges') return { headers, text };
  const part = firstByteRange(text, type.parameters.get('boundary') ?? '');
  const [range] = part === null ? [] : headerValues(part.headers, 'Content-Range');
  return (parseContentRange(range)?.first ?? 0) === 0 ? part : null;
}

/** Reads the result of a sweep request. */
export function readSwept(
  url: URL,
  { facts: { result }, content = new Uint8Array() }: Exchanged,
  octets: number = maxContentOctets,
): Swept {
  if (!result.ok) return { ok: false, failure: result.failure, answered: false };
  const { response } = result;
  const { status, body } = response;
  const type = storedType(parseContentType(response.headers).value?.essence ?? '');
  const hasEvents = type === 'text/event-stream' && content.length > 0;
  // An interrupted body is no answer, unless we stopped reading. An event stream never ends by itself.
  if (body.failure !== undefined && body.failure.reason !== 'too-large' && !hasEvents)
    return { ok: false, failure: body.failure, answered: true };
  const part = partOf(response, Buffer.from(content).toString('latin1'));
  if (part === null) return { ok: false, failure: netFailed('malformed', 'content-partial', type), answered: true };
  const { headers } = part;
  const text = part.text.slice(0, Math.max(octets, maxContentOctets));
  const location = status >= 300 && status < 400 ? locationOf(headers, url) : null;
  const lookOf = (first: number): Look => ({
    status,
    type: storedType(parseContentType(headers).value?.essence ?? ''),
    sha256: createHash('sha256').update(part.text.slice(0, first), 'latin1').digest('hex'),
    simhash: lookHash(text.slice(0, first), url.pathname),
    location,
    words: wordsOf(text.slice(0, first), url.pathname, first),
  });
  return {
    ok: true,
    answer: {
      content: { status, headers, text, length: lengthOf(headers, status) },
      look: lookOf(maxContentOctets),
      shortLook: lookOf(beginningOctets),
      wall: wallOf(response)?.kind ?? null,
      limits: status === 429 || (status === 503 && headerValues(headers, 'Retry-After').length > 0),
      bytes: part.text.length,
      coding: contentEncodingOf(headers).problems[0],
    },
  };
}
