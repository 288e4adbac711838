import { splitUnquoted, unquote } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';

/** The content of a Public-Key-Pins line (RFC 7469 section 2.1). */
export interface PublicKeyPins {
  /** Base64 of SHA-256 digests. */
  pins: readonly string[];
  maxAgeSeconds: number | null;
  includeSubDomains: boolean;
}

const isSha256 = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text);

/** Reads one line; pins that are not the Base64 of 32 bytes are reported as problems and left out. */
export function parsePublicKeyPins(line: string): Parsed<PublicKeyPins> {
  const problems: string[] = [];
  const pairs = splitUnquoted(line, ';').map((directive): [string, string] => {
    const equals = directive.indexOf('=');
    if (equals === -1) return [directive.toLowerCase(), ''];
    return [directive.slice(0, equals).toLowerCase(), unquote(directive.slice(equals + 1))];
  });
  const valuesOf = (name: string): string[] => pairs.flatMap(([key, value]) => (key === name ? [value] : []));
  const pins = valuesOf('pin-sha256').filter((pin) => isSha256(pin));
  const [maxAge] = valuesOf('max-age');
  const maxAgeSeconds = maxAge !== undefined && /^\d{1,15}$/.test(maxAge) ? Number(maxAge) : null;
  if (pins.length < valuesOf('pin-sha256').length) problems.push('A pin is not the Base64 of a SHA-256 digest');
  if (maxAgeSeconds === null) problems.push('max-age is missing or is not a number');
  return {
    value: { pins, maxAgeSeconds, includeSubDomains: pairs.some(([name]) => name === 'includesubdomains') },
    problems,
  };
}

/** Whether a browser that still knew pinning would enforce it: a pin to keep, for longer than no time at all (section 2.3.1). */
export const enforcesPins = ({ pins, maxAgeSeconds }: PublicKeyPins): boolean =>
  pins.length > 0 && (maxAgeSeconds ?? 0) > 0;
