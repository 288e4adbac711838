import { bitLength } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type AlgorithmIdentifier, readAlgorithm } from './algorithm-identifier.ts';
import { ecId, keyAlgorithms, namedCurves, rsaIds } from './algorithms.data.ts';
import { primeCurves } from './curves.data.ts';
import { DerReader, tags } from '../der/reader.ts';

/** SubjectPublicKeyInfo (RFC 5280 section 4.1). */
export interface PublicKeyInfo {
  der: Uint8Array;
  algorithm: AlgorithmIdentifier;
  key: Uint8Array;
}

/** What can be said of a public key. */
export type PublicKey =
  | { algorithm: 'rsa'; bits: number; modulus: Uint8Array; exponent: bigint }
  | {
      algorithm: 'ec';
      bits: number | null;
      /** Name of the curve or its OID; explicit where the curve is spelt out. */
      curve: string;
    }
  /** Name of the algorithm or its OID. */
  | { algorithm: string; bits: number | null };

/** Reads SubjectPublicKeyInfo; throws ProtocolError. */
export function readPublicKeyInfo(reader: DerReader): PublicKeyInfo {
  const { der } = reader.element(tags.sequence, 'subjectPublicKeyInfo');
  const sequence = DerReader.of(der).enter(tags.sequence, 'subjectPublicKeyInfo');
  const algorithm = readAlgorithm(sequence, 'The algorithm of the public key');
  const key = sequence.octetsInBits('subjectPublicKey');
  sequence.expectEnd('subjectPublicKeyInfo');
  return { der, algorithm, key };
}

const unsigned = (octets: Uint8Array): bigint => octets.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** An exponent or modulus beyond this length is not looked at: no key is so long. */
const maxExponentOctets = 64;
const maxModulusOctets = 4096;

function rsaKey(key: Uint8Array): PublicKey {
  const outer = DerReader.of(key);
  const sequence = outer.enter(tags.sequence, 'RSAPublicKey');
  const modulus = sequence.integer('modulus');
  const exponent = sequence.integer('publicExponent');
  sequence.expectEnd('RSAPublicKey');
  outer.expectEnd('RSAPublicKey');
  const negative = [modulus, exponent].some(([first = 0]) => first >= 0x80);
  if (negative || modulus.length > maxModulusOctets || exponent.length > maxExponentOctets)
    throw new ProtocolError('RSAPublicKey with numbers that are negative or absurdly long', 0);
  return { algorithm: 'rsa', bits: bitLength(modulus), modulus, exponent: unsigned(exponent) };
}

/** True for a point of the curve, or of one whose equation is not known here. */
function isOnCurve(x: bigint, y: bigint, curve: string): boolean {
  const known = primeCurves.get(curve);
  if (known === undefined) return true;
  const { p, b } = known;
  return x < p && y < p && (y * y - (x * x * x - 3n * x + b)) % p === 0n;
}

/** Octets of a compressed and an uncompressed point (SEC 1 section 2.3.3). */
function checkPoint(key: Uint8Array, { name, bits }: { name: string; bits: number }): void {
  const octets = Math.ceil(bits / 8);
  const [form] = key;
  const compressed = (form === 2 || form === 3) && key.length === octets + 1;
  const full = form === 4 && key.length === 2 * octets + 1;
  const [x, y] = [key.subarray(1, octets + 1), key.subarray(octets + 1)];
  if (!compressed && !(full && isOnCurve(unsigned(x), unsigned(y), name)))
    throw new ProtocolError('A public key that is no point of its curve', 0);
}

function ecKey({ parameters }: AlgorithmIdentifier, key: Uint8Array): PublicKey {
  const reader = DerReader.of(parameters ?? new Uint8Array());
  if (reader.nextTag === tags.sequence) return { algorithm: 'ec', bits: null, curve: 'explicit' };
  const oid = reader.objectIdentifier('The curve of the public key');
  const curve = namedCurves.get(oid);
  if (curve === undefined) return { algorithm: 'ec', bits: null, curve: oid };
  checkPoint(key, curve);
  return { algorithm: 'ec', bits: curve.bits, curve: curve.name };
}

/** Bits of the prime p (RFC 3279 section 2.3.2). */
function dsaBits(parameters: Uint8Array | null): number | null {
  if (parameters === null) return null;
  return bitLength(DerReader.of(parameters).enter(tags.sequence, 'Dss-Parms').integer('p'));
}

/** Octets of raw keys (RFC 8410 section 4, RFC 9881 section 4). */
const rawLengths: ReadonlyMap<string, { octets: number; bits: number | null }> = new Map([
  ['x25519', { octets: 32, bits: 253 }],
  ['ed25519', { octets: 32, bits: 253 }],
  ['x448', { octets: 56, bits: 446 }],
  ['ed448', { octets: 57, bits: 456 }],
  ['ml-dsa-44', { octets: 1312, bits: null }],
  ['ml-dsa-65', { octets: 1952, bits: null }],
  ['ml-dsa-87', { octets: 2592, bits: null }],
]);

/** Looks into a public key; throws ProtocolError where it is not what its algorithm asks for. */
export function readPublicKey({ algorithm, key }: PublicKeyInfo): PublicKey {
  if (rsaIds.has(algorithm.oid)) return rsaKey(key);
  if (algorithm.oid === ecId) return ecKey(algorithm, key);
  const name = keyAlgorithms.get(algorithm.oid) ?? algorithm.oid;
  const raw = rawLengths.get(name);
  if (raw !== undefined && (key.length !== raw.octets || algorithm.parameters !== null))
    throw new ProtocolError(`A public key that is none of ${name}`, 0);
  return { algorithm: name, bits: name === 'dsa' ? dsaBits(algorithm.parameters) : (raw?.bits ?? null) };
}
