import { ByteReader } from '../byte-reader.ts';
import { ProtocolError } from '../protocol-error.ts';

/** Identifier octets of the universal types (X.680, table 1). */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Identifier octet of [number] IMPLICIT of a primitive type. */
export const contextTag = (number: number): number => 0x80 | number;

/** Identifier octet of [number] EXPLICIT, or of [number] IMPLICIT of a constructed type. */
export const constructedTag = (number: number): number => 0xa0 | number;

/** Arcs beyond this number of octets name nothing that exists. */
const maxIdentifierOctets = 64;

/** A length that needs more octets than this is larger than anything we read. */
const maxLengthOctets = 4;

/** One type-length-value of DER. */
export interface DerElement {
  /** The identifier octet; higher tag numbers than 30 are refused, because certificates have none. */
  tag: number;
  /** Identifier, length and contents. */
  der: Uint8Array;
  content: Uint8Array;
  /** Where the contents begin in the whole input. */
  offset: number;
}

function readLength(reader: ByteReader): number {
  const start = reader.offset;
  const first = reader.u8();
  if (first < 0x80) return first;
  const octets = first & 0x7f;
  // X.690 section 10.1: definite form in the fewest octets.
  if (octets === 0) throw new ProtocolError('der-indefinite-length', start);
  if (octets > maxLengthOctets) throw new ProtocolError('der-length-too-long', start, octets);
  const bytes = reader.take(octets);
  const length = bytes.reduce((sum, byte) => sum * 0x100 + byte, 0);
  if (bytes[0] === 0 || length < 0x80) throw new ProtocolError('der-length-not-minimal', start);
  return length;
}

const hexTag = (tag: number): string => `0x${tag.toString(16).padStart(2, '0')}`;

/** Walks the elements of one constructed value by the rules of DER (X.690 sections 8 and 10); throws ProtocolError. */
export class DerReader {
  readonly #reader: ByteReader;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** Reads the elements of a byte string. */
  static of(bytes: Uint8Array): DerReader {
    return new DerReader(new ByteReader(bytes));
  }

  /** An independent reader at the same position. */
  fork(): DerReader {
    const { bytes, offset, end } = this.#reader;
    return new DerReader(new ByteReader(bytes, offset, end));
  }

  get offset(): number {
    return this.#reader.offset;
  }

  get done(): boolean {
    return this.#reader.remaining === 0;
  }

