import { ProtocolError } from '../protocol-error.ts';
import { fromHex, toUpperHex } from './encodings.ts';
import { expandName, lowerName } from './name.ts';
import { rdataLayouts } from './rdata-layouts.data.ts';
import { type FieldKind, fieldCodecs } from './rdata-fields.ts';
import { concat } from '../bytes.ts';
import { ByteReader } from '../byte-reader.ts';
import { TokenQueue, tokenize } from './tokens.ts';
import { typeName } from './types.ts';

const layoutOf = (type: number): readonly FieldKind[] | undefined => rdataLayouts[typeName(type)];

const isNameField = (field: FieldKind): boolean => field.startsWith('name');

/** Copies RDATA with each name rewritten; whatever follows the last name is copied as it is. */
function rewriteNames(
  reader: ByteReader,
  layout: readonly FieldKind[],
  rewrite: (wire: Uint8Array, field: FieldKind) => Uint8Array,
): Uint8Array {
  const parts: Uint8Array[] = [];
  const lastName = layout.findLastIndex(isNameField);
  for (const field of layout.slice(0, lastName + 1)) {
    const start = reader.offset;
    if (isNameField(field)) {
      const { wire, next } = expandName(reader.bytes, start, { end: reader.end, compressed: field === 'name' });
      parts.push(rewrite(wire, field));
      reader.offset = next;
    } else {
      fieldCodecs[field].print(reader);
      parts.push(reader.bytes.subarray(start, reader.offset));
    }
  }
  return concat([...parts, reader.rest()]);
}

/**
 * RDATA out of a message: compressed names are written out (RFC 3597 section 4), all else is a view of the message.
 * Throws ProtocolError where a name in it is malformed.
 */
export function expandRdata(message: Uint8Array, offset: number, length: number, type: number): Uint8Array {
  const reader = new ByteReader(message, offset, offset + length);
  const layout = layoutOf(type);
  // An empty RDATA is legal in an update and harmless here (RFC 2136 section 2.4).
  if (layout === undefined || length === 0 || !layout.includes('name')) return reader.rest();
  return rewriteNames(reader, layout, (wire) => wire);
}

/** Canonical form for signatures: names in lower case for the types that RFC 4034 section 6.2 and RFC 6840 section 5.1 name. Throws ProtocolError. */
export function canonicalRdata(type: number, rdata: Uint8Array): Uint8Array {
  const layout = layoutOf(type);
  if (layout === undefined || !layout.some(isNameField)) return rdata;
  return rewriteNames(new ByteReader(rdata), layout, (wire, field) =>
    field === 'name-exact' ? wire : lowerName(wire),
  );
}

/** The canonical form of a record's RDATA, or the RDATA as sent where a name in it is malformed. */
export function canonicalOrSent({ type, rdata }: { type: number; rdata: Uint8Array }): Uint8Array {
  try {
    return canonicalRdata(type, rdata);
  } catch (error) {
    if (error instanceof ProtocolError) return rdata;
    throw error;
  }
}

/** The form of unknown types (RFC 3597 section 5). */
const printUnknown = (rdata: Uint8Array): string =>
  `\\# ${rdata.length}${rdata.length > 0 ? ` ${toUpperHex(rdata)}` : ''}`;

function printFields(layout: readonly FieldKind[], rdata: Uint8Array): string {
  const reader = new ByteReader(rdata);
  const fields = layout.map((field) => fieldCodecs[field].print(reader)).filter((text) => text !== '');
  if (reader.remaining > 0) throw new ProtocolError('bytes-after-last-field', reader.offset);
  return fields.join(' ');
}

/**
 * RDATA in presentation format, names without their final dot. RDATA of an unknown type, or that its
 * type does not allow, is printed as "\# length hex" (RFC 3597 section 5). Never throws.
 */
export function printRdata(type: number, rdata: Uint8Array): string {
  const layout = layoutOf(type);
  if (layout === undefined) return printUnknown(rdata);
  try {
    return printFields(layout, rdata);
  } catch (error) {
    if (error instanceof ProtocolError) return printUnknown(rdata);
    throw error;
  }
}

function parseUnknown(tokens: TokenQueue): Uint8Array {
  tokens.next();
  const length = tokens.number(0xffff);
  const rdata = fromHex(tokens.restText());
  if (rdata.length !== length) throw new ProtocolError('unknown-rdata-length-wrong', 0);
  return rdata;
}

/** Reads presentation format into wire format: all types with a layout, and "\# length hex" for any. Throws ProtocolError. */
export function parseRdata(type: number, text: string): Uint8Array {
  const tokens = tokenize(text);
  const queue = new TokenQueue(tokens);
  if (tokens[0]?.text === '\\#' && !tokens[0].quoted) return parseUnknown(queue);
  const layout = layoutOf(type);
  if (layout === undefined) throw new ProtocolError('no-presentation-format', 0);
  const rdata = concat(layout.map((field) => fieldCodecs[field].parse(queue)));
  if (queue.remaining > 0) throw new ProtocolError('text-after-last-field', 0);
  return rdata;
}

/**
 * The strings of a TXT record in presentation format, joined (RFC 7208 section 3.3), one character an octet: what is not
 * ASCII stays as it came, a byte order mark included. Throws ProtocolError.
 */
export function txtOctets(data: string): string {
  const reader = new ByteReader(parseRdata(16, data));
  const strings: Uint8Array[] = [];
  while (reader.remaining > 0) strings.push(reader.vector8());
  return Array.from(concat(strings), (octet) => String.fromCharCode(octet)).join('');
}
