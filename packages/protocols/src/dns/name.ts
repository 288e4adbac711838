import { ProtocolError } from '../protocol-error.ts';
import { escapeBytes, splitUnescaped, unescapeBytes } from './escape.ts';
import { concat } from './reader.ts';

/** Octets of a name on the wire, and of a label (RFC 1035 section 2.3.4). */
const maxNameBytes = 255;
const maxLabelBytes = 63;
/** A name has at most 127 labels, so honest compression never needs more pointers. */
const maxPointers = 127;

/** Characters that master files give a meaning (RFC 1035 section 5.1), escaped in labels (RFC 4343 section 2.1). */
const specialInLabels = '.\\"();@$';

/** One label as text: everything but visible ASCII is \DDD. */
const printLabel = (label: Uint8Array): string => escapeBytes(label, specialInLabels, { from: 0x21 });

/** Follows a pointer, which must lead strictly backwards: a loop cannot be written (RFC 1035 section 4.1.4). */
function pointerAt(bytes: Uint8Array, offset: number, before: number): number {
  const target = (((bytes[offset] ?? 0) & 0x3f) << 8) | (bytes[offset + 1] ?? 0);
  if (offset + 1 >= bytes.length) throw new ProtocolError('Pointer is cut off', offset);
  if (target >= before) throw new ProtocolError('Compression pointer does not lead backwards', offset);
  return target;
}

/**
 * Reads a name: text without the final dot, the root as ".", case as it was sent; and the offset after it.
 * Pointers are refused where compressed is false (RFC 3597 section 4). Throws ProtocolError.
 */
export function decodeName(
  bytes: Uint8Array,
  start: number,
  { end = bytes.length, compressed = true }: { end?: number; compressed?: boolean } = {},
): { name: string; next: number } {
  const labels: string[] = [];
  let [offset, limit, segment, length, pointers] = [start, end, start, 1, 0];
  let next: number | null = null;
  for (;;) {
    const size = offset < limit ? bytes[offset] : undefined;
    if (size === undefined) throw new ProtocolError('Name is cut off', offset);
    if (size === 0) return { name: labels.length === 0 ? '.' : labels.join('.'), next: next ?? offset + 1 };
    if (size >= 0xc0 && compressed) {
      const target = pointerAt(bytes, offset, segment);
      if (++pointers > maxPointers) throw new ProtocolError('Too many compression pointers', offset);
      next ??= offset + 2;
      if (next > end) throw new ProtocolError('Pointer is cut off', offset);
      [offset, limit, segment] = [target, bytes.length, target];
      continue;
    }
    if (size > maxLabelBytes) throw new ProtocolError('Label of a kind that is not allowed here', offset);
    length += size + 1;
    if (length > maxNameBytes) throw new ProtocolError('Name is longer than 255 octets', offset);
    if (offset + 1 + size > limit) throw new ProtocolError('Label is cut off', offset);
    labels.push(printLabel(bytes.subarray(offset + 1, offset + 1 + size)));
    offset += size + 1;
  }
}

/** The labels of a name as text, escapes kept; none for the root. */
export function labelsOf(name: string): string[] {
  const absolute = /(?:^|[^\\])(?:\\\\)*\.$/.test(name) ? name.slice(0, -1) : name;
  return absolute === '' ? [] : splitUnescaped(absolute, '.');
}

/** Writes a name without compression; a final dot is allowed. Throws ProtocolError. */
export function encodeName(name: string): Uint8Array {
  if (name === '') throw new ProtocolError('Name is empty', 0);
  const labels = labelsOf(name).map(unescapeBytes);
  const bad = labels.findIndex((label) => label.length === 0 || label.length > maxLabelBytes);
  if (bad >= 0) throw new ProtocolError('Label is empty or longer than 63 octets', bad);
  const bytes = concat([...labels.flatMap((label) => [Uint8Array.of(label.length), label]), Uint8Array.of(0)]);
  if (bytes.length > maxNameBytes) throw new ProtocolError('Name is longer than 255 octets', bytes.length);
  return bytes;
}

/** The one spelling of a name by which names are compared: lower case (RFC 4343), normal escapes, no final dot. Throws ProtocolError. */
export const canonicalName = (name: string): string => decodeName(encodeName(name), 0).name.toLowerCase();

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