  /** The identifier octet of the next element; null at the end. */
  get nextTag(): number | null {
    return this.done ? null : (this.#reader.bytes[this.#reader.offset] ?? null);
  }

  /** The next element, whatever it is. */
  any(): DerElement {
    return this.#element().element;
  }

  /** The next element, which is of this type. */
  element(tag: number, what: string): DerElement {
    this.#expect(tag, what);
    return this.any();
  }

  /** The elements inside of the next one, which is of this constructed type. */
  enter(tag: number, what: string): DerReader {
    this.#expect(tag, what);
    return new DerReader(this.#element().window);
  }

  /** As `enter`, where the element is there; null where it is not. */
  optional(tag: number, what: string): DerReader | null {
    return this.nextTag === tag ? this.enter(tag, what) : null;
  }

  /** Throws unless everything was read. */
  expectEnd(what: string): void {
    this.#reader.expectEnd(what);
  }

  /** Reads until the end with `read`; where `atLeastOne`, an empty list is refused (SIZE (1..MAX)). */
  list<T>(read: (reader: DerReader) => T, what: string, atLeastOne = true): T[] {
    const items: T[] = [];
    while (!this.done) items.push(read(this));
    if (atLeastOne && items.length === 0) throw new ProtocolError('der-empty', this.offset, what);
    return items;
  }

  /** BOOLEAN: FF or 00 (X.690 section 11.1). */
  boolean(what: string, tag: number = tags.boolean): boolean {
    const { content, offset } = this.element(tag, what);
    const [value] = content;
    if (content.length !== 1 || (value !== 0 && value !== 0xff))
      throw new ProtocolError('boolean-invalid', offset, what);
    return value === 0xff;
  }

  /** Two's-complement octets of an INTEGER in the fewest octets (X.690 section 8.3.2). */
  integer(what: string, tag: number = tags.integer): Uint8Array {
    const { content, offset } = this.element(tag, what);
    const [first, second = 0] = content;
    if (first === undefined) throw new ProtocolError('integer-empty', offset, what);
    const padded = content.length > 1 && (second < 0x80 ? first === 0 : first === 0xff);
    if (padded) throw new ProtocolError('integer-not-minimal', offset, what);
    return content;
  }

  /** A non-negative INTEGER up to `max`. */
  small(what: string, max: number, tag: number = tags.integer): number {
    const at = this.offset;
    const octets = this.integer(what, tag);
    const value = octets.reduce((sum, byte) => sum * 0x100 + byte, 0);
    if ((octets[0] ?? 0) >= 0x80 || value > max) throw new ProtocolError('integer-out-of-range', at, what, max);
    return value;
  }

  /** BIT STRING with its unused bits, which are zero (X.690 section 11.2.1). */
  bitString(what: string, tag: number = tags.bitString): { bytes: Uint8Array; unusedBits: number } {
    const { content, offset } = this.element(tag, what);
    const [unusedBits] = content;
    const bytes = content.subarray(1);
    const last = bytes.at(-1);
    if (unusedBits === undefined || unusedBits > 7 || (last === undefined && unusedBits > 0))
      throw new ProtocolError('bit-string-unused-bits-invalid', offset, what);
    if (((last ?? 0) & ((1 << unusedBits) - 1)) !== 0)
      throw new ProtocolError('bit-string-unused-bits-set', offset, what);
    return { bytes, unusedBits };
  }

  /** BIT STRING of whole octets, as keys and signatures are. */
  octetsInBits(what: string): Uint8Array {
    const at = this.offset;
    const { bytes, unusedBits } = this.bitString(what);
    if (unusedBits !== 0) throw new ProtocolError('bit-string-not-octets', at, what);
    return bytes;
  }

  octetString(what: string, tag: number = tags.octetString): Uint8Array {
    return this.element(tag, what).content;
  }

  /** OBJECT IDENTIFIER in dotted decimals (X.690 section 8.19). */
  objectIdentifier(what: string, tag: number = tags.objectIdentifier): string {
    const { content, offset } = this.element(tag, what);
    if (content.length === 0 || content.length > maxIdentifierOctets || (content.at(-1) ?? 0) >= 0x80)
      throw new ProtocolError('object-identifier-invalid', offset, what);
    return dotted(content, what, offset);
  }

  #expect(tag: number, what: string): void {
    const found = this.nextTag;
    if (found === tag) return;
    if (found === null) throw new ProtocolError('element-missing', this.offset, what);
    throw new ProtocolError('der-unexpected-tag', this.offset, what, hexTag(found), hexTag(tag));
  }

  #element(): { element: DerElement; window: ByteReader } {
    const reader = this.#reader;
    const start = reader.offset;
    const tag = reader.u8();
    if ((tag & 0x1f) === 0x1f) throw new ProtocolError('der-tag-number-too-large', start);
    const window = reader.window(readLength(reader));
    const der = reader.bytes.subarray(start, window.end);
    const content = reader.bytes.subarray(window.offset, window.end);
    return { element: { tag, der, content, offset: window.offset }, window };
  }
}

function dotted(content: Uint8Array, what: string, offset: number): string {
  const arcs: bigint[] = [];
  let arc = 0n;
  let fresh = true;
  for (const byte of content) {
    if (fresh && byte === 0x80) throw new ProtocolError('object-identifier-not-minimal', offset, what);
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    fresh = byte < 0x80;
    if (fresh) {
      arcs.push(arc);
      arc = 0n;
    }
  }
  const [first = 0n, ...rest] = arcs;
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [root, first - root * 40n, ...rest].join('.');
}
