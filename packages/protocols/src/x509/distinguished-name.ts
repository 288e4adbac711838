import { toHex } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type DerElement, DerReader, tags } from '../der/reader.ts';
import { attributeNames } from './object-identifiers.data.ts';
import { visibleInName } from './visible.ts';

/** One AttributeTypeAndValue (RFC 5280 section 4.1.2.4). */
export interface NameAttribute {
  oid: string;
  /** Identifier octet of the value. */
  tag: number;
  /** Text of a string type; null where the value is no string or not what its type allows. */
  text: string | null;
  /** The whole value in DER. */
  der: Uint8Array;
}

/** A Name: its relative distinguished names from the most significant on. */
export interface DistinguishedName {
  der: Uint8Array;
  rdns: NameAttribute[][];
  /** RFC 4514 string, in which nothing is invisible. */
  text: string;
  /** One key a relative name; equal keys are the same name (RFC 5280 section 7.1). */
  keys: string[];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const eachByte = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

function asciiOf(bytes: Uint8Array): string | null {
  return bytes.every((byte) => byte < 0x80) ? eachByte(bytes) : null;
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Characters of a fixed width; null where there are none such. */
function wide(bytes: Uint8Array, width: 2 | 4): string | null {
  if (bytes.length % width !== 0) return null;
  const points = Array.from({ length: bytes.length / width }, (_, i) =>
    bytes.subarray(i * width, (i + 1) * width).reduce((sum, byte) => sum * 0x100 + byte, 0),
  );
  const real = points.every((point) => point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff));
  return real ? points.map((point) => String.fromCodePoint(point)).join('') : null;
}

/** Text of a DirectoryString or one of the older string types; null where it is none. */
function textOf({ tag, content }: DerElement): string | null {
  switch (tag) {
    case tags.utf8String:
      return utf8Of(content);
    case tags.printableString:
    case tags.ia5String:
    case tags.numericString:
    case tags.visibleString:
      return asciiOf(content);
    case tags.teletexString:
      // Everybody who writes TeletexString means Latin-1.
      return eachByte(content);
    case tags.bmpString:
      return wide(content, 2);
    case tags.universalString:
      return wide(content, 4);
    default:
      return null;
  }
}

const maxAttributes = 256;

function readAttribute(reader: DerReader): NameAttribute {
  const pair = reader.enter(tags.sequence, 'An attribute of a name');
  const oid = pair.objectIdentifier('The type of an attribute');
  const value = pair.any();
  pair.expectEnd('An attribute of a name');
  return { oid, tag: value.tag, text: textOf(value), der: value.der };
}

const escapeValue = (text: string): string =>
  visibleInName(
    text
      .replaceAll(/["+,;<>\\]/g, String.raw`\$&`)
      .replace(/^[ #]/, String.raw`\$&`)
      .replace(/ $/, String.raw`\ `),
  );

function printAttribute({ oid, text, der }: NameAttribute): string {
  const name = attributeNames.get(oid);
  // RFC 4514 section 2.4: types without a name, and values that are no text, as hexadecimal DER.
  return name === undefined || text === null ? `${name ?? oid}=#${toHex(der)}` : `${name}=${escapeValue(text)}`;
}

const print = (rdns: readonly NameAttribute[][]): string =>
  rdns
    .map((rdn) => rdn.map(printAttribute).join('+'))
    .toReversed()
    .join(',');

/** Case and runs of spaces do not count, nor the type of string (RFC 5280 section 7.1, RFC 4518 section 2). */
const attributeKey = ({ oid, text, der }: NameAttribute): string =>
  text === null
    ? `${oid}#${toHex(der)}`
    : `${oid}=${JSON.stringify(text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim())}`;

const stringTags: ReadonlySet<number> = new Set([
  tags.utf8String,
  tags.printableString,
  tags.ia5String,
  tags.numericString,
  tags.visibleString,
  tags.bmpString,
  tags.universalString,
]);

/** Types of attributes whose value is declared as a string but is not one. */
export const brokenStrings = ({ rdns }: DistinguishedName): string[] =>
  rdns
    .flat()
    .flatMap(({ oid, tag, text }) => (text === null && stringTags.has(tag) ? [attributeNames.get(oid) ?? oid] : []));

/** Reads the RelativeDistinguishedNames of a Name whose SEQUENCE was entered; throws ProtocolError. */
export function readRdns(sequence: DerReader): NameAttribute[][] {
  const rdns = sequence.list(
    (reader) => reader.enter(tags.set, 'A relative name').list(readAttribute, 'A relative name'),
    'A name',
    false,
  );
  if (rdns.flat().length > maxAttributes) throw new ProtocolError('name-too-long-in-attributes', sequence.offset);
  return rdns;
}

/** Reads a Name; throws ProtocolError. */
export function readName(reader: DerReader, what: string): DistinguishedName {
  const { der } = reader.element(tags.sequence, what);
  const rdns = readRdns(DerReader.of(der).enter(tags.sequence, what));
  const keys = rdns.map((rdn) => rdn.map(attributeKey).toSorted().join('+'));
  return { der, rdns, text: print(rdns), keys };
}

/** True for the same name as RFC 5280 section 7.1 compares. */
export const sameName = (a: DistinguishedName, b: DistinguishedName): boolean =>
  a.keys.length === b.keys.length && a.keys.every((key, index) => key === b.keys[index]);
