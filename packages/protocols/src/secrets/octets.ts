import { fromBase64 } from '../dns/encodings.ts';

/** Octets that base64 stands for, one character for each, as far as they are whole; null where it is none. */
export function octetsOf(base64: string): string | null {
  const digits = base64.replaceAll(/[\s=]/g, '');
  if (!/^[A-Za-z0-9+/]*$/.test(digits)) return null;
  const groups = digits.padEnd(Math.ceil(digits.length / 4) * 4, 'A');
  return String.fromCharCode(...fromBase64(groups)).slice(0, Math.floor((digits.length * 3) / 4));
}
