import { concat } from '../bytes.ts';

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
