/** Hash of a signature scheme; intrinsic where the scheme brings its own. */
export type SchemeHash = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | 'sm3' | 'streebog' | 'intrinsic';

/** Key that a signature scheme needs. */
export type SchemeKey =
  | 'rsa'
  | 'rsa-pss'
  | 'dsa'
  | 'ecdsa'
  | 'eddsa'
  | 'identity'
  | 'sm2'
  | 'gost'
  | 'mldsa'
  | 'slhdsa';

/** A TLS signature scheme by its two-byte code point. */
export interface SignatureScheme {
  code: number;
  name: string;
  hash: SchemeHash;
  key: SchemeKey;
}

const rows: readonly (readonly [number, string, SchemeHash, SchemeKey])[] = [
  // RFC 5246 section 7.4.1.4.1 pairs a hash byte with a signature byte; these pairs have no name in the later registry.
  [0x0101, 'rsa_pkcs1_md5', 'md5', 'rsa'],
  [0x0102, 'dsa_md5', 'md5', 'dsa'],
  [0x0103, 'ecdsa_md5', 'md5', 'ecdsa'],
  [0x0202, 'dsa_sha1', 'sha1', 'dsa'],
  [0x0301, 'rsa_pkcs1_sha224', 'sha224', 'rsa'],
  [0x0302, 'dsa_sha224', 'sha224', 'dsa'],
  [0x0303, 'ecdsa_sha224', 'sha224', 'ecdsa'],
  [0x0402, 'dsa_sha256', 'sha256', 'dsa'],
  [0x0502, 'dsa_sha384', 'sha384', 'dsa'],
  [0x0602, 'dsa_sha512', 'sha512', 'dsa'],
  // The IANA TLS SignatureScheme registry.
  [0x0201, 'rsa_pkcs1_sha1', 'sha1', 'rsa'],
  [0x0203, 'ecdsa_sha1', 'sha1', 'ecdsa'],
  [0x0401, 'rsa_pkcs1_sha256', 'sha256', 'rsa'],
  [0x0403, 'ecdsa_secp256r1_sha256', 'sha256', 'ecdsa'],
  [0x0420, 'rsa_pkcs1_sha256_legacy', 'sha256', 'rsa'],
  [0x0501, 'rsa_pkcs1_sha384', 'sha384', 'rsa'],
  [0x0503, 'ecdsa_secp384r1_sha384', 'sha384', 'ecdsa'],
  [0x0520, 'rsa_pkcs1_sha384_legacy', 'sha384', 'rsa'],
  [0x0601, 'rsa_pkcs1_sha512', 'sha512', 'rsa'],
  [0x0603, 'ecdsa_secp521r1_sha512', 'sha512', 'ecdsa'],
  [0x0620, 'rsa_pkcs1_sha512_legacy', 'sha512', 'rsa'],
  [0x0704, 'eccsi_sha256', 'sha256', 'identity'],
  [0x0705, 'iso_ibs1', 'intrinsic', 'identity'],
  [0x0706, 'iso_ibs2', 'intrinsic', 'identity'],
  [0x0707, 'iso_chinese_ibs', 'intrinsic', 'identity'],
  [0x0708, 'sm2sig_sm3', 'sm3', 'sm2'],
  [0x0709, 'gostr34102012_256a', 'streebog', 'gost'],
  [0x070a, 'gostr34102012_256b', 'streebog', 'gost'],
  [0x070b, 'gostr34102012_256c', 'streebog', 'gost'],
  [0x070c, 'gostr34102012_256d', 'streebog', 'gost'],
  [0x070d, 'gostr34102012_512a', 'streebog', 'gost'],
  [0x070e, 'gostr34102012_512b', 'streebog', 'gost'],
  [0x070f, 'gostr34102012_512c', 'streebog', 'gost'],
  [0x0804, 'rsa_pss_rsae_sha256', 'sha256', 'rsa'],
  [0x0805, 'rsa_pss_rsae_sha384', 'sha384', 'rsa'],
  [0x0806, 'rsa_pss_rsae_sha512', 'sha512', 'rsa'],
  [0x0807, 'ed25519', 'intrinsic', 'eddsa'],
  [0x0808, 'ed448', 'intrinsic', 'eddsa'],
  [0x0809, 'rsa_pss_pss_sha256', 'sha256', 'rsa-pss'],
  [0x080a, 'rsa_pss_pss_sha384', 'sha384', 'rsa-pss'],
  [0x080b, 'rsa_pss_pss_sha512', 'sha512', 'rsa-pss'],
  [0x081a, 'ecdsa_brainpoolP256r1tls13_sha256', 'sha256', 'ecdsa'],
  [0x081b, 'ecdsa_brainpoolP384r1tls13_sha384', 'sha384', 'ecdsa'],
  [0x081c, 'ecdsa_brainpoolP512r1tls13_sha512', 'sha512', 'ecdsa'],
  [0x0904, 'mldsa44', 'intrinsic', 'mldsa'],
  [0x0905, 'mldsa65', 'intrinsic', 'mldsa'],
  [0x0906, 'mldsa87', 'intrinsic', 'mldsa'],
  [0x0911, 'slhdsa_sha2_128s', 'intrinsic', 'slhdsa'],
  [0x0912, 'slhdsa_sha2_128f', 'intrinsic', 'slhdsa'],
  [0x0913, 'slhdsa_sha2_192s', 'intrinsic', 'slhdsa'],
  [0x0914, 'slhdsa_sha2_192f', 'intrinsic', 'slhdsa'],
  [0x0915, 'slhdsa_sha2_256s', 'intrinsic', 'slhdsa'],
  [0x0916, 'slhdsa_sha2_256f', 'intrinsic', 'slhdsa'],
  [0x0917, 'slhdsa_shake_128s', 'intrinsic', 'slhdsa'],
  [0x0918, 'slhdsa_shake_128f', 'intrinsic', 'slhdsa'],
  [0x0919, 'slhdsa_shake_192s', 'intrinsic', 'slhdsa'],
  [0x091a, 'slhdsa_shake_192f', 'intrinsic', 'slhdsa'],
  [0x091b, 'slhdsa_shake_256s', 'intrinsic', 'slhdsa'],
  [0x091c, 'slhdsa_shake_256f', 'intrinsic', 'slhdsa'],
];

/** Signature schemes by code point. */
export const signatureSchemes: ReadonlyMap<number, SignatureScheme> = new Map(
  rows.map(([code, name, hash, key]) => [code, { code, name, hash, key }]),
);
