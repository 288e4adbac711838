import { redactText } from '@perimeter/protocols/html/redact-text';
import { redactFieldValue, redactUrl } from '@perimeter/protocols/http/message-redact';

// The platform's latin1 decoder implements windows-1252, which differs from 0x80 to 0x9f.
const latin1 = (octets: Uint8Array): string => String.fromCharCode(...octets);

/** Most characters of an answer that are stored. */
const maxShown = 512;

const hexOf = (octet: string): string => `\\x${octet.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Bytes as text: unprintable ones as two-digit hexadecimal escapes. */
export const shownOctets = (octets: Uint8Array): string =>
  latin1(octets.subarray(0, maxShown * 2))
    .replaceAll(/\\|[^\n -~]/g, (octet) => (octet === '\\' ? '\\\\' : octet === '\r' ? '' : hexOf(octet)))
    .slice(0, maxShown);

function redactLine(line: string): string {
  const colon = line.indexOf(':');
  if (colon < 1) return redactUrl(line);
  const name = line.slice(0, colon);
  return `${name}: ${redactFieldValue(name, line.slice(colon + 1).trim())}`;
}

/** The head of an HTTP answer without secrets in its fields. */
function shownHead(text: string): string {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  return head.split(/\r?\n/).map(redactLine).join('\n');
}

/**
 * A service's answer for storage: of HTTP the head and the recognized words, of other recognized services the first
 * line with those words, of all others the beginning, with secrets masked.
 */
export function shownAnswer(said: Uint8Array, quote: string | null = null): string {
  const text = latin1(said.subarray(0, 4096));
  const isHttp = text.startsWith('HTTP/');
  const [line = ''] = text.split('\n', 1);
  const head = isHttp ? shownHead(text) : redactText(quote === null ? text : line);
  const proof = quote === null ? '' : `${isHttp ? '\n' : ''}\n... ${redactText(quote)} ...`;
  const kept = `${head.slice(0, maxShown - 100)}${proof}`;
  return shownOctets(Uint8Array.from(kept, (character) => character.charCodeAt(0) & 0xff));
}
