import { createECDH, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';

/** A key pair of ours on a curve. */
export interface CurvePair {
  /** As it stands in a key exchange (RFC 8422 section 5.4, RFC 9846 section 4.3.8.2). */
  publicValue: Uint8Array;
  /** The secret with a server's value (RFC 8422 section 5.10); throws where the value is not on the curve. */
  secretWith: (peer: Uint8Array) => Uint8Array;
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
const x448 = 0x001e;

/** Groups up to TLS 1.2 on which an exchange can be computed here, the usual ones first. */
export const curveGroups: readonly number[] = [x25519, ...namedCurves.keys()];

/** Groups of TLS 1.3 with which this client can compute a handshake. */
export const computableGroups: readonly number[] = [x25519, 0x0017, 0x0018, 0x0019, x448];

/** A pair on a Montgomery curve, in JWK's form (RFC 8037 section 2). */
function montgomeryPair(crv: 'X25519' | 'X448'): CurvePair {
  const own = crv === 'X25519' ? generateKeyPairSync('x25519') : generateKeyPairSync('x448');
  const { x = '' } = own.publicKey.export({ format: 'jwk' });
  return {
    publicValue: new Uint8Array(Buffer.from(x, 'base64url')),
    secretWith: (peer) => {
      const jwk = { kty: 'OKP', crv, x: Buffer.from(peer).toString('base64url') };
      const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
      return new Uint8Array(diffieHellman({ privateKey: own.privateKey, publicKey }));
    },
  };
}

/** Creates a key pair on a curve; null for an unsupported group. */
export function makePair(group: number): CurvePair | null {
  if (group === x25519) return montgomeryPair('X25519');
  if (group === x448) return montgomeryPair('X448');
  const curve = namedCurves.get(group);
  if (curve === undefined) return null;
  const own = createECDH(curve);
  const publicValue = new Uint8Array(own.generateKeys());
  return { publicValue, secretWith: (peer) => new Uint8Array(own.computeSecret(peer)) };
}
