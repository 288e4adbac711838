/** DER, as far as certificates need it (ITU-T X.690). */

/** One tag, its length and its content. */
export function tlv(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOctets(body.length), body]);
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const octets = Buffer.from(evenHex(length.toString(16)), 'hex');
  return Buffer.concat([Buffer.from([0x80 | octets.length]), octets]);
}

function evenHex(hex: string): string {
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}

/** SEQUENCE. */
export const sequence = (...content: readonly Uint8Array[]): Buffer => tlv(0x30, ...content);

/** SET with one member. */
export const set = (member: Uint8Array): Buffer => tlv(0x31, member);

/** A constructed context tag, as EXPLICIT [n] or as IMPLICIT [n] over a constructed type. */
export const context = (n: number, ...content: readonly Uint8Array[]): Buffer => tlv(0xa0 | n, ...content);

/** A primitive context tag, IMPLICIT [n]. */
export const contextPrimitive = (n: number, content: Uint8Array): Buffer => tlv(0x80 | n, content);

/** OCTET STRING. */
export const octetString = (content: Uint8Array): Buffer => tlv(0x04, content);

/** BIT STRING; `unusedBits` counts the bits to drop at its end. */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer => tlv(0x03, Buffer.from([unusedBits]), content);

/** BOOLEAN TRUE. */
export const yes = tlv(0x01, Buffer.from([0xff]));

/** NULL. */
export const nothing = tlv(0x05);

/** ENUMERATED, one octet. */
export const enumerated = (value: number): Buffer => tlv(0x0a, Buffer.from([value]));

/** UTF8String. */
export const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text, 'utf8'));

/** INTEGER from unsigned big-endian octets. */
export function unsigned(octets: Uint8Array): Buffer {
  const first = octets.findIndex((octet) => octet !== 0);
  const magnitude = first === -1 ? Buffer.from([0]) : Buffer.from(octets.subarray(first));
  const needsZero = ((magnitude[0] ?? 0) & 0x80) !== 0;
  return tlv(0x02, needsZero ? Buffer.from([0]) : Buffer.alloc(0), magnitude);
}

/** INTEGER from a small number. */
export const integer = (value: number): Buffer => unsigned(Buffer.from(evenHex(value.toString(16)), 'hex'));

/** OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...arcs] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...arcs.flatMap(base128)]));
}

function base128(arc: number): readonly number[] {
  const groups = [arc & 0x7f];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) groups.unshift(0x80 | (rest & 0x7f));
  return groups;
}

/** UTCTime up to 2049, GeneralizedTime from 2050 on (RFC 5280 section 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(digits.slice(2))) : generalizedTime(date);
}

/** GeneralizedTime whatever the year, as OCSP and some extensions want it. */
export function generalizedTime(date: Date): Buffer {
  return tlv(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

/** DER in its textual armour. */
export function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
