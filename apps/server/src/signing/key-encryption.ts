import { createPrivateKey, type KeyObject } from 'node:crypto';
import { decrypt, encrypt, type Use } from '../secrets/encryption.ts';

const useOf = (kid: string): Use => ({ purpose: 'perimeter report signing keys', subject: kid });

/** A private key for storage: encrypted under the server secret, bound to its certificate. */
export const encryptKey = (key: KeyObject, secret: Buffer, kid: string): Buffer =>
  encrypt(key.export({ type: 'pkcs8', format: 'der' }), secret, useOf(kid));

/** Decrypts a key with one of the secrets; null if none fits. */
export function decryptKey(encrypted: Buffer, secrets: readonly Buffer[], kid: string): KeyObject | null {
  const der = decrypt(encrypted, secrets, useOf(kid));
  return der === null ? null : createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
}
