import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { weakRsaKey, type WeakRsaKind } from './weak-keys.ts';

/** A key that a server certificate can have. */
export type KeyKind =
  | 'p256'
  | 'p384'
  | 'p224'
  | 'p192'
  | 'rsa2048'
  | 'rsa1024'
  | 'rsa512'
  | 'rsa2048e3'
  | WeakRsaKind
  | 'ed25519'
  | 'ml-dsa-65'
  | 'dsa1024';

/** Gives a key of a kind: a fresh one, or the shared one where making it costs time. */
export type KeyStore = (kind: KeyKind) => KeyObject;

/** RSA keys are made once per size and shared by all certificates; others are new each time. */
export function keyStore(): KeyStore {
  const shared = new Map<KeyKind, KeyObject>();
  return (kind) => {
    if (!/^rsa\d+$/.test(kind)) return generateKey(kind);
    const key = shared.get(kind) ?? generateKey(kind);
    shared.set(kind, key);
    return key;
  };
}

const curves: Partial<Record<KeyKind, string>> = {
  p256: 'P-256',
  p384: 'P-384',
  p224: 'secp224r1',
  p192: 'prime192v1',
};

/** A fresh private key. */
export function generateKey(kind: KeyKind): KeyObject {
  const namedCurve = curves[kind];
  if (namedCurve !== undefined) return generateKeyPairSync('ec', { namedCurve }).privateKey;
  switch (kind) {
    case 'ed25519':
      return generateKeyPairSync('ed25519').privateKey;
    case 'ml-dsa-65':
      return generateKeyPairSync('ml-dsa-65').privateKey;
    case 'dsa1024':
      return generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey;
    case 'rsa-roca':
    case 'rsa-close-primes':
    case 'rsa-small-factor':
    case 'rsa-shared-prime':
      return weakRsaKey(kind);
    case 'rsa2048e3':
      return generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).privateKey;
    default:
      return generateKeyPairSync('rsa', { modulusLength: Number(kind.slice(3)) }).privateKey;
  }
}

/** A private key in PKCS #8. */
export function keyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The same key in the older form that old OpenSSL releases read. */
export function traditionalKeyPem(pkcs8: string): string {
  const key = createPrivateKey(pkcs8);
  return key.export({ type: key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1', format: 'pem' }).toString();
}
