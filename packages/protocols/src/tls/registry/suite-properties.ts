/** How a suite agrees on keys; any: TLS 1.3, where the group decides. */
export type KeyExchange =
  | 'any'
  | 'NULL'
  | 'RSA'
  | 'DH'
  | 'DHE'
  | 'ECDH'
  | 'ECDHE'
  | 'PSK'
  | 'DHE_PSK'
  | 'ECDHE_PSK'
  | 'RSA_PSK'
  | 'SRP'
  | 'KRB5'
  | 'ECCPWD'
  | 'GOST'
  | 'FORTEZZA';

/** What a suite's name says about it. */
export interface SuiteProperties {
  keyExchange: KeyExchange;
  /** Server authentication: any (TLS 1.3), anon, RSA, DSS, ECDSA, PSK … */
  authentication: string;
  /** Bulk cipher family: NULL, RC4, DES, 3DES, AES, CHACHA20 … */
  cipher: string;
  /** Key length in bits as negotiated: 40 for export keys, 0 for NULL. */
  bits: number;
  mode: 'NULL' | 'stream' | 'CBC' | 'GCM' | 'CCM' | 'CCM_8' | 'POLY1305' | 'CNT' | 'CTR' | 'MGM' | 'AEGIS';
  /** Block size in bits; null for stream ciphers. */
  blockBits: number | null;
  /** MAC, or AEAD where the cipher authenticates by itself. */
  mac: string;
  aead: boolean;
  export: boolean;
  /** True when recorded traffic stays closed after the long-term key leaks. */
  forwardSecrecy: boolean;
}

type Bulk = Pick<SuiteProperties, 'cipher' | 'bits' | 'mode' | 'blockBits'>;

const bulk = (cipher: string, bits: number, mode: SuiteProperties['mode'], blockBits: number | null): Bulk => ({
  cipher,
  bits,
  mode,
  blockBits,
});

const aeadModes: ReadonlySet<SuiteProperties['mode']> = new Set(['GCM', 'CCM', 'CCM_8', 'POLY1305', 'MGM', 'AEGIS']);

// Ordered: the first pattern that matches decides, so export variants stand before the full-strength cipher.
const bulkPatterns: readonly (readonly [RegExp, Bulk])[] = [
  [/^NULL/, bulk('NULL', 0, 'NULL', null)],
  [/^(RC4_128_EXPORT40|RC4_40)/, bulk('RC4', 40, 'stream', null)],
  [/^RC4_56/, bulk('RC4', 56, 'stream', null)],
  [/^RC4_64/, bulk('RC4', 64, 'stream', null)],
  [/^RC4_128/, bulk('RC4', 128, 'stream', null)],
  [/^(RC2_128_CBC_EXPORT40|RC2_CBC_40)/, bulk('RC2', 40, 'CBC', 64)],
  [/^RC2_CBC_56/, bulk('RC2', 56, 'CBC', 64)],
  [/^RC2_128_CBC/, bulk('RC2', 128, 'CBC', 64)],
  [/^(DES40|DES_CBC_40)/, bulk('DES', 40, 'CBC', 64)],
  // Three keys of 56 bits give 112 bits against a meet in the middle (NIST SP 800-57 part 1, table 2).
  [/^(3DES_EDE|DES_192_EDE3)/, bulk('3DES', 112, 'CBC', 64)],
  [/^DES_/, bulk('DES', 56, 'CBC', 64)],
  [/^IDEA/, bulk('IDEA', 128, 'CBC', 64)],
  [/^SEED/, bulk('SEED', 128, 'CBC', 128)],
  [/^FORTEZZA/, bulk('SKIPJACK', 80, 'CBC', 64)],
  [/^28147_CNT/, bulk('GOST28147', 256, 'CNT', 64)],
  [/^KUZNYECHIK_CTR/, bulk('KUZNYECHIK', 256, 'CTR', 128)],
  [/^KUZNYECHIK_MGM/, bulk('KUZNYECHIK', 256, 'MGM', 128)],
  [/^MAGMA_CTR/, bulk('MAGMA', 256, 'CTR', 64)],
  [/^MAGMA_MGM/, bulk('MAGMA', 256, 'MGM', 64)],
  [/^CHACHA20/, bulk('CHACHA20', 256, 'POLY1305', null)],
  [/^AEGIS_256/, bulk('AEGIS', 256, 'AEGIS', 128)],
  [/^AEGIS_128L/, bulk('AEGIS', 128, 'AEGIS', 128)],
  [/^SM4_GCM/, bulk('SM4', 128, 'GCM', 128)],
  [/^SM4_CCM/, bulk('SM4', 128, 'CCM', 128)],
  // RFC 9150 suites name two hashes and encrypt nothing.
  [/^SHA(256|384)$/, bulk('NULL', 0, 'NULL', null)],
];

