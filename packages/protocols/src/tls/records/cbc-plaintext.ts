import { concat } from '../../bytes.ts';

/**
 * What is wrong with a block-cipher plaintext; each of the faulty ones must be answered by bad_record_mac and nothing
 * else (RFC 5246 section 6.2.3.2).
 */
export type CbcFlaw =
  /** Nothing is wrong. */
  | 'none'
  /** Right padding behind a wrong MAC. */
  | 'wrong-mac'
  /** Right MAC; every padding octet but the last, which is the length, is wrong. */
  | 'wrong-padding'
  /** The same, and only the first padding octet is wrong. */
  | 'wrong-first-padding-octet'
  /** No MAC at all, and a padding that contradicts itself. */
  | 'no-mac-wrong-padding'
  /** Padding and nothing else: no room is left for a MAC. */
  | 'no-mac-only-padding';

const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x5a);

/** Octets of right padding, the length octet included: at least two, so that there is one to spoil. */
function paddingLength(bytes: number, blockBytes: number): number {
  const room = blockBytes - (bytes % blockBytes);
  return room < 2 ? room + blockBytes : room;
}

function spoiled(padding: Uint8Array, flaw: CbcFlaw): Uint8Array {
  const last = padding.length - 1;
  if (flaw === 'wrong-padding') return padding.map((octet, index) => (index < last ? octet ^ 0x80 : octet));
  if (flaw === 'wrong-first-padding-octet') return padding.map((octet, index) => (index === 0 ? octet ^ 0x80 : octet));
  return padding;
}

/** As long as a right plaintext, without structure: the last octet claims more padding than agrees with the others. */
function withoutMac(bytes: number, flaw: CbcFlaw): Uint8Array {
  const octet = flaw === 'no-mac-only-padding' ? bytes - 1 : 0x41;
  const filled = new Uint8Array(bytes).fill(octet);
  if (flaw === 'no-mac-wrong-padding') filled[bytes - 1] = 0x1f;
  return filled;
}

/** GenericBlockCipher's plaintext: content, MAC, padding and its length (RFC 5246 section 6.2.3.2), spoiled as asked. */
export function cbcPlaintext(
  content: Uint8Array,
  mac: Uint8Array,
  { blockBytes, flaw }: { blockBytes: number; flaw: CbcFlaw },
): Uint8Array {
  const bytes = content.length + mac.length;
  const length = paddingLength(bytes, blockBytes);
  if (flaw === 'no-mac-wrong-padding' || flaw === 'no-mac-only-padding') {
    // At most 256 octets can be padding.
    return withoutMac(Math.min(bytes + length, 256), flaw);
  }
  const padding = spoiled(new Uint8Array(length).fill(length - 1), flaw);
  return concat([content, flaw === 'wrong-mac' ? flipped(mac) : mac, padding]);
}

/** Content and MAC of a decrypted plaintext whose padding is right, else null. */
export function openCbcPlaintext(
  plaintext: Uint8Array,
  macBytes: number,
): { content: Uint8Array; mac: Uint8Array } | null {
  const padding = (plaintext.at(-1) ?? 0) + 1;
  const macStart = plaintext.length - padding - macBytes;
  if (plaintext.length === 0 || macStart < 0) return null;
  const octets = plaintext.subarray(plaintext.length - padding);
  if (octets.some((octet) => octet !== padding - 1)) return null;
  return { content: plaintext.subarray(0, macStart), mac: plaintext.subarray(macStart, macStart + macBytes) };
}
