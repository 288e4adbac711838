import { ProtocolError } from '../../protocol-error.ts';
import { ByteReader } from '../../byte-reader.ts';
import { bitLength, withoutLeadingZeros } from '../../bytes.ts';
import type { SuiteProperties } from '../registry/suite-properties.ts';
import { wireVersions } from '../registry/versions.ts';

/** Who signed the parameters: a scheme from TLS 1.2 on, 'implied' before it, null for anonymous and PSK exchanges. */
export type ParameterSignature = number | 'implied' | null;

/** What a ServerKeyExchange carries (RFC 5246 section 7.4.3, RFC 8422 section 5.4, RFC 4279, RFC 5489). */
export type ServerKeyExchange =
  | { kind: 'named-curve'; group: number; publicValue: Uint8Array; signature: ParameterSignature }
  /** A curve spelled out by the server: fieldBits is the size of its prime, or m of its binary field. */
  | { kind: 'explicit-curve'; fieldBits: number; publicValue: Uint8Array; signature: ParameterSignature }
  | {
      kind: 'finite-field';
      prime: Uint8Array;
      bits: number;
      generator: Uint8Array;
      publicValue: Uint8Array;
      signature: ParameterSignature;
    }
  /** A short-lived RSA key of export suites (RFC 2246 section 7.4.3). */
  | { kind: 'rsa'; bits: number; publicValue: Uint8Array; signature: ParameterSignature }
  | { kind: 'psk-hint'; signature: null }
  /** Of a suite whose parameters we do not read: SRP, GOST, ECCPWD and unknown ones. */
  | { kind: 'unread'; signature: null };

/** ECCurveType (RFC 4492 section 5.4). */
const curveTypes = { explicitPrime: 1, explicitBinary: 2, named: 3 } as const;
/** ECBasisType of explicit binary curves. */
const basisTypes = { trinomial: 1, pentanomial: 2 } as const;

type SuiteKeys = Pick<SuiteProperties, 'keyExchange' | 'authentication' | 'export'>;

/** The fields that explicit prime and binary curves share, then the point. */
function explicitTail(
  reader: ByteReader,
  fieldBits: number,
): { kind: 'explicit-curve'; fieldBits: number; publicValue: Uint8Array } {
  for (const _field of ['a', 'b', 'base', 'order', 'cofactor']) reader.vector8();
  return { kind: 'explicit-curve', fieldBits, publicValue: reader.vector8() };
}

function binaryField(reader: ByteReader): number {
  const bits = reader.u16();
  const basis = reader.u8();
  if (basis !== basisTypes.trinomial && basis !== basisTypes.pentanomial) {
    throw new ProtocolError('ec-basis-unknown', reader.offset, basis);
  }
  for (let exponents = basis === basisTypes.trinomial ? 1 : 3; exponents > 0; exponents -= 1) reader.vector8();
  return bits;
}

function curveParameters(reader: ByteReader) {
  const type = reader.u8();
  if (type === curveTypes.named)
    return { kind: 'named-curve', group: reader.u16(), publicValue: reader.vector8() } as const;
  if (type === curveTypes.explicitPrime) return explicitTail(reader, bitLength(reader.vector8()));
  if (type === curveTypes.explicitBinary) return explicitTail(reader, binaryField(reader));
  throw new ProtocolError('ec-curve-type-unknown', reader.offset, type);
}

function finiteFieldParameters(reader: ByteReader) {
  const prime = withoutLeadingZeros(reader.vector16());
  const generator = reader.vector16();
  return { kind: 'finite-field', prime, bits: bitLength(prime), generator, publicValue: reader.vector16() } as const;
}

function rsaParameters(reader: ByteReader) {
  const publicValue = reader.vector16();
  reader.vector16();
  return { kind: 'rsa', bits: bitLength(publicValue), publicValue } as const;
}

function signatureOf(reader: ByteReader, suite: SuiteKeys, version: number): ParameterSignature {
  if (suite.authentication === 'anon' || suite.authentication === 'PSK') return null;
  const scheme = version >= wireVersions['TLSv1.2'] ? reader.u16() : 'implied';
  reader.vector16();
  return scheme;
}

function parametersOf(reader: ByteReader, suite: SuiteKeys) {
  if (suite.keyExchange === 'ECDHE' || suite.keyExchange === 'ECDHE_PSK') return curveParameters(reader);
  if (suite.keyExchange === 'DHE' || suite.keyExchange === 'DHE_PSK') return finiteFieldParameters(reader);
  if (suite.keyExchange === 'RSA' && suite.export) return rsaParameters(reader);
  return null;
}

const readsHint: ReadonlySet<SuiteKeys['keyExchange']> = new Set(['PSK', 'RSA_PSK', 'DHE_PSK', 'ECDHE_PSK']);

/** Reads the body of a ServerKeyExchange by the suite that was chosen; throws ProtocolError. */
export function decodeServerKeyExchange(
  body: Uint8Array,
  suite: SuiteKeys | undefined,
  version: number,
): ServerKeyExchange {
  if (suite === undefined) return { kind: 'unread', signature: null };
  const reader = new ByteReader(body);
  const hasHint = readsHint.has(suite.keyExchange);
  if (hasHint) reader.vector16();
  const parameters = parametersOf(reader, suite);
  if (parameters === null) return { kind: hasHint ? 'psk-hint' : 'unread', signature: null };
  const signature = signatureOf(reader, suite, version);
  reader.expectEnd('ServerKeyExchange');
  return { ...parameters, signature };
}
