import { ProtocolError } from '../protocol-error.ts';

/** Walks a byte string; whatever would leave it throws ProtocolError with the offset in the outermost input. */
export class ByteReader {
  private readonly bytes: Uint8Array;
  /** Where these bytes begin in the outermost input. */
  private readonly base: number;
  private position = 0;

  constructor(bytes: Uint8Array, base = 0) {
    this.bytes = bytes;
    this.base = base;
  }

  get remaining(): number {
    return this.bytes.length - this.position;
  }

  get offset(): number {
    return this.base + this.position;
  }

  /** The next bytes as a view, not a copy. */
  take(length: number): Uint8Array {
    if (length > this.remaining)
      throw new ProtocolError(`Wanted ${length} bytes, ${this.remaining} are left`, this.offset);
    this.position += length;
    return this.bytes.subarray(this.position - length, this.position);
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
    const base = this.offset;
    return new ByteReader(this.take(length), base);
  }

  /** Two-byte code points until the end; an odd byte is malformed. */
  codes16(): number[] {
    const codes: number[] = [];
    while (this.remaining > 0) codes.push(this.u16());
    return codes;
  }

  /** Throws unless everything was read. */
  end(what: string): void {
    if (this.remaining > 0) throw new ProtocolError(`${what} has ${this.remaining} bytes too many`, this.offset);
  }
}
