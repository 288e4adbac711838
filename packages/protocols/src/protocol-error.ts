/** Thrown by binary codecs on malformed input; the probe that fed them catches it and records what was wrong. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /** Byte offset in the input at which decoding stopped. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message} at offset ${offset}`);
    this.offset = offset;
  }
}
