import type { KeyObject } from 'node:crypto';
import { createECDH, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';

/** What both sides of an exchange on a curve get: our point for them, and the secret. */
export interface CurveExchange {
  publicValue: Uint8Array;
  secret: Uint8Array;
}

/** Curves of short Weierstrass form by OpenSSL's name (IANA TLS Supported Groups registry). */
const namedCurves: ReadonlyMap<number, string> = new Map([
  [0x0017, 'prime256v1'],
  [0x0018, 'secp384r1'],
  [0x0019, 'secp521r1'],
  [0x0016, 'secp256k1'],
  [0x001a, 'brainpoolP256r1'],
  [0x001b, 'brainpoolP384r1'],
  [0x001c, 'brainpoolP512r1'],
  [0x0015, 'secp224r1'],
  [0x0013, 'prime192v1'],
]);
const x25519 = 0x001d;

/** Groups on which an exchange can be computed here, the usual ones first. */
export const curveGroups: readonly number[] = [x25519, ...namedCurves.keys()];

function byX25519(peer: Uint8Array): CurveExchange {
  const jwk = { kty: 'OKP', crv: 'X25519', x: Buffer.from(peer).toString('base64url') };
  const publicKey: KeyObject = createPublicKey({ key: jwk, format: 'jwk' });
  const own = generateKeyPairSync('x25519');
  const { x = '' } = own.publicKey.export({ format: 'jwk' });
  return {
    publicValue: Buffer.from(x, 'base64url'),
    secret: diffieHellman({ privateKey: own.privateKey, publicKey }),
  };
}

/** Agrees with a server's point (RFC 8422 section 5.10); null for a group that is not known here, throws on a false point. */
export function exchangeOn(group: number, peer: Uint8Array): CurveExchange | null {
  if (group === x25519) return byX25519(peer);
  const curve = namedCurves.get(group);
  if (curve === undefined) return null;
  const own = createECDH(curve);
  const publicValue = own.generateKeys();
  return { publicValue, secret: own.computeSecret(peer) };
}
