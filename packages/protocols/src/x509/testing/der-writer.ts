import { concat } from '../../bytes.ts';
import { tags } from '../der.ts';

/** Encodes a length in the fewest octets, or, against the rules, in `octets` more than that. */
export function encodeLength(length: number, extraOctets = 0): Uint8Array {
  if (length < 0x80 && extraOctets === 0) return Uint8Array.of(length);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const padded = concat([new Uint8Array(length < 0x80 ? extraOctets - 1 : extraOctets), bytes]);
  return concat([Uint8Array.of(0x80 | padded.length), padded]);
}

/** One element. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concat(parts);
  return concat([Uint8Array.of(tag), encodeLength(content.length), content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => element(tags.sequence, ...parts);
export const set = (...parts: readonly Uint8Array[]): Uint8Array => element(tags.set, ...parts);
export const octetString = (...parts: readonly Uint8Array[]): Uint8Array => element(tags.octetString, ...parts);
export const explicit = (number: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  element(0xa0 | number, ...parts);
export const implicit = (number: number, content: Uint8Array): Uint8Array => element(0x80 | number, content);
export const yes = element(tags.boolean, Uint8Array.of(0xff));
export const no = element(tags.boolean, Uint8Array.of(0));
export const nothing = element(tags.null);

/** BIT STRING of whole octets, or with unused bits. */
export const bitString = (bytes: Uint8Array, unusedBits = 0): Uint8Array =>
  element(tags.bitString, Uint8Array.of(unusedBits), bytes);

/** INTEGER from its two's-complement octets as they are. */
export const integerOctets = (bytes: Uint8Array): Uint8Array => element(tags.integer, bytes);

/** Non-negative INTEGER. */
export function integer(value: number | bigint): Uint8Array {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return integerOctets((bytes[0] ?? 0) >= 0x80 ? concat([Uint8Array.of(0), bytes]) : bytes);
}

function arc(value: number): number[] {
  const septets = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    septets.unshift(0x80 | (rest & 0x7f));
  return septets;
}

/** OBJECT IDENTIFIER from dotted decimals. */
export function oid(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return element(tags.objectIdentifier, Uint8Array.from([first * 40 + second, ...rest].flatMap(arc)));
}

export const text = (tag: number, value: string): Uint8Array => element(tag, Buffer.from(value, 'utf8'));
export const utf8 = (value: string): Uint8Array => text(tags.utf8String, value);

/** Name from RFC 4514-like pairs, one relative name each: `CN=…`; OIDs in place of short names are allowed. */
export function nameOfPairs(pairs: readonly string[], tag: number = tags.utf8String): Uint8Array {
  const ids: Record<string, string> = {
    CN: '2.5.4.3',
    O: '2.5.4.10',
    OU: '2.5.4.11',
    C: '2.5.4.6',
    E: '1.2.840.113549.1.9.1',
  };
  return sequence(
    ...pairs.map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return set(sequence(oid(ids[key] ?? key), text(tag, value.join('='))));
    }),
  );
}

/** UTCTime through 2049, else GeneralizedTime (RFC 5280 section 4.1.2.5); `form` overrules. */
export function time(at: string, form?: 'utc' | 'generalized'): Uint8Array {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  const generalized = form === undefined ? digits >= '2050' : form === 'generalized';
  return generalized ? text(tags.generalizedTime, digits) : text(tags.utcTime, digits.slice(2));
}
