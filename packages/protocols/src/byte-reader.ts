import { ProtocolError } from './protocol-error.ts';

/** Walks a window of a byte string; whatever would leave the window throws ProtocolError with the offset in the whole. */
export class ByteReader {
  /** The whole, because DNS compression pointers lead out of the window (RFC 1035 section 4.1.4). */
  readonly bytes: Uint8Array;
  readonly end: number;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    if (offset > end || end > bytes.length) throw new ProtocolError('Window outside of the bytes', offset);
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

  u24(): number {
    return this.u8() * 0x1_0000 + this.u16();
  }

  u32(): number {
    return this.u16() * 0x1_0000 + this.u16();
  }

  /** A vector with a one-byte length. */
  vector8(): Uint8Array {
    return this.take(this.u8());
  }

  /** A vector with a two-byte length. */
  vector16(): Uint8Array {
    return this.take(this.u16());
  }

  /** A vector with a three-byte length. */
  vector24(): Uint8Array {
    return this.take(this.u24());
  }

  /** A reader of the next bytes alone, which still reports offsets in the whole. */
  window(length: number): ByteReader {
    const start = this.offset;
    this.take(length);
    return new ByteReader(this.bytes, start, this.offset);
  }

  /** Two-byte code points until the end; an odd byte is malformed. */
  codes16(): number[] {
    const codes: number[] = [];
    while (this.remaining > 0) codes.push(this.u16());
    return codes;
  }

  /** Throws unless everything was read. */
  expectEnd(what: string): void {
    if (this.remaining > 0) throw new ProtocolError(`${what} has ${this.remaining} bytes too many`, this.offset);
  }
}
