/** The key exchange of a suite. */
export type Exchange = 'rsa' | 'rsa-export' | 'dhe' | 'dh-anonymous' | 'ecdhe' | 'other';

/** What protects records after the handshake (RFC 5246 section 6.2.3); `mac` is null for AEAD. */
export interface Protection {
  readonly cipher: 'aes-128-cbc' | 'aes-256-cbc' | 'des-ede3-cbc' | 'aes-128-gcm' | 'aes-256-gcm';
  readonly keyBytes: number;
  readonly blockBytes: number;
  readonly mac: 'sha1' | 'sha256' | 'sha384' | null;
  /** Digest of the pseudorandom function in TLS 1.2. */
  readonly prf: 'sha256' | 'sha384';
}

const cbc = (cipher: Protection['cipher'], keyBytes: number, mac: Protection['mac']): Protection => ({
  cipher,
  keyBytes,
  blockBytes: cipher === 'des-ede3-cbc' ? 8 : 16,
  mac,
  prf: mac === 'sha384' ? 'sha384' : 'sha256',
});
const gcm = (keyBytes: 16 | 32): Protection => ({
  cipher: keyBytes === 16 ? 'aes-128-gcm' : 'aes-256-gcm',
  keyBytes,
  blockBytes: 0,
  mac: null,
  prf: keyBytes === 16 ? 'sha256' : 'sha384',
});

const exchanges: readonly (readonly [Exchange, readonly number[]])[] = [
  [
    'rsa',
    [
      0x0001, 0x0002, 0x003b, 0x0005, 0x0007, 0x0009, 0x000a, 0x002f, 0x0035, 0x003c, 0x003d, 0x0084, 0x0096, 0x009c,
      0x009d,
    ],
  ],
  ['rsa-export', [0x0003, 0x0006, 0x0008]],
  ['dhe', [0x0014, 0x0015, 0x0016, 0x0033, 0x0039, 0x0067, 0x006b, 0x009e, 0x009f]],
  ['dh-anonymous', [0x0018, 0x001b, 0x0034, 0x003a]],
  ['ecdhe', [0xc011, 0xc012, 0xc013, 0xc014, 0xc027, 0xc028, 0xc02f, 0xc030]],
];

const protections: readonly (readonly [Protection, readonly number[]])[] = [
  [cbc('des-ede3-cbc', 24, 'sha1'), [0x000a, 0x0016, 0xc012]],
  [cbc('aes-128-cbc', 16, 'sha1'), [0x002f, 0x0033, 0xc013]],
  [cbc('aes-256-cbc', 32, 'sha1'), [0x0035, 0x0039, 0xc014]],
  [cbc('aes-128-cbc', 16, 'sha256'), [0x003c, 0x0067, 0xc027]],
  [cbc('aes-256-cbc', 32, 'sha256'), [0x003d, 0x006b]],
  [cbc('aes-256-cbc', 32, 'sha384'), [0xc028]],
  [gcm(16), [0x009c, 0x009e, 0xc02f]],
  [gcm(32), [0x009d, 0x009f, 0xc030]],
];

/** The key exchange of a suite. */
export function exchangeOf(suite: number): Exchange {
  return exchanges.find(([, suites]) => suites.includes(suite))?.[0] ?? 'other';
}

/** The protection of a suite; undefined if the fakes can negotiate but not implement it. */
export function protectionOf(suite: number): Protection | undefined {
  return protections.find(([, suites]) => suites.includes(suite))?.[0];
}

/** AEAD suites and those with SHA-256 need TLS 1.2 (RFC 5288 section 4, RFC 5246 appendix A.5). */
export function needsTls12(suite: number): boolean {
  const protection = protectionOf(suite);
  return protection !== undefined && protection.mac !== 'sha1';
}
