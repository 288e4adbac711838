import {
  decodeAuthenticatedSafe,
  decodePfx,
  decodeSafeContents,
  type PfxMac,
  type SafePart,
} from '@perimeter/protocols/pkcs12/pfx';
import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  type KeyObject,
  pbkdf2Sync,
  timingSafeEqual,
} from 'node:crypto';

/** The passphrase does not open the store, or the store has no key. */
export class Pkcs12Error extends Error {
  override readonly name = 'Pkcs12Error';
}

const repeated = (bytes: Uint8Array, block: number): Buffer =>
  bytes.length === 0 ? Buffer.alloc(0) : Buffer.alloc(block * Math.ceil(bytes.length / block), bytes);

/** The key of a store's MAC (RFC 7292 appendix B.2 with ID 3); as long as the hash, so that one round is sufficient. */
function macKey(passphrase: string, { hash, salt, iterations }: PfxMac): Buffer {
  const block = hash === 'sha1' || hash === 'sha256' ? 64 : 128;
  // BMPString with its terminator (RFC 7292 appendix B.1): UTF-16, big-endian.
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  let key = Buffer.concat([Buffer.alloc(block, 3), repeated(salt, block), repeated(password, block)]);
  for (let round = 0; round < iterations; round += 1) key = createHash(hash).update(key).digest();
  return key;
}

function isWhole(passphrase: string, authenticated: Uint8Array, mac: PfxMac): boolean {
  const digest = createHmac(mac.hash, macKey(passphrase, mac)).update(authenticated).digest();
  return digest.length === mac.digest.length && timingSafeEqual(digest, mac.digest);
}

function contentsOf(part: SafePart, passphrase: string): Uint8Array {
  if (part.kind === 'plain') return part.contents;
  const { prf, salt, iterations, keyBytes, iv } = part.parameters;
  const key = pbkdf2Sync(passphrase, salt, iterations, keyBytes, prf);
  const decipher = createDecipheriv(`aes-${keyBytes * 8}-cbc`, key, iv);
  return Buffer.concat([decipher.update(part.ciphertext), decipher.final()]);
}

/** Reads the private key and certificates of a PKCS #12 store. Throws Pkcs12Error, or ProtocolError for other data. */
export function readPkcs12(store: Uint8Array, passphrase: string): { key: KeyObject; certificates: Uint8Array[] } {
  const { authenticated, mac } = decodePfx(store);
  if (!isWhole(passphrase, authenticated, mac)) throw new Pkcs12Error('wrong passphrase');
  const found = decodeAuthenticatedSafe(authenticated).map((part) => decodeSafeContents(contentsOf(part, passphrase)));
  const [first, ...others] = found.flatMap(({ keys }) => keys);
  if (first === undefined || others.length > 0) throw new Pkcs12Error('it does not contain exactly one key');
  const key = createPrivateKey({
    key: Buffer.from(first.der),
    format: 'der',
    type: 'pkcs8',
    ...(first.isEncrypted ? { passphrase } : {}),
  });
  return { key, certificates: found.flatMap(({ certificates }) => certificates) };
}
