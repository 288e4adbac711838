import { printAttribute } from './cookies/cookie-facts.ts';
import { splitCookie } from './headers/set-cookie.ts';
import { trimOws } from './headers/header-list.ts';
import type { ResponseHead } from './message-head.ts';

const marker = (value: string): string => `<redacted ${value.length} bytes>`;

const redactWhole = (value: string): string => (value === '' ? value : marker(value));

/** Keeps the name and the attributes; an empty value, which deletes the cookie, stays (RFC 10025 section 4.1.1). */
function redactSetCookie(value: string): string {
  const { cookie, attributes } = splitCookie(value);
  const equals = cookie.indexOf('=');
  const name = equals === -1 ? '' : cookie.slice(0, equals + 1);
  // What browsers do not know as an attribute may be a piece of a value in quotes.
  return [`${name}${redactWhole(trimOws(cookie.slice(equals + 1)))}`, ...attributes.map(printAttribute)].join(';');
}

const redactCookie = (value: string): string => value.split(';').map(redactSetCookie).join(';');

/** Keeps the scheme: that it is Basic or Bearer is a fact, the rest is a secret (RFC 9110 section 11.4). */
function redactCredentials(value: string): string {
  const space = value.indexOf(' ');
  return space === -1 ? redactWhole(value) : `${value.slice(0, space)} ${redactWhole(trimOws(value.slice(space)))}`;
}

const secretParameter =
  /([?&;#](?:[a-z0-9._-]*(?:token|secret|password|passwd|api_?key|signature|session_?id|sessid)|code|sid|jwt|sig|auth)=)([^?&;#\s"'<>]*)/gi;

/**
 * The userinfo of an authority: an authority ends at a slash, and its last at sign ends the userinfo (RFC 3986 section
 * 3.2). A name alone goes too: services take tokens in its place. Browsers take a URL at the start of a field for one
 * without its slashes (URL Standard section 4.4).
 */
const urlUser = /([\\/]{2}|^https?:[\\/]?)([^\s\\/?#"]+)(?=@)/gi;

/** Replaces the user in URLs, name and password, and the values of URL parameters whose names mark them as secrets (OAuth codes, tokens, session ids). */
export const redactUrl = (text: string): string => maskUrls(text, redactWhole);

/** The same with stars, where a text is still to be read: its length stays, and so does the form of its URLs. */
export const starUrlSecrets = (text: string): string => maskUrls(text, (value) => '*'.repeat(value.length));

function maskUrls(text: string, mask: (value: string) => string): string {
  return [urlUser, secretParameter].reduce(
    (masked, secret) => masked.replace(secret, (_all, before: string, value: string) => `${before}${mask(value)}`),
    text,
  );
}

const secretName =
  /(?:^|[-_])(?:token|(?:api|access|auth|private|secret)[-_]?key|secret|auth|jwt|session(?:[-_]?id)?|password|passwd)$/;

const credentials = new Set([
  'authorization',
  'proxy-authorization',
  'authentication-info',
  'proxy-authentication-info',
]);

/** The value of a header field as it may be stored: cookie values, credentials and tokens become their length. */
export function redactFieldValue(name: string, value: string): string {
  const lower = name.toLowerCase();
  if (lower === 'set-cookie' || lower === 'set-cookie2') return redactSetCookie(value);
  if (lower === 'cookie') return redactCookie(value);
  if (credentials.has(lower)) return redactCredentials(value);
  if (secretName.test(lower)) return redactWhole(value);
  return redactUrl(value);
}

/** The raw head as it may be stored: only the values that had to go differ from the wire. */
export function redactRawHead(head: Pick<ResponseHead, 'raw' | 'fields'>): string {
  const parts: string[] = [];
  let kept = 0;
  for (const field of head.fields) {
    const redacted = redactFieldValue(field.name, field.value);
    if (redacted === field.value) continue;
    parts.push(head.raw.slice(kept, field.start), `${field.name}: ${redacted}`);
    kept = field.end;
  }
  return [...parts, head.raw.slice(kept)].join('');
}
