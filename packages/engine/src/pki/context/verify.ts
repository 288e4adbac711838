import { constants, createHash, createPublicKey, verify as verifyData, type KeyObject } from 'node:crypto';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { describeSignature, readAlgorithm } from '@perimeter/protocols/x509/algorithm-identifier';
import { pssHashes, signatureAlgorithms } from '@perimeter/protocols/x509/algorithms.data';
import { constructedTag, DerReader, tags } from '@perimeter/protocols/der/reader';

/** Result of a signature verification; 'unsupported': it cannot be verified here. */
export type Verification = true | false | 'unsupported';

/** An algorithm as stated in a signature: OID, and DER of the parameters. */
export interface SignatureScheme {
  oid: string;
  parameters: Uint8Array | null;
}

/** Checks a signature over bytes by a SubjectPublicKeyInfo. */
export type Verify = (
  spki: Uint8Array,
  scheme: SignatureScheme,
  signed: Uint8Array,
  signature: Uint8Array,
) => Verification;

interface PssParameters {
  hash: string;
  saltLength: number;
}

/** id-mgf1 (RFC 4055 section 2.2). */
const mgf1 = '1.2.840.113549.1.1.8';
const maxSaltLength = 1_024;

/** Name of the hash in a [number] EXPLICIT AlgorithmIdentifier; SHA-1, the default, where it is absent. */
function hashIn(reader: DerReader | null): string | null {
  return reader === null ? 'sha1' : (pssHashes.get(readAlgorithm(reader, 'hashAlgorithm').oid) ?? null);
}

function maskHash(reader: DerReader | null): string | null {
  if (reader === null) return 'sha1';
  const { oid, parameters } = readAlgorithm(reader, 'maskGenAlgorithm');
  return oid === mgf1 && parameters !== null ? hashIn(DerReader.of(parameters)) : null;
}

/** RSASSA-PSS-params with the same hash for both uses, as is universal (RFC 4055 section 3.1); null for others. */
function pssParameters(parameters: Uint8Array | null): PssParameters | null {
  try {
    const params = DerReader.of(parameters ?? new Uint8Array()).enter(tags.sequence, 'RSASSA-PSS-params');
    const hash = hashIn(params.optional(constructedTag(0), 'hashAlgorithm'));
    const mask = maskHash(params.optional(constructedTag(1), 'maskGenAlgorithm'));
    const salt = params.optional(constructedTag(2), 'saltLength');
    const saltLength = salt === null ? 20 : salt.small('saltLength', maxSaltLength);
    return hash === null || hash !== mask ? null : { hash, saltLength };
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

function keyOf(spki: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** Whether a key type, by Node's name, matches the algorithm. */
function fits(algorithm: string, keyType: string): boolean {
  if (algorithm === 'rsassaPss') return keyType === 'rsa' || keyType === 'rsa-pss';
  if (algorithm.includes('RSA')) return keyType === 'rsa';
  if (algorithm.startsWith('ecdsa')) return keyType === 'ec';
  if (algorithm.startsWith('dsa')) return keyType === 'dsa';
  return keyType === algorithm.toLowerCase();
}

function check(key: KeyObject, scheme: SignatureScheme, signed: Uint8Array, signature: Uint8Array): Verification {
  const { name, hash } = describeSignature({ der: new Uint8Array(), ...scheme });
  if (name === 'rsassaPss') {
    const pss = pssParameters(scheme.parameters);
    if (pss === null) return 'unsupported';
    const options = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength };
    return verifyData(pss.hash, signed, options, signature);
  }
  return verifyData(hash === 'none' ? null : hash, signed, key, signature);
}

/** Verifies with the platform's cryptography; never throws, whatever the key and the signature. */
export const verifySignature: Verify = (spki, scheme, signed, signature) => {
  const known = signatureAlgorithms.get(scheme.oid);
  if (known === undefined) return 'unsupported';
  const key = keyOf(spki);
  if (key === null) return 'unsupported';
  if (!fits(known.name, key.asymmetricKeyType ?? '')) return false;
  try {
    return check(key, scheme, signed, signature);
  } catch {
    return 'unsupported';
  }
};

/** A caching verifier, because every address serves the same chains. */
export function createVerifier(verify: Verify = verifySignature): Verify {
  const known = new Map<string, Verification>();
  return (spki, scheme, signed, signature) => {
    const digest = createHash('sha256').update(spki).update(scheme.oid).update(signature).update(signed).digest('hex');
    const verification = known.get(digest) ?? verify(spki, scheme, signed, signature);
    known.set(digest, verification);
    return verification;
  };
}