const blockCipher = /^(AES|CAMELLIA|ARIA)_(128|256)_(CBC|GCM|CCM_8|CCM)/;
const blockModes = { CBC: 'CBC', GCM: 'GCM', CCM: 'CCM', CCM_8: 'CCM_8' } as const;
const isBlockMode = (mode: string): mode is keyof typeof blockModes => Object.hasOwn(blockModes, mode);

function bulkOf(rest: string): Bulk {
  const [, cipher, bits, mode] = blockCipher.exec(rest) ?? [];
  if (cipher !== undefined && mode !== undefined && isBlockMode(mode))
    return bulk(cipher, Number(bits), blockModes[mode], 128);
  const known = bulkPatterns.find(([pattern]) => pattern.test(rest));
  if (known === undefined) throw new Error(`No bulk cipher is known by the name ${rest}`);
  return known[1];
}

type KeyAgreement = Pick<SuiteProperties, 'keyExchange' | 'authentication' | 'forwardSecrecy'>;

const agreement = (keyExchange: KeyExchange, authentication: string, forwardSecrecy: boolean): KeyAgreement => ({
  keyExchange,
  authentication,
  forwardSecrecy,
});

const agreements: readonly (readonly [RegExp, KeyAgreement])[] = [
  [/^NULL/, agreement('NULL', 'NULL', false)],
  [/^ECDHE_PSK/, agreement('ECDHE_PSK', 'PSK', true)],
  [/^(DHE_PSK|PSK_DHE)/, agreement('DHE_PSK', 'PSK', true)],
  [/^RSA_PSK/, agreement('RSA_PSK', 'RSA', false)],
  [/^PSK/, agreement('PSK', 'PSK', false)],
  [/^ECDHE_ECDSA/, agreement('ECDHE', 'ECDSA', true)],
  [/^ECDHE_RSA/, agreement('ECDHE', 'RSA', true)],
  [/^ECDH_anon/, agreement('ECDHE', 'anon', true)],
  [/^ECDH_ECDSA/, agreement('ECDH', 'ECDSA', false)],
  [/^ECDH_RSA/, agreement('ECDH', 'RSA', false)],
  [/^DHE_RSA/, agreement('DHE', 'RSA', true)],
  [/^DHE_DSS/, agreement('DHE', 'DSS', true)],
  [/^DH_anon/, agreement('DHE', 'anon', true)],
  [/^DH_RSA/, agreement('DH', 'RSA', false)],
  [/^DH_DSS/, agreement('DH', 'DSS', false)],
  [/^SRP_SHA_RSA/, agreement('SRP', 'RSA', true)],
  [/^SRP_SHA_DSS/, agreement('SRP', 'DSS', true)],
  [/^SRP_SHA/, agreement('SRP', 'SRP', true)],
  [/^KRB5/, agreement('KRB5', 'KRB5', false)],
  [/^ECCPWD/, agreement('ECCPWD', 'ECCPWD', true)],
  [/^GOSTR34/, agreement('GOST', 'GOST', false)],
  [/^FORTEZZA/, agreement('FORTEZZA', 'FORTEZZA', false)],
  [/^RSA/, agreement('RSA', 'RSA', false)],
];

function agreementOf(prefix: string): KeyAgreement {
  const known = agreements.find(([pattern]) => pattern.test(prefix));
  if (known === undefined) throw new Error(`No key exchange is known by the name ${prefix}`);
  return known[1];
}

const macPattern = /_(MD5|SHA|SHA256|SHA384|GOSTR3411|OMAC|IMIT)(_OLD)?$/;

function withMac(agreed: KeyAgreement, cipher: Bulk, rest: string, exported: boolean): SuiteProperties {
  const aead = aeadModes.has(cipher.mode);
  const mac = aead ? 'AEAD' : (macPattern.exec(`_${rest}`)?.[1] ?? 'NULL');
  return { ...agreed, ...cipher, mac, aead, export: exported };
}

/** Reads a suite's properties from its IANA (or SSL 2.0) name; throws on a name of no known family, because names are ours. */
export function propertiesOf(name: string): SuiteProperties {
  const exported = /EXPORT/.test(name);
  if (name.startsWith('SSL_CK_')) {
    const rest = name.slice('SSL_CK_'.length).replace('_WITH', '');
    return withMac(agreement('RSA', 'RSA', false), bulkOf(rest), rest, exported);
  }
  const [prefix = '', rest] = name.replace(/^(TLS|SSL)_/, '').split('_WITH_');
  if (rest === undefined)
    return withMac(agreement('any', 'any', true), bulkOf(prefix.replace(/^(SHA\d+)_SHA\d+$/, '$1')), prefix, false);
  return withMac(agreementOf(prefix), bulkOf(rest), rest, exported);
}
