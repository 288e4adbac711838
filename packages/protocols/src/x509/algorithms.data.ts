/** Hash of a certificate signature; none where the scheme brings its own. */
export type SignatureHash =
  | 'md2'
  | 'md4'
  | 'md5'
  | 'sha1'
  | 'sha224'
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'sha3-224'
  | 'sha3-256'
  | 'sha3-384'
  | 'sha3-512'
  | 'ripemd160'
  | 'none'
  | 'unknown';

/** A signature algorithm: its name, its hash, and what its parameters have to be where it is named in a certificate. */
export interface SignatureAlgorithm {
  name: string;
  hash: SignatureHash;
  /** null: an explicit NULL; absent: no parameters; pss: RSASSA-PSS-params (RFC 4055 section 3.1). */
  parameters: 'null' | 'absent' | 'pss';
}

const pkcs1 = (name: string, hash: SignatureHash): SignatureAlgorithm => ({ name, hash, parameters: 'null' });
const bare = (name: string, hash: SignatureHash): SignatureAlgorithm => ({ name, hash, parameters: 'absent' });

/** By OID (RFC 3279, RFC 4055, RFC 5758, RFC 8410, RFC 9881; those of SHA-3 are NIST's, that of RIPEMD-160 TeleTrusT's). */
export const signatureAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['1.2.840.113549.1.1.2', pkcs1('md2WithRSAEncryption', 'md2')],
  ['1.2.840.113549.1.1.3', pkcs1('md4WithRSAEncryption', 'md4')],
  ['1.2.840.113549.1.1.4', pkcs1('md5WithRSAEncryption', 'md5')],
  ['1.2.840.113549.1.1.5', pkcs1('sha1WithRSAEncryption', 'sha1')],
  ['1.3.14.3.2.29', pkcs1('sha1WithRSASignature', 'sha1')],
  ['1.2.840.113549.1.1.14', pkcs1('sha224WithRSAEncryption', 'sha224')],
  ['1.2.840.113549.1.1.11', pkcs1('sha256WithRSAEncryption', 'sha256')],
  ['1.2.840.113549.1.1.12', pkcs1('sha384WithRSAEncryption', 'sha384')],
  ['1.2.840.113549.1.1.13', pkcs1('sha512WithRSAEncryption', 'sha512')],
  ['1.2.840.113549.1.1.10', { name: 'rsassaPss', hash: 'unknown', parameters: 'pss' }],
  ['1.2.840.10040.4.3', bare('dsa-with-sha1', 'sha1')],
  ['2.16.840.1.101.3.4.3.1', bare('dsa-with-sha224', 'sha224')],
  ['2.16.840.1.101.3.4.3.2', bare('dsa-with-sha256', 'sha256')],
  ['1.2.840.10045.4.1', bare('ecdsa-with-SHA1', 'sha1')],
  ['1.2.840.10045.4.3.1', bare('ecdsa-with-SHA224', 'sha224')],
  ['1.2.840.10045.4.3.2', bare('ecdsa-with-SHA256', 'sha256')],
  ['1.2.840.10045.4.3.3', bare('ecdsa-with-SHA384', 'sha384')],
  ['1.2.840.10045.4.3.4', bare('ecdsa-with-SHA512', 'sha512')],
  ['2.16.840.1.101.3.4.3.5', bare('dsa-with-SHA3-224', 'sha3-224')],
  ['2.16.840.1.101.3.4.3.6', bare('dsa-with-SHA3-256', 'sha3-256')],
  ['2.16.840.1.101.3.4.3.7', bare('dsa-with-SHA3-384', 'sha3-384')],
  ['2.16.840.1.101.3.4.3.8', bare('dsa-with-SHA3-512', 'sha3-512')],
  ['2.16.840.1.101.3.4.3.9', bare('ecdsa-with-SHA3-224', 'sha3-224')],
  ['2.16.840.1.101.3.4.3.10', bare('ecdsa-with-SHA3-256', 'sha3-256')],
  ['2.16.840.1.101.3.4.3.11', bare('ecdsa-with-SHA3-384', 'sha3-384')],
  ['2.16.840.1.101.3.4.3.12', bare('ecdsa-with-SHA3-512', 'sha3-512')],
  ['2.16.840.1.101.3.4.3.13', pkcs1('RSA-SHA3-224', 'sha3-224')],
  ['2.16.840.1.101.3.4.3.14', pkcs1('RSA-SHA3-256', 'sha3-256')],
  ['2.16.840.1.101.3.4.3.15', pkcs1('RSA-SHA3-384', 'sha3-384')],
  ['2.16.840.1.101.3.4.3.16', pkcs1('RSA-SHA3-512', 'sha3-512')],
  ['1.3.36.3.3.1.2', pkcs1('RSA-RIPEMD160', 'ripemd160')],
  ['1.3.101.112', bare('Ed25519', 'none')],
  ['1.3.101.113', bare('Ed448', 'none')],
  ['2.16.840.1.101.3.4.3.17', bare('ML-DSA-44', 'none')],
  ['2.16.840.1.101.3.4.3.18', bare('ML-DSA-65', 'none')],
  ['2.16.840.1.101.3.4.3.19', bare('ML-DSA-87', 'none')],
]);

