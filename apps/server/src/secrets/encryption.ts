import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What encrypted octets are for: nothing that was encrypted for another purpose or subject can be put in their place. */
export interface Use {
  /** Part of the key: one for each kind of thing that is kept. */
  purpose: string;
  /** Which of its kind it is. */
  subject: string;
}

// AES-256-GCM (NIST SP 800-38D) with a nonce of 96 bits and a tag of 128.
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: Buffer, { purpose }: Use): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));

/** Octets as they may be stored: encrypted under the server's secret. */
export function encrypt(plain: Uint8Array, secret: Buffer, use: Use): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encipher = createCipheriv(cipher, keyOf(secret, use), nonce, { authTagLength: tagBytes });
  encipher.setAAD(Buffer.from(use.subject));
  return Buffer.concat([nonce, encipher.update(plain), encipher.final(), encipher.getAuthTag()]);
}

/** What was encrypted under one of the secrets for this use; null where it was under none of them. */
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
      // Of another secret: the next one may fit.
    }
  }
  return null;
}
