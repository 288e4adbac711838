import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Marks a key as one of this service, for people and for secret scanners. */
export const keyPrefix = 'psa_live_';
const secretLength = 43;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const wellFormed = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** CRC-32 (ISO 3309) in base62, most significant digit first: six digits hold 62^6 > 2^32. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < checksumLength; n += 1) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Makes a key from its secret characters. */
export const keyFrom = (secret: string): string => `${keyPrefix}${secret}${checksumOf(keyPrefix + secret)}`;

/** A new key: 43 base62 digits are 256 random bits. */
export const newKey = (): string =>
  keyFrom(Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''));

/** True if the form and the checksum fit. The checksum detects typing errors, not forgeries. */
export const isKeyShaped = (text: string): boolean =>
  wellFormed.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));

/** The stored hash of a key: HMAC-SHA-256 (RFC 2104) under the server secret. */
export const hashKey = (secret: Buffer, key: string): Buffer => createHmac('sha256', secret).update(key).digest();

/** The parts of a key that stay visible: its prefix and its last four characters. */
export const keyLabel = (key: string): { prefix: string; lastFour: string } => ({
  prefix: keyPrefix,
  lastFour: key.slice(-4),
});

/** Makes a key, with its hash and its visible parts. */
export function issueKey(secret: Buffer): {
  key: string;
  stored: { id: string; hash: Buffer; prefix: string; lastFour: string };
} {
  const key = newKey();
  return { key, stored: { id: randomUUID(), hash: hashKey(secret, key), ...keyLabel(key) } };
}
