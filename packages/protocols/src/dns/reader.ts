import { ProtocolError } from '../protocol-error.ts';

/** Walks a window of a message; whatever would leave the window throws ProtocolError. */
export class Reader {
  /** The whole message, because compression pointers lead out of the window (RFC 1035 section 4.1.4). */
  readonly bytes: Uint8Array;
  readonly end: number;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    if (offset > end || end > bytes.length) throw new ProtocolError('Window outside of the message', offset);
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  /** The next bytes as a view, not a copy. */
  take(length: number): Uint8Array {
    if (length > this.remaining)
      throw new ProtocolError(`Wanted ${length} bytes, ${this.remaining} are left`, this.offset);
    this.offset += length;
    return this.bytes.subarray(this.offset - length, this.offset);
  }

  rest(): Uint8Array {
    return this.take(this.remaining);
  }

  u8(): number {
    const [value = 0] = this.take(1);
    return value;
  }

  u16(): number {
    const [high = 0, low = 0] = this.take(2);
    return high * 0x100 + low;
  }

  u32(): number {
    return this.u16() * 0x1_0000 + this.u16();
  }

  /** A byte of length, then that many bytes: the character-string of RFC 1035 section 3.3. */
  counted(): Uint8Array {
    return this.take(this.u8());
  }
}

/** Big-endian 16-bit integer. */
export const u16 = (value: number): Uint8Array => Uint8Array.of((value >> 8) & 0xff, value & 0xff);

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

/** Orders byte strings as left-justified unsigned octets, the shorter first (RFC 4034 section 6.3). */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
