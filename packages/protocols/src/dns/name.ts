import { ProtocolError } from '../protocol-error.ts';
import { escapeBytes, splitUnescaped, unescapeBytes } from './escape.ts';
import { concat } from '../bytes.ts';

/** Octets of a name on the wire, and of a label (RFC 1035 section 2.3.4). */
const maxNameBytes = 255;
const maxLabelBytes = 63;
/** A name has at most 127 labels, so honest compression never needs more pointers. */
const maxPointers = 127;

/** Characters that master files give a meaning (RFC 1035 section 5.1), escaped in labels (RFC 4343 section 2.1). */
const specialInLabels = '.\\"();@$';

/** Each byte of a label as text, worked out once because hostile messages hold a million of them: visible ASCII stands for itself. */
const byteTexts = Array.from({ length: 256 }, (_, byte) =>
  escapeBytes(Uint8Array.of(byte), specialInLabels, { from: 0x21 }),
);

/** Follows a pointer, which must lead strictly backwards: a loop cannot be written (RFC 1035 section 4.1.4). */
function pointerAt(bytes: Uint8Array, offset: number, before: number): number {
  const target = (((bytes[offset] ?? 0) & 0x3f) << 8) | (bytes[offset + 1] ?? 0);
  if (target >= before) throw new ProtocolError('compression-pointer-not-backwards', offset);
  return target;
}

/** Where a name is read from, and whether pointers may stand in it (RFC 3597 section 4). */
export interface NameWindow {
  end?: number;
  compressed?: boolean;
}

/** Copies a name out of a message: uncompressed wire format, and the offset after it. Throws ProtocolError. */
export function expandName(
  bytes: Uint8Array,
  start: number,
  { end = bytes.length, compressed = true }: NameWindow = {},
): { wire: Uint8Array; next: number } {
  const wire = new Uint8Array(maxNameBytes);
  let [offset, limit, segment, length, pointers] = [start, end, start, 0, 0];
  let next: number | null = null;
  for (;;) {
    const size = offset < limit ? bytes[offset] : undefined;
    if (size === undefined) throw new ProtocolError('name-cut-off', offset);
    // The zero octet of the root stays in the array, which is all zeros.
    if (size === 0) return { wire: wire.subarray(0, length + 1), next: next ?? offset + 1 };
    if (size >= 0xc0 && compressed) {
      if (offset + 2 > limit) throw new ProtocolError('pointer-cut-off', offset);
      const target = pointerAt(bytes, offset, segment);
      if (++pointers > maxPointers) throw new ProtocolError('too-many-compression-pointers', offset);
      next ??= offset + 2;
      [offset, limit, segment] = [target, bytes.length, target];
      continue;
    }
    if (size > maxLabelBytes) throw new ProtocolError('label-kind-invalid', offset);
    if (length + size + 2 > maxNameBytes) throw new ProtocolError('name-too-long', offset);
    if (offset + 1 + size > limit) throw new ProtocolError('label-cut-off', offset);
    wire.set(bytes.subarray(offset, offset + 1 + size), length);
    length += size + 1;
    offset += size + 1;
  }
}

/** Prints an uncompressed name without its final dot, the root as ".". */
function printName(wire: Uint8Array): string {
  let text = '';
  for (let offset = 0; (wire[offset] ?? 0) > 0;) {
    const stop = offset + 1 + (wire[offset] ?? 0);
    if (text !== '') text += '.';
    for (offset += 1; offset < stop; offset++) text += byteTexts[wire[offset] ?? 0] ?? '';
  }
  return text === '' ? '.' : text;
}

/** Reads a name: text in its normal escapes without the final dot, the root as ".", case as it was sent. Throws ProtocolError. */
export function decodeName(bytes: Uint8Array, start: number, window: NameWindow = {}): { name: string; next: number } {
  const { wire, next } = expandName(bytes, start, window);
  return { name: printName(wire), next };
}

/** An uncompressed name in lower case; octets of length are at most 63 and so never letters. */
export const lowerName = (wire: Uint8Array): Uint8Array =>
  wire.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** The labels of a name as text with escapes; none for the root. */
export function labelsOf(name: string): string[] {
  const absolute = name.endsWith('.') && /(?:^|[^\\])(?:\\\\)*\.$/.test(name) ? name.slice(0, -1) : name;
  return absolute === '' ? [] : splitUnescaped(absolute, '.');
}

/** Nearly every name: letters, digits, hyphens and underscores, without escapes and final dot. They stand for themselves. */
const plainName = /^[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*$/;
const isPlain = (name: string): boolean => name.length <= maxNameBytes - 2 && plainName.test(name);

/** Encodes a plain name: the length of each label replaces the dot before it. */
function encodePlain(name: string): Uint8Array {
  const wire = new Uint8Array(name.length + 2);
  for (let start = 0; start <= name.length;) {
    const dot = name.indexOf('.', start);
    const stop = dot < 0 ? name.length : dot;
    wire[start] = stop - start;
    for (let i = start; i < stop; i++) wire[i + 1] = name.charCodeAt(i);
    start = stop + 1;
  }
  return wire;
}

/** Writes a name without compression; a final dot is allowed. Throws ProtocolError. */
export function encodeName(name: string): Uint8Array {
  if (isPlain(name)) return encodePlain(name);
  if (name === '') throw new ProtocolError('name-empty', 0);
  const labels = labelsOf(name).map(unescapeBytes);
  const bad = labels.findIndex((label) => label.length === 0 || label.length > maxLabelBytes);
  if (bad >= 0) throw new ProtocolError('label-length-invalid', bad);
  const bytes = concat([...labels.flatMap((label) => [Uint8Array.of(label.length), label]), Uint8Array.of(0)]);
  if (bytes.length > maxNameBytes) throw new ProtocolError('name-too-long', bytes.length);
  return bytes;
}

/** The one spelling of a name by which names are compared: lower case (RFC 4343), normal escapes, no final dot. Throws ProtocolError. */
export const canonicalName = (name: string): string =>
  (isPlain(name) ? name : decodeName(encodeName(name), 0).name).toLowerCase();

/** The name without its first label; null for the root. */
export function parentName(name: string): string | null {
  const labels = labelsOf(name);
  return labels.length === 0 ? null : joinLabels(labels.slice(1));
}

/** Labels to a name. */
export const joinLabels = (labels: readonly string[]): string => (labels.length === 0 ? '.' : labels.join('.'));

/** True where the name equals the ancestor or lies below it; both canonical. */
export function isAtOrBelow(name: string, ancestor: string): boolean {
  const labels = labelsOf(name);
  const above = labelsOf(ancestor);
  return above.length <= labels.length && joinLabels(labels.slice(labels.length - above.length)) === joinLabels(above);
}
