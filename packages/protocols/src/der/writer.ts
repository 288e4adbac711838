import { compareBytes, concat } from '../bytes.ts';
import { constructedTag, contextTag, tags } from './reader.ts';

/** Octets of a length in the fewest octets (X.690 section 10.1). */
function lengthOctets(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 0x100)) octets.unshift(rest & 0xff);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}

/** One type-length-value of DER: identifier octet and contents. */
export function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = concat(contents);
  return concat([Uint8Array.of(tag), lengthOctets(content.length), content]);
}

function arcOctets(arc: number): number[] {
  const octets = [arc & 0x7f];
  for (let rest = Math.floor(arc / 0x80); rest > 0; rest = Math.floor(rest / 0x80))
    octets.unshift(0x80 | (rest & 0x7f));
  return octets;
}

/** Contents of an OBJECT IDENTIFIER from dotted decimals (X.690 section 8.19). */
export function objectIdentifierOctets(oid: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number);
  return Uint8Array.from([first * 40 + second, ...rest].flatMap(arcOctets));
}

/** SEQUENCE of encoded elements. */
export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => encodeDer(tags.sequence, ...parts);

/** SET OF encoded elements, in the order that DER asks for (X.690 section 11.6). */
export const setOf = (...parts: readonly Uint8Array[]): Uint8Array =>
  encodeDer(tags.set, ...parts.toSorted(compareBytes));

/** [number] EXPLICIT, or IMPLICIT of a constructed type. */
export const constructed = (number: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  encodeDer(constructedTag(number), ...parts);

/** [number] IMPLICIT of a primitive type. */
export const primitive = (number: number, content: Uint8Array): Uint8Array => encodeDer(contextTag(number), content);

export const objectIdentifier = (oid: string): Uint8Array =>
  encodeDer(tags.objectIdentifier, objectIdentifierOctets(oid));

export const octetString = (...parts: readonly Uint8Array[]): Uint8Array => encodeDer(tags.octetString, ...parts);

/** BIT STRING with the given number of unused bits in its last byte. */
export const bitString = (bytes: Uint8Array, unusedBits = 0): Uint8Array =>
  encodeDer(tags.bitString, Uint8Array.of(unusedBits), bytes);

/** INTEGER of an unsigned number, given by its octets. */
export function unsignedInteger(octets: Uint8Array): Uint8Array {
  const first = octets.findIndex((octet) => octet !== 0);
  const magnitude = first < 0 ? Uint8Array.of(0) : octets.subarray(first);
  return encodeDer(tags.integer, (magnitude[0] ?? 0) >= 0x80 ? concat([Uint8Array.of(0), magnitude]) : magnitude);
}

/** INTEGER that is not negative. */
export function integer(value: number | bigint): Uint8Array {
  const octets: number[] = [];
  for (let rest = BigInt(value); rest > 0n; rest >>= 8n) octets.unshift(Number(rest & 0xffn));
  return unsignedInteger(Uint8Array.from(octets));
}

/** ENUMERATED below 128. */
export const enumerated = (value: number): Uint8Array => encodeDer(tags.enumerated, Uint8Array.of(value));

/** BOOLEAN true; false is the default wherever it is optional here, and left out. */
export const trueValue = encodeDer(tags.boolean, Uint8Array.of(0xff));
export const nullValue = encodeDer(tags.null);

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

export const utf8String = (text: string): Uint8Array => encodeDer(tags.utf8String, ascii(text));

/** YYYYMMDDHHMMSSZ, whole seconds. */
const digitsOf = (epochSeconds: number): string =>
  `${new Date(epochSeconds * 1_000).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;

/** GeneralizedTime whatever the year, as OCSP wants it (RFC 6960 section 4.2.2.1). */
export const generalizedTime = (epochSeconds: number): Uint8Array =>
  encodeDer(tags.generalizedTime, ascii(digitsOf(epochSeconds)));

/** UTCTime through 2049, then GeneralizedTime (RFC 5280 section 4.1.2.5); whole seconds. */
export function time(epochSeconds: number): Uint8Array {
  const digits = digitsOf(epochSeconds);
  return digits < '2050' ? encodeDer(tags.utcTime, ascii(digits.slice(2))) : generalizedTime(epochSeconds);
}