/** Hashes that RSASSA-PSS-params name (RFC 4055 section 2.1; SHA-3 by NIST's OIDs). */
export const pssHashes: ReadonlyMap<string, SignatureHash> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['2.16.840.1.101.3.4.2.7', 'sha3-224'],
  ['2.16.840.1.101.3.4.2.8', 'sha3-256'],
  ['2.16.840.1.101.3.4.2.9', 'sha3-384'],
  ['2.16.840.1.101.3.4.2.10', 'sha3-512'],
]);

/** Key algorithms of SubjectPublicKeyInfo other than RSA and EC, by OID. */
export const keyAlgorithms: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10040.4.1', 'dsa'],
  ['1.2.840.10046.2.1', 'dh'],
  ['1.3.101.110', 'x25519'],
  ['1.3.101.111', 'x448'],
  ['1.3.101.112', 'ed25519'],
  ['1.3.101.113', 'ed448'],
  ['2.16.840.1.101.3.4.3.17', 'ml-dsa-44'],
  ['2.16.840.1.101.3.4.3.18', 'ml-dsa-65'],
  ['2.16.840.1.101.3.4.3.19', 'ml-dsa-87'],
]);

/** rsaEncryption, id-RSASSA-PSS and id-ecPublicKey (RFC 3279 section 2.3, RFC 4055 section 1.2). */
export const rsaEncryption = '1.2.840.113549.1.1.1';
export const rsaIds: ReadonlySet<string> = new Set([rsaEncryption, '1.2.840.113549.1.1.10']);
export const ecId = '1.2.840.10045.2.1';

/** Named curves and the bits of their fields. */
export const namedCurves: ReadonlyMap<string, { name: string; bits: number }> = new Map([
  ['1.2.840.10045.3.1.1', { name: 'P-192', bits: 192 }],
  ['1.3.132.0.33', { name: 'P-224', bits: 224 }],
  ['1.2.840.10045.3.1.7', { name: 'P-256', bits: 256 }],
  ['1.3.132.0.34', { name: 'P-384', bits: 384 }],
  ['1.3.132.0.35', { name: 'P-521', bits: 521 }],
  ['1.3.132.0.10', { name: 'secp256k1', bits: 256 }],
  ['1.3.132.0.8', { name: 'secp160r1', bits: 160 }],
  ['1.3.132.0.31', { name: 'secp192k1', bits: 192 }],
  ['1.3.132.0.32', { name: 'secp224k1', bits: 224 }],
  ['1.3.36.3.3.2.8.1.1.7', { name: 'brainpoolP256r1', bits: 256 }],
  ['1.3.36.3.3.2.8.1.1.11', { name: 'brainpoolP384r1', bits: 384 }],
  ['1.3.36.3.3.2.8.1.1.13', { name: 'brainpoolP512r1', bits: 512 }],
  ['1.2.156.10197.1.301', { name: 'SM2', bits: 256 }],
]);
