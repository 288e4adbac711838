import { createHash } from 'node:crypto';
import { beginningOctets, type FileContent, maxContentOctets } from '@perimeter/protocols/exposure/content';
import { type Look, lookHash } from '@perimeter/protocols/exposure/likeness';
import { contentEncodingOf } from '@perimeter/protocols/http/content-encoding';
import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { ExposureEvidence } from '../../evidence/exposure/schema.ts';
import type { NetFailure } from '../../evidence/observed.ts';
import { type Wall, wallOf } from '../../evidence/http/wall.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';

/** An answer as the sweep reads it. Its content is never stored. */
export interface SweepAnswer {
  content: FileContent;
  look: Look;
  /** What its beginning looks like, as of a path that is asked for no more. */
  shortLook: Look;
  wall: Wall['kind'] | null;
  /** Whether the site asks for time. */
  limits: boolean;
  /** Octets that were read. */
  bytes: number;
  /** What Content-Encoding names and no browser knows. */
  coding: string | undefined;
}

/** What a firewall answers to whoever it bars. */
export const isBan = (wall: Wall['kind']): boolean => wall === 'blocked' || wall === 'challenge';

export type Swept = { ok: true; answer: SweepAnswer } | { ok: false; failure: NetFailure };

/** The final document, asked for during or after the sweep, and what it is then. */
export interface Control {
  swept: Swept;
  standing: NonNullable<ExposureEvidence['control']>;
}

/** A media type as it may be stored. */
const storedType = (essence: string): string => (/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(essence) ? essence : '');

/** Octets of the whole file (RFC 9110 sections 14.4 and 8.6). */
function lengthOf(headers: FileContent['headers'], status: number): number | null {
  const [range = ''] = headerValues(headers, 'Content-Range');
  const total = /^bytes \d+-\d+\/(\d{1,15})$/i.exec(range)?.[1];
  if (status === 206) return total === undefined ? null : Number(total);
  const [length = ''] = headerValues(headers, 'Content-Length');
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Redirects are told apart by where they lead, the path that was asked left out. */
function locationOf(headers: FileContent['headers'], url: URL): string | null {
  const [location] = headerValues(headers, 'Location');
  if (location === undefined || !URL.canParse(location, url.href)) return null;
  const { origin, pathname } = new URL(location, url.href);
  return `${origin}${pathname.replace(url.pathname, '/')}`.slice(0, 200);
}

/** Reads what came of a request of the sweep. */
export function readSwept(
  url: URL,
  { facts: { result }, content = new Uint8Array() }: Exchanged,
  octets: number = maxContentOctets,
): Swept {
  if (!result.ok) return { ok: false, failure: result.failure };
  const { response } = result;
  const { status, headers, body } = response;
  const type = storedType(parseContentType(headers).value?.essence ?? '');
  const hasEvents = type === 'text/event-stream' && content.length > 0;
  // A body that broke off is no answer, unless we stopped reading it. Events are sent as long as somebody listens.
  if (body.failure !== undefined && body.failure.reason !== 'too-large' && !hasEvents)
    return { ok: false, failure: body.failure };
  const text = Buffer.from(content.subarray(0, Math.max(octets, maxContentOctets))).toString('latin1');
  const location = status >= 300 && status < 400 ? locationOf(headers, url) : null;
  const lookOf = (first: number): Look => ({
    status,
    type,
    sha256: createHash('sha256').update(content.subarray(0, first)).digest('hex'),
    simhash: lookHash(text.slice(0, first), url.pathname),
    location,
  });
  return {
    ok: true,
    answer: {
      content: { status, headers, text, length: lengthOf(headers, status) },
      look: lookOf(maxContentOctets),
      shortLook: lookOf(beginningOctets),
      wall: wallOf(response)?.kind ?? null,
      limits: status === 429 || (status === 503 && headerValues(headers, 'Retry-After').length > 0),
      bytes: content.length,
      coding: contentEncodingOf(headers).problems[0],
    },
  };
}
