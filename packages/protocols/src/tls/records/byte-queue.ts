/** Bytes that arrive in pieces and are taken from the front; both cost amortised constant time a byte. */
export class ByteQueue {
  private buffer = new Uint8Array(1_024);
  private start = 0;
  private stop = 0;

  get length(): number {
    return this.stop - this.start;
  }

  push(bytes: Uint8Array): void {
    this.makeRoom(bytes.length);
    this.buffer.set(bytes, this.stop);
    this.stop += bytes.length;
  }

  /** The byte at an index from the front, or undefined behind the end. */
  at(index: number): number | undefined {
    return index < this.length ? this.buffer[this.start + index] : undefined;
  }

  /** A copy of the first bytes, which stay. */
  peek(length: number): Uint8Array {
    return this.buffer.slice(this.start, Math.min(this.start + length, this.stop));
  }

  /** A copy of the first bytes, which are gone from the queue. */
  take(length: number): Uint8Array {
    const taken = this.peek(length);
    this.start += taken.length;
    return taken;
  }

  private makeRoom(extra: number): void {
    if (this.stop + extra <= this.buffer.length) return;
    const needed = this.length + extra;
    const target = needed * 2 <= this.buffer.length ? this.buffer : new Uint8Array(needed * 2);
    target.set(this.buffer.subarray(this.start, this.stop));
    this.stop -= this.start;
    this.start = 0;
    this.buffer = target;
  }
}
