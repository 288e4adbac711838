import { concat, u16 } from '../../bytes.ts';

/**
 * What is wrong with an encryption block around a premaster secret; a server must go on with a random secret in every case
 * (RFC 5246 section 7.4.7.1).
 */
export const premasterFlaws = ['none', 'wrong-type', 'misplaced-zero', 'no-zero', 'wrong-version'] as const;
export type PremasterFlaw = (typeof premasterFlaws)[number];

/** In words, for proofs. */
export const premasterFlawText: Readonly<Record<PremasterFlaw, string>> = {
  none: 'correct padding',
  'wrong-type': 'wrong first two bytes',
  'misplaced-zero': '0x00 in the wrong place',
  'no-zero': 'no 0x00 after the padding',
  'wrong-version': 'wrong version in the premaster secret',
};

const premasterBytes = 48;
/** Smaller keys have no room for a block of type 2 around a premaster secret (RFC 8017 section 7.2.1). */
export const minModulusBytes = premasterBytes + 11;

/** Octets without a zero among them, of any length. */
const nonZero = (random: Uint8Array, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => ((random[index % random.length] ?? 0) % 255) + 1);

/**
 * An EME-PKCS1-v1_5 block (RFC 8017 section 7.2.1) of the modulus' length around a premaster secret of the hello's version;
 * random gives at least one octet of padding and secret.
 */
export function premasterBlock(
  flaw: PremasterFlaw,
  { modulusBits, version, random }: { modulusBits: number; version: number; random: Uint8Array },
): Uint8Array {
  const modulusBytes = Math.ceil(modulusBits / 8);
  // The block must stay below the modulus, whose first byte can be small.
  const wrongType = Uint8Array.of(modulusBits % 8 === 0 ? 0x41 : 0x00, 0x17);
  const type = flaw === 'wrong-type' ? wrongType : Uint8Array.of(0x00, 0x02);
  const padding = nonZero(random, modulusBytes - premasterBytes - 3);
  const separator = Uint8Array.of(flaw === 'no-zero' || flaw === 'misplaced-zero' ? 0x11 : 0x00);
  const secret = nonZero(random, premasterBytes - 2);
  // A zero before the last octet ends the padding there, and leaves a secret of one octet.
  if (flaw === 'misplaced-zero') secret[secret.length - 2] = 0;
  return concat([type, padding, separator, u16(flaw === 'wrong-version' ? 0x0202 : version), secret]);
}
