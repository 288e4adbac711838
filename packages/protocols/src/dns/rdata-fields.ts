import { ProtocolError } from '../protocol-error.ts';
import { parseIpv4, parseIpv6, printIpv4, printIpv6 } from './address.ts';
import { fromBase32Hex, fromBase64, fromHex, toBase32Hex, toBase64, toUpperHex } from './encodings.ts';
import { quoteString, unescapeBytes } from './escape.ts';
import { decodeName, encodeName } from './name.ts';
import { concat, u16, u32 } from '../bytes.ts';
import type { ByteReader } from '../byte-reader.ts';
import { parseServiceParameters, printServiceParameters } from './services/parameters.ts';
import type { TokenQueue } from './tokens.ts';
import { decodeTypeBitmaps, encodeTypeBitmaps, typeCode, typeName } from './types.ts';

/** The kinds of fields that RDATA is made of; those that run to the end of the RDATA come last in a layout. */
export type FieldKind =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'time' // seconds modulo 2^32, printed as YYYYMMDDHHmmSS (RFC 4034 section 3.2)
  | 'type'
  | 'ipv4'
  | 'ipv6'
  | 'name' // may be compressed, lower case in canonical form
  | 'name-lower' // never compressed, lower case in canonical form
  | 'name-exact' // never compressed, kept as it is in canonical form
  | 'string'
  | 'strings' // one or more, to the end
  | 'tag' // a string of letters and digits without quotes (RFC 8659 section 4.1)
  | 'quoted-rest' // to the end, as one quoted string
  | 'hex' // to the end
  | 'base64' // to the end
  | 'salt' // with a length byte, hex, "-" where empty (RFC 5155 section 3.3)
  | 'hash' // with a length byte, base32hex
  | 'types' // bitmaps, to the end
  | 'service-parameters'; // to the end

/** How one kind of field goes from wire to text and back; both throw ProtocolError only. */
interface FieldCodec {
  print: (reader: ByteReader) => string;
  parse: (tokens: TokenQueue) => Uint8Array;
}

function printTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/[-T:]|\.000Z$/g, '');
}

/** Reads YYYYMMDDHHmmSS, or seconds in decimal. */
function parseTime(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (parts === null && !/^\d{1,10}$/.test(text)) throw new ProtocolError('not-a-signature-time', 0);
  const [, year, month, day, hour, minute, second] = parts ?? [];
  const seconds =
    parts === null ? Number(text) : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
  if (Number.isNaN(seconds)) throw new ProtocolError('not-a-signature-time', 0);
  return seconds % 2 ** 32;
}

function counted(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 255) throw new ProtocolError('string-too-long', 0);
  return concat([Uint8Array.of(bytes.length), bytes]);
}

function nonEmpty<T>(items: readonly T[]): readonly T[] {
  if (items.length === 0) throw new ProtocolError('field-missing', 0);
  return items;
}

function nameField(compressed: boolean): FieldCodec {
  return {
    print: (reader) => {
      const { name, next } = decodeName(reader.bytes, reader.offset, { end: reader.end, compressed });
      reader.offset = next;
      return name;
    },
    parse: (tokens) => encodeName(tokens.next().text),
  };
}

function printStrings(reader: ByteReader): string {
  const strings: string[] = [];
  do strings.push(quoteString(reader.vector8()));
  while (reader.remaining > 0);
  return strings.join(' ');
}

function printTag(reader: ByteReader): string {
  const tag = String.fromCharCode(...reader.vector8());
  if (!/^[a-z0-9]+$/i.test(tag)) throw new ProtocolError('tag-not-alphanumeric', reader.offset);
  return tag;
}

/** One codec a kind of field. */
export const fieldCodecs: Readonly<Record<FieldKind, FieldCodec>> = {
  u8: { print: (r) => String(r.u8()), parse: (t) => Uint8Array.of(t.number(0xff)) },
  u16: { print: (r) => String(r.u16()), parse: (t) => u16(t.number(0xffff)) },
  u32: { print: (r) => String(r.u32()), parse: (t) => u32(t.number(0xffff_ffff)) },
  time: { print: (r) => printTime(r.u32()), parse: (t) => u32(parseTime(t.next().text)) },
  type: { print: (r) => typeName(r.u16()), parse: (t) => u16(typeCode(t.next().text)) },
  ipv4: { print: (r) => printIpv4(r.take(4)), parse: (t) => parseIpv4(t.next().text) },
  ipv6: { print: (r) => printIpv6(r.take(16)), parse: (t) => parseIpv6(t.next().text) },
  name: nameField(true),
  'name-lower': nameField(false),
  'name-exact': nameField(false),
  string: { print: (r) => quoteString(r.vector8()), parse: (t) => counted(unescapeBytes(t.next().text)) },
  strings: {
    print: printStrings,
    parse: (t) => concat(nonEmpty(t.rest()).map(({ text }) => counted(unescapeBytes(text)))),
  },
  tag: { print: printTag, parse: (t) => counted(unescapeBytes(t.next().text)) },
  'quoted-rest': { print: (r) => quoteString(r.rest()), parse: (t) => unescapeBytes(t.next().text) },
  hex: { print: (r) => toUpperHex(r.rest()), parse: (t) => fromHex(t.restText()) },
  base64: { print: (r) => toBase64(r.rest()), parse: (t) => fromBase64(t.restText()) },
  salt: {
    print: (r) => toUpperHex(r.vector8()) || '-',
    parse: (t) => counted(fromHex(t.next().text.replace(/^-$/, ''))),
  },
  hash: { print: (r) => toBase32Hex(r.vector8()), parse: (t) => counted(fromBase32Hex(t.next().text)) },
  types: {
    print: (r) => decodeTypeBitmaps(r.rest()).map(typeName).join(' '),
    parse: (t) => encodeTypeBitmaps(t.rest().map(({ text }) => typeCode(text))),
  },
  'service-parameters': {
    print: (r) => printServiceParameters(r),
    parse: (t) => parseServiceParameters(t.rest()),
  },
};
