import { concat } from '../../bytes.ts';
import { tags } from '../../der/reader.ts';
import { encodeDer, objectIdentifier, sequence, setOf } from '../../der/writer.ts';

/** A length in `extraOctets` octets more than it takes, which DER forbids (X.690 section 10.1). */
export function longLength(length: number, extraOctets: number): Uint8Array {
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const padded = concat([new Uint8Array(length < 0x80 ? extraOctets - 1 : extraOctets), bytes]);
  return concat([Uint8Array.of(0x80 | padded.length), padded]);
}

/** BOOLEAN FALSE, which as a default is not encoded (X.690 section 11.5). */
export const no = encodeDer(tags.boolean, Uint8Array.of(0));

/** INTEGER from its octets as they are, minimal or not. */
export const integerOctets = (bytes: Uint8Array): Uint8Array => encodeDer(tags.integer, bytes);

/** A string of any type, whatever its characters. */
export const text = (tag: number, value: string): Uint8Array => encodeDer(tag, Buffer.from(value, 'utf8'));

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
      return setOf(sequence(objectIdentifier(ids[key] ?? key), text(tag, value.join('='))));
    }),
  );
}

/** UTCTime through 2049, else GeneralizedTime (RFC 5280 section 4.1.2.5); `form` overrules. */
export function timeOf(at: string, form?: 'utc' | 'generalized'): Uint8Array {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  const generalized = form === undefined ? digits >= '2050' : form === 'generalized';
  return generalized ? text(tags.generalizedTime, digits) : text(tags.utcTime, digits.slice(2));
}
