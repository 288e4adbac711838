import type { CookieFacts } from './cookie-facts.ts';

/** How long a cookie lives: until the browser closes, not at all, or so many seconds; `asked` is what browsers cut to 400 days. */
export type CookieLifetime =
  | { kind: 'session' }
  | { kind: 'deleted' }
  | { kind: 'persistent'; seconds: number; asked: number };

/** RFC 10025 section 5.5: browsers keep no cookie longer than 400 days. */
export const maxCookieSeconds = 400 * 86_400;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The delimiters of RFC 10025 section 5.1.1: tab, and the punctuation that no date, word or time has. */
const delimiters = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/;

interface DateParts {
  time: readonly number[] | null;
  day: number | null;
  month: number | null;
  year: number | null;
}

const digitsOf = (token: string, pattern: RegExp): number[] | null => pattern.exec(token)?.slice(1).map(Number) ?? null;

/** Two digits mean 1970 to 2069. */
const fullYear = (year: number): number => (year >= 70 && year <= 99 ? year + 1900 : year <= 69 ? year + 2000 : year);

/** Assigns a token to the first missing part of its kind (section 5.1.1, step 2). */
function take(parts: DateParts, token: string): DateParts {
  const time = parts.time === null ? digitsOf(token, /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D.*)?$/) : null;
  if (time !== null) return { ...parts, time };
  const day = parts.day === null ? digitsOf(token, /^(\d{1,2})(?:\D.*)?$/) : null;
  if (day !== null) return { ...parts, day: day[0] ?? null };
  const month = parts.month === null ? months.indexOf(token.slice(0, 3).toLowerCase()) : -1;
  if (month !== -1) return { ...parts, month };
  const year = parts.year === null ? digitsOf(token, /^(\d{2,4})(?:\D.*)?$/) : null;
  return year === null ? parts : { ...parts, year: fullYear(year[0] ?? 0) };
}

/** Reads a cookie date (RFC 10025 section 5.1.1) into milliseconds; null where browsers ignore it. */
export function parseCookieDate(text: string): number | null {
  const tokens = text.split(delimiters).filter((token) => token !== '');
  const start: DateParts = { time: null, day: null, month: null, year: null };
  const { time, day, month, year } = tokens.reduce(take, start);
  if (time === null || day === null || month === null || year === null) return null;
  const [hour = 0, minute = 0, second = 0] = time;
  if (day < 1 || day > 31 || year < 1601 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  return date.getUTCMonth() === month ? date.getTime() : null;
}

const lasting = (asked: number): CookieLifetime =>
  asked <= 0 ? { kind: 'deleted' } : { kind: 'persistent', seconds: Math.min(asked, maxCookieSeconds), asked };

/** Values that browsers ignore leave no attribute: the last one that they understand counts (section 5.6). */
function lastUnderstood<T>(facts: CookieFacts, name: string, read: (value: string) => T | null): T | null {
  const values = facts.attributes.filter(([candidate]) => candidate === name).map(([, value]) => read(value));
  return values.findLast((value) => value !== null) ?? null;
}

const readMaxAge = (value: string): number | null => (/^-?\d+$/.test(value) ? Number(value) : null);

/** Max-Age counts before Expires (RFC 10025 section 5.7, step 6). */
export function cookieLifetime(facts: CookieFacts, receivedAtMs: number): CookieLifetime {
  const maxAge = lastUnderstood(facts, 'max-age', readMaxAge);
  if (maxAge !== null) return lasting(Math.min(maxAge, Number.MAX_SAFE_INTEGER));
  const expires = lastUnderstood(facts, 'expires', parseCookieDate);
  return expires === null ? { kind: 'session' } : lasting(Math.floor((expires - receivedAtMs) / 1000));
}
