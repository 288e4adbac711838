/** The parts of a ClientHello that fake servers need (RFC 5246 section 7.4.1.2). */
export interface ClientHello {
  readonly version: number;
  readonly random: Buffer;
  readonly sessionId: Buffer;
  readonly suites: readonly number[];
  readonly compressions: readonly number[];
  readonly extensions: ReadonlyMap<number, Buffer>;
}

/** Parses a ClientHello message with its header; throws RangeError if it is truncated. */
export function parseClientHello(message: Buffer): ClientHello {
  const version = message.readUInt16BE(4);
  const random = message.subarray(6, 38);
  const suitesAt = 39 + message.readUInt8(38);
  const sessionId = message.subarray(39, suitesAt);
  const suitesEnd = suitesAt + 2 + message.readUInt16BE(suitesAt);
  const suites = pairs(message.subarray(suitesAt + 2, suitesEnd));
  const compressionsEnd = suitesEnd + 1 + message.readUInt8(suitesEnd);
  const compressions = [...message.subarray(suitesEnd + 1, compressionsEnd)];
  const extensions = parseExtensions(message.subarray(compressionsEnd));
  return { version, random, sessionId, suites, compressions, extensions };
}

function pairs(octets: Buffer): readonly number[] {
  return Array.from({ length: Math.floor(octets.length / 2) }, (_, index) => octets.readUInt16BE(index * 2));
}

function parseExtensions(block: Buffer): ReadonlyMap<number, Buffer> {
  const extensions = new Map<number, Buffer>();
  for (let at = 2; at + 4 <= block.length;) {
    const end = at + 4 + block.readUInt16BE(at + 2);
    extensions.set(block.readUInt16BE(at), block.subarray(at + 4, end));
    at = end;
  }
  return extensions;
}
