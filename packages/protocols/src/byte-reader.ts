import { ProtocolError } from './protocol-error.ts';

/** Reads a window of a byte string; reading beyond it throws ProtocolError with the offset in the whole. */
export class ByteReader {
  /** The whole message, because DNS compression pointers lead out of the window (RFC 1035 section 4.1.4). */
  readonly bytes: Uint8Array;
  readonly end: number;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    if (offset > end || end > bytes.length) throw new ProtocolError('window-out-of-range', offset);
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  /** Skips bytes; returns the offset where they begin. */
  private skip(length: number): number {
    if (length > this.remaining) throw new ProtocolError('too-few-bytes', this.offset, length, this.remaining);
    this.offset += length;
    return this.offset - length;
  }

  /** The next bytes as a view, not a copy. */
  take(length: number): Uint8Array {
    const start = this.skip(length);
    return this.bytes.subarray(start, start + length);
  }

  rest(): Uint8Array {
    return this.take(this.remaining);
  }

  u8(): number {
    return this.bytes[this.skip(1)] ?? 0;
  }

  u16(): number {
    const at = this.skip(2);
    return (this.bytes[at] ?? 0) * 0x100 + (this.bytes[at + 1] ?? 0);
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
    if (this.remaining > 0) throw new ProtocolError('bytes-left-over', this.offset, what, this.remaining);
  }
}
