import { bitLength, withoutLeadingZeros } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type AlgorithmIdentifier, readAlgorithm, readIdentifier } from './algorithm-identifier.ts';
import { ecId, keyAlgorithms, namedCurves, rsaIds } from './algorithms.data.ts';
import { primeCurves } from './curves.data.ts';
import { DerReader, tags } from '../der/reader.ts';
import { attempt, createFieldReader, elementsOf } from './field-reader.ts';

/** SubjectPublicKeyInfo (RFC 5280 section 4.1). */
export interface PublicKeyInfo {
  der: Uint8Array;
  algorithm: AlgorithmIdentifier;
  key: Uint8Array;
}

/** The readable properties of a public key. */
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

/** The readable fields, and the first violation. */
interface ReadInfo {
  info: PublicKeyInfo | null;
  fault: ProtocolError | null;
}

/** Reads SubjectPublicKeyInfo as far as that goes; never throws. */
export function examinePublicKeyInfo(reader: DerReader): ReadInfo {
  const { readField, faults } = createFieldReader();
  const read = <T>(field: () => T): T | null => readField('subjectPublicKeyInfo', field);
  const info = read(() => {
    const { der } = reader.element(tags.sequence, 'subjectPublicKeyInfo');
    const [first, second = first, third] = elementsOf(DerReader.of(der).enter(tags.sequence, 'subjectPublicKeyInfo'));
    const what = 'The algorithm of the public key';
    const algorithm = read(() => readAlgorithm(first.reader.fork(), what)) ?? readIdentifier(first.reader, what);
    const bits = second.reader.fork();
    const key = read(() => second.reader.octetsInBits('subjectPublicKey')) ?? bits.any().content.subarray(1);
    read(() => third?.reader.expectEnd('subjectPublicKeyInfo'));
    return { der, algorithm, key };
  });
  return { info, fault: faults[0]?.error ?? null };
}

const unsigned = (octets: Uint8Array): bigint => octets.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Limit of an exponent or modulus; no key is longer. */
const maxExponentOctets = 64;
const maxModulusOctets = 4096;

/** A key as far as it can be read, and what is wrong with it. */
interface ReadKey {
  key: PublicKey;
  fault: ProtocolError | null;
}

/** The intended number of an INTEGER, which may be longer than DER allows, or lack the zero that makes it positive. */
function intendedInteger(reader: DerReader): Uint8Array {
  return withoutLeadingZeros(reader.element(tags.integer, 'A number of a key').content);
}

function rsaKey(octets: Uint8Array): ReadKey {
  const fault = attempt(() => {
    const outer = DerReader.of(octets);
    const sequence = outer.enter(tags.sequence, 'RSAPublicKey');
    const numbers = [sequence.integer('modulus'), sequence.integer('publicExponent')];
    sequence.expectEnd('RSAPublicKey');
    outer.expectEnd('RSAPublicKey');
    if (numbers.some(([first = 0]) => first >= 0x80)) throw new ProtocolError('rsa-public-key-negative', 0);
  });
  const numbers = attempt(() => {
    const sequence = DerReader.of(octets).enter(tags.sequence, 'RSAPublicKey');
    const modulus = intendedInteger(sequence);
    const exponent = intendedInteger(sequence);
    if (modulus.length > maxModulusOctets || exponent.length > maxExponentOctets)
      throw new ProtocolError('rsa-public-key-too-long', 0);
    return { bits: bitLength(modulus), modulus, exponent: unsigned(exponent) };
  });
  if (numbers instanceof ProtocolError) return { key: { algorithm: 'rsa', bits: null }, fault: fault ?? numbers };
  return { key: { algorithm: 'rsa', ...numbers }, fault: fault ?? null };
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
    throw new ProtocolError('public-key-not-on-curve', 0);
}

function ecKey({ parameters }: AlgorithmIdentifier, point: Uint8Array): ReadKey {
  const reader = DerReader.of(parameters ?? new Uint8Array());
  if (reader.nextTag === tags.sequence) return { key: { algorithm: 'ec', bits: null, curve: 'explicit' }, fault: null };
  const oid = attempt(() => reader.objectIdentifier('The curve of the public key'));
  if (oid instanceof ProtocolError) return { key: { algorithm: 'ec', bits: null }, fault: oid };
  const curve = namedCurves.get(oid);
  if (curve === undefined) return { key: { algorithm: 'ec', bits: null, curve: oid }, fault: null };
  const fault = attempt(() => checkPoint(point, curve)) ?? null;
  return { key: { algorithm: 'ec', bits: curve.bits, curve: curve.name }, fault };
}

/** A key whose size is that of the prime p (RFC 3279 section 2.3.2). */
function dsaKey(parameters: Uint8Array | null): ReadKey {
  if (parameters === null) return { key: { algorithm: 'dsa', bits: null }, fault: null };
  const prime = attempt(() => DerReader.of(parameters).enter(tags.sequence, 'Dss-Parms').integer('p'));
  return prime instanceof ProtocolError
    ? { key: { algorithm: 'dsa', bits: null }, fault: prime }
    : { key: { algorithm: 'dsa', bits: bitLength(prime) }, fault: null };
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

/** Reads the properties of a public key, as far as it conforms to its algorithm; never throws. */
export function examinePublicKey({ algorithm, key }: PublicKeyInfo): ReadKey {
  if (rsaIds.has(algorithm.oid)) return rsaKey(key);
  if (algorithm.oid === ecId) return ecKey(algorithm, key);
  const name = keyAlgorithms.get(algorithm.oid) ?? algorithm.oid;
  if (name === 'dsa') return dsaKey(algorithm.parameters);
  const raw = rawLengths.get(name);
  const isOdd = raw !== undefined && (key.length !== raw.octets || algorithm.parameters !== null);
  return {
    key: { algorithm: name, bits: raw?.bits ?? null },
    fault: isOdd ? new ProtocolError('public-key-not-of-algorithm', 0, name) : null,
  };
}

/** Reads SubjectPublicKeyInfo; throws ProtocolError. */
export function readPublicKeyInfo(reader: DerReader): PublicKeyInfo {
  const { info, fault } = examinePublicKeyInfo(reader);
  if (info === null || fault !== null) throw fault ?? new ProtocolError('subject-public-key-info-missing', 0);
  return info;
}

/** Reads the properties of a public key; throws ProtocolError where it does not conform to its algorithm. */
export function readPublicKey(info: PublicKeyInfo): PublicKey {
  const { key, fault } = examinePublicKey(info);
  if (fault !== null) throw fault;
  return key;
}
