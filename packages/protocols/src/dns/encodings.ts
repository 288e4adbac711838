import { toHex } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';

const hexDigits = '0123456789ABCDEF';
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Extended hex alphabet of RFC 4648 section 7, as NSEC3 writes its hashes (RFC 5155 section 3.3). */
const base32HexDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** Regroups bits from bytes into digits of a power-of-two base, the last one padded with zero bits. */
function toDigits(bytes: Uint8Array, bitsPerDigit: number, alphabet: string): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= bitsPerDigit) {
      bits -= bitsPerDigit;
      text += alphabet.charAt((buffer >> bits) & ((1 << bitsPerDigit) - 1));
    }
  }
  if (bits > 0) text += alphabet.charAt((buffer << (bitsPerDigit - bits)) & ((1 << bitsPerDigit) - 1));
  return text;
}

/** The inverse; bits left over at the end must be zero and fewer than a digit's, so that each value has one spelling. */
function fromDigits(text: string, bitsPerDigit: number, alphabet: string): Uint8Array {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = alphabet.indexOf(text.charAt(i));
    if (digit < 0) throw new ProtocolError('encoding-digit-invalid', i);
    buffer = ((buffer << bitsPerDigit) | digit) & 0xffff;
    bits += bitsPerDigit;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  if (bits >= bitsPerDigit || (buffer & ((1 << bits) - 1)) !== 0) throw new ProtocolError('stray-bits', text.length);
  return Uint8Array.from(bytes);
}

/** Upper-case hexadecimal (RFC 4648 section 8). */
export const toUpperHex = (bytes: Uint8Array): string => toHex(bytes).toUpperCase();

/** Hexadecimal in either case; throws ProtocolError on anything else. */
export const fromHex = (text: string): Uint8Array => fromDigits(text.toUpperCase(), 4, hexDigits);

/** Base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  const text = toDigits(bytes, 6, base64Digits);
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** Base64, padded to a multiple of four; throws ProtocolError on anything else. */
export function fromBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0) throw new ProtocolError('base64-not-padded', text.length);
  return fromDigits(text.replace(/={1,2}$/, ''), 6, base64Digits);
}

/** Base32 with the extended hex alphabet and no padding. */
export const toBase32Hex = (bytes: Uint8Array): string => toDigits(bytes, 5, base32HexDigits);

/** The inverse of {@link toBase32Hex}, in either case; throws ProtocolError on anything else. */
export const fromBase32Hex = (text: string): Uint8Array => fromDigits(text.toUpperCase(), 5, base32HexDigits);
