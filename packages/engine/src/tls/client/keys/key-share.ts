import type { KeyObject } from 'node:crypto';
import { createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import type { KeyShare } from '@perimeter/protocols/tls/client-extensions';

interface Curve {
  group: number;
  /** JWK names (RFC 7518 section 6.2.1.1, RFC 8037 section 2). */
  kty: 'EC' | 'OKP';
  crv: string;
  coordinateBytes: number;
}

const curves: readonly Curve[] = [
  { group: 0x001d, kty: 'OKP', crv: 'X25519', coordinateBytes: 32 },
  { group: 0x0017, kty: 'EC', crv: 'P-256', coordinateBytes: 32 },
  { group: 0x0018, kty: 'EC', crv: 'P-384', coordinateBytes: 48 },
  { group: 0x0019, kty: 'EC', crv: 'P-521', coordinateBytes: 66 },
  { group: 0x001e, kty: 'OKP', crv: 'X448', coordinateBytes: 56 },
];

interface Pair {
  curve: Curve;
  privateKey: KeyObject;
  publicValue: Uint8Array;
}

/** Uncompressed points begin with 4 (RFC 8446 section 4.2.8.2). */
const uncompressed = 4;
const decoded = (coordinate: string | undefined): Buffer => Buffer.from(coordinate ?? '', 'base64url');

function generate(curve: Curve): Pair {
  const { privateKey, publicKey } =
    curve.kty === 'EC'
      ? generateKeyPairSync('ec', { namedCurve: curve.crv })
      : curve.crv === 'X25519'
        ? generateKeyPairSync('x25519')
        : generateKeyPairSync('x448');
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = curve.kty === 'OKP' ? decoded(x) : Buffer.concat([Buffer.of(uncompressed), decoded(x), decoded(y)]);
  return { curve, privateKey, publicValue: new Uint8Array(point) };
}

/** One pair a group and process: nothing secret ever travels under these keys, and making them costs time. */
const pairs = new Map<number, Pair>();

function pairFor(group: number): Pair | undefined {
  const known = pairs.get(group);
  const curve = curves.find((candidate) => candidate.group === group);
  if (known !== undefined || curve === undefined) return known;
  const made = generate(curve);
  pairs.set(group, made);
  return made;
}

/** Groups for which a handshake can be computed here. */
export const computableGroups: readonly number[] = curves.map(({ group }) => group);

/** Public values for those of the groups that can be computed. */
export const sharesFor = (groups: readonly number[]): KeyShare[] =>
  groups.flatMap((group) => {
    const pair = pairFor(group);
    return pair === undefined ? [] : [{ group, publicValue: pair.publicValue }];
  });

function peerKey({ kty, crv, coordinateBytes }: Curve, publicValue: Uint8Array): KeyObject {
  const at = (start: number): string =>
    Buffer.from(publicValue.subarray(start, start + coordinateBytes)).toString('base64url');
  const coordinates = kty === 'OKP' ? { x: at(0) } : { x: at(1), y: at(1 + coordinateBytes) };
  return createPublicKey({ key: { kty, crv, ...coordinates }, format: 'jwk' });
}

/** The shared secret with a server's public value, or null where the value is not on the curve. */
export function sharedSecret(group: number, publicValue: Uint8Array): Uint8Array | null {
  const pair = pairFor(group);
  if (pair === undefined) return null;
  try {
    return new Uint8Array(diffieHellman({ privateKey: pair.privateKey, publicKey: peerKey(pair.curve, publicValue) }));
  } catch {
    return null;
  }
}
