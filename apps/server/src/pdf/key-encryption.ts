import { createCipheriv, createDecipheriv, createPrivateKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

// AES-256-GCM (NIST SP 800-38D) with a nonce of 96 bits and a tag of 128.
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyEncryptionKey = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'perimeter report signing keys', 32));

/** A private key as it may be stored: encrypted under the server's secret, bound to its certificate. */
export function encryptKey(key: KeyObject, secret: Buffer, kid: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encipher = createCipheriv(cipher, keyEncryptionKey(secret), nonce, { authTagLength: tagBytes });
  encipher.setAAD(Buffer.from(kid));
  const body = Buffer.concat([encipher.update(key.export({ type: 'pkcs8', format: 'der' })), encipher.final()]);
  return Buffer.concat([nonce, body, encipher.getAuthTag()]);
}

/** The key that was encrypted under one of the secrets; null where it was under none of them. */
export function decryptKey(encrypted: Buffer, secrets: readonly Buffer[], kid: string): KeyObject | null {
  for (const secret of secrets) {
    const decipher = createDecipheriv(cipher, keyEncryptionKey(secret), encrypted.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(kid));
    decipher.setAuthTag(encrypted.subarray(-tagBytes));
    try {
      const der = Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()]);
      return createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
    } catch {
      // Of another secret: the next one may fit.
    }
  }
  return null;
}
