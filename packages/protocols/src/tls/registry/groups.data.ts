/** What a supported group computes with; hybrid and kem resist a quantum computer, hybrid-draft did so before its standard. */
export type GroupKind =
  | 'prime'
  | 'binary'
  | 'montgomery'
  | 'explicit'
  | 'finite-field'
  | 'hybrid'
  | 'hybrid-draft'
  | 'kem';

/** A TLS supported group: field or modulus size in bits (the classical half of a hybrid), null where it has no such size. */
export interface NamedGroup {
  code: number;
  name: string;
  kind: GroupKind;
  bits: number | null;
}

const rows: readonly (readonly [number, string, GroupKind, number | null])[] = [
  [0x0001, 'sect163k1', 'binary', 163],
  [0x0002, 'sect163r1', 'binary', 163],
  [0x0003, 'sect163r2', 'binary', 163],
  [0x0004, 'sect193r1', 'binary', 193],
  [0x0005, 'sect193r2', 'binary', 193],
  [0x0006, 'sect233k1', 'binary', 233],
  [0x0007, 'sect233r1', 'binary', 233],
  [0x0008, 'sect239k1', 'binary', 239],
  [0x0009, 'sect283k1', 'binary', 283],
  [0x000a, 'sect283r1', 'binary', 283],
  [0x000b, 'sect409k1', 'binary', 409],
  [0x000c, 'sect409r1', 'binary', 409],
  [0x000d, 'sect571k1', 'binary', 571],
  [0x000e, 'sect571r1', 'binary', 571],
  [0x000f, 'secp160k1', 'prime', 160],
  [0x0010, 'secp160r1', 'prime', 160],
  [0x0011, 'secp160r2', 'prime', 160],
  [0x0012, 'secp192k1', 'prime', 192],
  [0x0013, 'secp192r1', 'prime', 192],
  [0x0014, 'secp224k1', 'prime', 224],
  [0x0015, 'secp224r1', 'prime', 224],
  [0x0016, 'secp256k1', 'prime', 256],
  [0x0017, 'secp256r1', 'prime', 256],
  [0x0018, 'secp384r1', 'prime', 384],
  [0x0019, 'secp521r1', 'prime', 521],
  [0x001a, 'brainpoolP256r1', 'prime', 256],
  [0x001b, 'brainpoolP384r1', 'prime', 384],
  [0x001c, 'brainpoolP512r1', 'prime', 512],
  [0x001d, 'x25519', 'montgomery', 255],
  [0x001e, 'x448', 'montgomery', 448],
  [0x001f, 'brainpoolP256r1tls13', 'prime', 256],
  [0x0020, 'brainpoolP384r1tls13', 'prime', 384],
  [0x0021, 'brainpoolP512r1tls13', 'prime', 512],
  [0x0022, 'GC256A', 'prime', 256],
  [0x0023, 'GC256B', 'prime', 256],
  [0x0024, 'GC256C', 'prime', 256],
  [0x0025, 'GC256D', 'prime', 256],
  [0x0026, 'GC512A', 'prime', 512],
  [0x0027, 'GC512B', 'prime', 512],
  [0x0028, 'GC512C', 'prime', 512],
  [0x0029, 'curveSM2', 'prime', 256],
  [0x0100, 'ffdhe2048', 'finite-field', 2048],
  [0x0101, 'ffdhe3072', 'finite-field', 3072],
  [0x0102, 'ffdhe4096', 'finite-field', 4096],
  [0x0103, 'ffdhe6144', 'finite-field', 6144],
  [0x0104, 'ffdhe8192', 'finite-field', 8192],
  [0x0200, 'MLKEM512', 'kem', null],
  [0x0201, 'MLKEM768', 'kem', null],
  [0x0202, 'MLKEM1024', 'kem', null],
  [0x11eb, 'SecP256r1MLKEM768', 'hybrid', 256],
  [0x11ec, 'X25519MLKEM768', 'hybrid', 255],
  [0x11ed, 'SecP384r1MLKEM1024', 'hybrid', 384],
  [0x11ee, 'curveSM2MLKEM768', 'hybrid', 256],
  [0x6399, 'X25519Kyber768Draft00', 'hybrid-draft', 255],
  [0x639a, 'SecP256r1Kyber768Draft00', 'hybrid-draft', 256],
  [0xff01, 'arbitrary_explicit_prime_curves', 'explicit', null],
  [0xff02, 'arbitrary_explicit_char2_curves', 'explicit', null],
];

/** The IANA TLS Supported Groups registry, by code point. */
export const namedGroups: ReadonlyMap<number, NamedGroup> = new Map(
  rows.map(([code, name, kind, bits]) => [code, { code, name, kind, bits }]),
);
