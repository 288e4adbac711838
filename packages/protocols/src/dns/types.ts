import { ProtocolError } from '../protocol-error.ts';
import { recordTypes } from './types.data.ts';

const nameByCode = new Map<number, string>(recordTypes.map(([code, mnemonic]) => [code, mnemonic]));
const codeByName = new Map<string, number>(recordTypes.map(([code, mnemonic]) => [mnemonic, code]));

/** Mnemonic of a record type, or TYPEnnn (RFC 3597 section 5). */
export const typeName = (code: number): string => nameByCode.get(code) ?? `TYPE${code}`;

/** Number of a mnemonic or of TYPEnnn, in either case; throws ProtocolError on other text. */
export function typeCode(text: string): number {
  const upper = text.toUpperCase();
  const code = codeByName.get(upper) ?? Number(/^TYPE(\d{1,5})$/.exec(upper)?.[1] ?? Number.NaN);
  if (Number.isNaN(code) || code > 0xffff) throw new ProtocolError('not-a-record-type', 0);
  return code;
}

/** Reads the type bitmaps of NSEC and NSEC3 (RFC 4034 section 4.1.2); throws ProtocolError. */
export function decodeTypeBitmaps(bytes: Uint8Array): number[] {
  const types: number[] = [];
  let previousWindow = -1;
  for (let offset = 0; offset < bytes.length;) {
    const [window = 0, length = 0] = bytes.subarray(offset, offset + 2);
    const bitmap = bytes.subarray(offset + 2, offset + 2 + length);
    if (window <= previousWindow || length < 1 || length > 32 || bitmap.length < length) {
      throw new ProtocolError('type-bitmap-invalid', offset);
    }
    for (let bit = 0; bit < length * 8; bit++) {
      if (((bitmap[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0) types.push(window * 256 + bit);
    }
    previousWindow = window;
    offset += 2 + length;
  }
  return types;
}

/** Writes type bitmaps in the shortest form. */
export function encodeTypeBitmaps(types: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  const windows = [...new Set(types.map((type) => type >> 8))].toSorted((a, b) => a - b);
  for (const window of windows) {
    const low = types.filter((type) => type >> 8 === window).map((type) => type & 0xff);
    const bitmap = new Uint8Array((Math.max(...low) >> 3) + 1);
    for (const type of low) bitmap[type >> 3] = (bitmap[type >> 3] ?? 0) | (0x80 >> (type & 7));
    bytes.push(window, bitmap.length, ...bitmap);
  }
  return Uint8Array.from(bytes);
}
