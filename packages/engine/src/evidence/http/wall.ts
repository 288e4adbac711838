import { isInDomain } from '@perimeter/protocols/domain/below';
import { isScriptChallenge } from '@perimeter/protocols/html/script-challenge';
import { combinedValue, headerValues } from '@perimeter/protocols/http/headers/header-list';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { z } from 'zod';
import { isApiAnswer } from './api-answer.ts';
import type { HttpEvidence, HttpResponse, httpWall } from './schema.ts';
import { scriptChallenge, type WallMark, wallMarks } from './wall-marks.data.ts';
import { causeOfStatus } from '../causes/cause.ts';
import type { Cause } from '../causes.data.ts';

/** What a response is instead of the site's own content. */
export type Wall = z.infer<typeof httpWall>;

/** Challenge pages say what they are near their beginning. */
const maxTextLength = 64 * 1024;

/** A page with status 200 and words of a wall is one only if it is as short as walls are. */
const maxWallBytes = 16 * 1024;

/** Links that lead nowhere else: back in the history, to the page itself, or to data within it. */
const noLink = /^(?:javascript:|data:|#|$)/;

/** The link targets in a lower-case page. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\bhref\s{0,8}=\s{0,8}(?:"([^"]{0,2048})|'([^']{0,2048})|([^\s"'>]{1,2048}))/g)]
    .map(({ 1: double, 2: single, 3: bare }) => (double ?? single ?? bare ?? '').trim())
    .filter((link) => !noLink.test(link));

const isOnSite = (link: string, site: string): boolean => {
  const host = /^(?:https?:)?\/\/([^/?#:]+)/.exec(link)?.[1] ?? '';
  return isInDomain(host, site);
};

/** Ordinary pages hold the scripts of the wall in front of them; a wall also names an incident, hides itself or links to nobody but its vendor. */
const isBare = (text: string, vendorSite: string | undefined): boolean =>
  text.includes('incident') ||
  text.includes('noindex') ||
  linksOf(text).every((link) => vendorSite !== undefined && isOnSite(link, vendorSite));

function bears(mark: WallMark, { status, headers, body }: HttpResponse, text: string): boolean {
  if (mark.statuses.length > 0 && !mark.statuses.includes(status)) return false;
  if (mark.header !== undefined) {
    const [name, contains] = mark.header;
    return headerValues(headers, name).some((value) => value.toLowerCase().includes(contains));
  }
  if (mark.text !== undefined && !text.includes(mark.text)) return false;
  if (mark.texts?.every((words) => text.includes(words)) === false) return false;
  if (mark.anyOf?.some((words) => text.includes(words)) === false) return false;
  return status >= 300 || (body.decodedBytes < maxWallBytes && isBare(text, mark.site));
}

/** Status codes of a gateway or front server that did not reach the site behind it, Cloudflare's 520 to 530 among them. */
const isUnavailable = (status: number): boolean =>
  [408, 421, 425, 502, 503, 504].includes(status) || (status >= 520 && status <= 530);

/** RFC 9110 sections 15.3.5 and 15.3.6: no content follows; whether others get a document is unknown. */
const contentless: ReadonlySet<number> = new Set([204, 205]);

function kindByStatus(status: number): Wall['kind'] | null {
  if (status < 200 || status > 599) return 'no-http';
  if (contentless.has(status)) return 'no-content';
  // RFC 9110 section 15.4.5: there is a document, whatever the request that asked for it.
  if (status === 304) return 'not-modified';
  if (status === 429) return 'rate-limited';
  if (status === 401) return 'login';
  if (status === 403 || status === 407 || status === 451) return 'blocked';
  return isUnavailable(status) ? 'unavailable' : null;
}

/** Status codes with which a page comes that tests the browser; the site's own error pages are read as they are. */
const mayTest = (status: number): boolean => (status >= 200 && status < 300) || [403, 405, 429, 503].includes(status);

function testsBrowser({ status, headers, body }: HttpResponse): boolean {
  if (!mayTest(status) || body.text === null || body.truncated || body.failure !== undefined) return false;
  return body.decodedBytes < maxWallBytes && isMarkup(parseContentType(headers).value) && isScriptChallenge(body.text);
}

const markText = ({ vendor, header, text, structure }: WallMark): string => {
  if (structure !== undefined) return structure;
  const sign = header === undefined ? `"${text ?? ''}" in the page` : `header ${header[0]}`;
  return vendor === null ? sign : `${vendor}, ${sign}`;
};

function findWall(response: HttpResponse): Wall | null {
  const text = (response.body.text ?? '').slice(0, maxTextLength).toLowerCase();
  const mark =
    wallMarks.find((candidate) => bears(candidate, response, text)) ??
    (testsBrowser(response) ? scriptChallenge : undefined);
  if (mark !== undefined) return { kind: response.status === 429 ? 'rate-limited' : mark.kind, sign: markText(mark) };
  const kind = isApiAnswer(response) ? null : kindByStatus(response.status);
  return kind === null ? null : { kind, sign: null };
}

/** Every check reads the same few responses, and each reading searches a whole page. */
const found = new WeakMap<HttpResponse, { wall: Wall | null }>();

/** What a response is instead of the site's content; null where it is the site's own, error pages of the site included. */
export function wallOf(response: HttpResponse): Wall | null {
  const { body, wall: seen } = response;
  // Status and headers are read by today's rules; what only the text told was noted where the text was not kept.
  const noted = body.text === null ? (seen ?? null) : null;
  const known = found.get(response) ?? { wall: noted ?? findWall(response) };
  found.set(response, known);
  return known.wall;
}

const kindWords: Record<Wall['kind'], string> = {
  challenge: 'challenge page',
  blocked: 'block page',
  'client-certificate': 'client certificate required',
  'rate-limited': 'rate limit',
  login: 'login required',
  unavailable: 'server behind the gateway unavailable',
  'no-content': 'no content',
  'not-modified': 'a document that was not sent',
  'no-http': 'not the status code of a final HTTP response',
};

/** The kind of a wall, in a few words; status 451 is a legal demand (RFC 7725), whoever asks. */
export const wallWords = ({ kind }: Wall, status: number): string =>
  status === 451 ? 'not available for legal reasons' : kindWords[kind];

/** What stood where the site should be: the values of its sentence. */
export function wallValues(url: string, response: HttpResponse, wall: Wall) {
  const retryAfter = combinedValue(response.headers, 'Retry-After');
  const details = [
    wallWords(wall, response.status),
    ...(wall.sign === null ? [] : [wall.sign]),
    ...(retryAfter === null ? [] : [`Retry-After: ${retryAfter}`]),
  ];
  return { url, status: `${response.status} ${response.reason}`.trimEnd(), details: details.join(', ') };
}

/** Kinds that no permission for a scanner removes: everybody gets these answers. */
const forEverybody: ReadonlySet<Wall['kind']> = new Set(['no-content', 'not-modified']);

/** The cause that a wall with this status is. */
export function wallCause({ kind }: Wall, status: number): Cause {
  if (kind === 'rate-limited') return 'limited';
  if (kind === 'client-certificate') return kind;
  if (kind === 'login') return 'site-login';
  if (kind === 'unavailable' || status === 451) return causeOfStatus(status);
  return forEverybody.has(kind) ? 'unusable-answer' : 'walled';
}

/** Kinds that hide the site from automated clients alone. */
const hidesSite: ReadonlySet<Wall['kind']> = new Set(['challenge', 'blocked', 'rate-limited']);

/** Whether a challenge page, a block page or a rate limit stood where the site's document should be, for automated clients alone. */
export function isWalledOff({ exchanges, finalDocument }: HttpEvidence): boolean {
  const result = exchanges.find(({ id }) => id === finalDocument)?.result;
  if (result?.ok !== true || result.response.status === 451) return false;
  const wall = wallOf(result.response);
  return wall !== null && hidesSite.has(wall.kind);
}
