import { fromBase64 } from '../dns/encodings.ts';

/** Octets that base64 stands for, one character for each, as far as it goes in whole groups, or to its padding; null where it is none. */
export function octetsOf(base64: string): string | null {
  const digits = base64.replaceAll(/[\s=]/g, '');
  // The last digit of a group that is filled up has no bits besides (RFC 4648 section 3.5).
  const isPadded = /=\s*$/.test(base64) && (digits.length % 4 === 3 ? /[AEIMQUYcgkosw048]$/ : /[AQgw]$/).test(digits);
  const whole =
    isPadded && digits.length % 4 > 1
      ? digits.padEnd(Math.ceil(digits.length / 4) * 4, '=')
      : digits.slice(0, digits.length - (digits.length % 4));
  return /^[A-Za-z0-9+/]*={0,2}$/.test(whole) ? String.fromCharCode(...fromBase64(whole)) : null;
}
