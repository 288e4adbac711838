/** One byte. */
export const u8 = (value: number): Uint8Array => Uint8Array.of(value & 0xff);

/** Big-endian 16-bit integer. */
export const u16 = (value: number): Uint8Array => Uint8Array.of((value >> 8) & 0xff, value & 0xff);

/** Big-endian 24-bit integer: handshake lengths and SSL 2.0 cipher kinds. */
export const u24 = (value: number): Uint8Array =>
  Uint8Array.of((value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);

/** Big-endian 32-bit integer. */
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

/** Joins byte strings. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** A variable-length vector with a one-byte length (RFC 9846 section 3.4). */
export const vector8 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const body = concat(parts);
  return concat([u8(body.length), body]);
};

/** A variable-length vector with a two-byte length. */
export const vector16 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const body = concat(parts);
  return concat([u16(body.length), body]);
};

/** A variable-length vector with a three-byte length. */
export const vector24 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const body = concat(parts);
  return concat([u24(body.length), body]);
};

/** Two-byte code points one after the other, without a length. */
export function codes16(codes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(codes.length * 2);
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    bytes[index * 2] = code >> 8;
    bytes[index * 2 + 1] = code;
  }
  return bytes;
}

/** The bytes of a text in Latin-1, one for each character. */
export const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** True for the same bytes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

const hexTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexTexts[byte] ?? '';
  return text;
}

/** Length of an unsigned integer in bits; leading zero bytes do not count. */
export function bitLength(integer: Uint8Array): number {
  const first = integer.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (integer.length - first) * 8 - (Math.clz32(integer[first] ?? 0) - 24);
}

/** An unsigned integer without its leading zero bytes. */
export function withoutLeadingZeros(integer: Uint8Array): Uint8Array {
  const first = integer.findIndex((byte) => byte !== 0);
  return first < 0 ? integer.subarray(integer.length) : integer.subarray(first);
}

/** Orders byte strings as left-justified unsigned octets, the shorter first (RFC 4034 section 6.3). */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
