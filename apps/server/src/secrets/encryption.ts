import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a ciphertext is for: one of another purpose or subject cannot be substituted. */
export interface Use {
  /** Part of the key derivation: one purpose per kind of stored value. */
  purpose: string;
  /** The id of the value among those of its kind. */
  subject: string;
}

// AES-256-GCM (NIST SP 800-38D) with a nonce of 96 bits and a tag of 128.
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: Buffer, { purpose }: Use): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));

/** Encrypts bytes for storage under the server secret. */
export function encrypt(plain: Uint8Array, secret: Buffer, use: Use): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encipher = createCipheriv(cipher, keyOf(secret, use), nonce, { authTagLength: tagBytes });
  encipher.setAAD(Buffer.from(use.subject));
  return Buffer.concat([nonce, encipher.update(plain), encipher.final(), encipher.getAuthTag()]);
}

/** Decrypts bytes for this use with one of the secrets; null if none fits. */
export function decrypt(encrypted: Buffer, secrets: readonly Buffer[], use: Use): Buffer | null {
  if (encrypted.length < nonceBytes + tagBytes) return null;
  for (const secret of secrets) {
    const decipher = createDecipheriv(cipher, keyOf(secret, use), encrypted.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(use.subject));
    decipher.setAuthTag(encrypted.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    } catch {
      // Encrypted under another secret: try the next.
    }
  }
  return null;
}
