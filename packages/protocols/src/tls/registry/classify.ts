import type { SuiteProperties } from './suite-properties.ts';

/** How good a suite is, best first: AEAD with forward secrecy; neither; a known attack (RC4, 64-bit blocks); no protection, or nearly none. */
export const strengths = ['strong', 'acceptable', 'weak', 'broken'] as const;
export type Strength = (typeof strengths)[number];

/** No encryption at all: NULL ciphers, and the integrity-only suites of RFC 9150. */
export const isNullCipher = (suite: SuiteProperties): boolean => suite.cipher === 'NULL';

/** The server is not authenticated. */
export const isAnonymous = (suite: SuiteProperties): boolean =>
  suite.authentication === 'anon' || suite.authentication === 'NULL';

/** A key that can be searched: below the 112 bits that RFC 9325 section 4.1 demands, down to export grade. */
export const isShortKey = (suite: SuiteProperties): boolean => suite.bits > 0 && suite.bits < 112;

/** RC4 (RFC 7465). */
export const isRc4 = (suite: SuiteProperties): boolean => suite.cipher === 'RC4';

/** A full-length key over a 64-bit block in CBC: collisions after about 2^32 blocks (SWEET32). */
export const isSmallBlock = (suite: SuiteProperties): boolean =>
  suite.blockBits === 64 && suite.mode === 'CBC' && !isShortKey(suite);

/** The key exchange rests on the certificate's key: RSA transport or static elliptic-curve DH. */
export const isStaticKeyTransport = (suite: SuiteProperties): boolean =>
  suite.keyExchange === 'RSA' || suite.keyExchange === 'RSA_PSK' || suite.keyExchange === 'ECDH';

/** Finite-field Diffie-Hellman, ephemeral or static. */
export const isFiniteField = (suite: SuiteProperties): boolean =>
  suite.keyExchange === 'DHE' || suite.keyExchange === 'DH' || suite.keyExchange === 'DHE_PSK';

/** An ephemeral exchange on an elliptic curve, whose group the server picks from the client's list. */
export const isCurveBased = (suite: SuiteProperties): boolean =>
  suite.keyExchange === 'ECDHE' || suite.keyExchange === 'ECDHE_PSK' || suite.keyExchange === 'any';

/** The classes that one short hello offers: suites that no modern client offers. */
export const isWeakClass = (suite: SuiteProperties): boolean =>
  isNullCipher(suite) || isAnonymous(suite) || isShortKey(suite) || isRc4(suite) || isSmallBlock(suite);

const rareCiphers: ReadonlySet<string> = new Set([
  'SEED',
  'SM4',
  'GOST28147',
  'KUZNYECHIK',
  'MAGMA',
  'RC2',
  'SKIPJACK',
]);
const rareInCbc: ReadonlySet<string> = new Set(['CAMELLIA', 'ARIA']);

/** Ciphers that few implementations have and fewer people review; integrity-only TLS 1.3 suites among them. */
export const isObscure = (suite: SuiteProperties): boolean =>
  rareCiphers.has(suite.cipher) ||
  (rareInCbc.has(suite.cipher) && suite.mode === 'CBC') ||
  suite.keyExchange === 'GOST' ||
  (suite.keyExchange === 'any' && isNullCipher(suite));

/** The strength that orders suites when a server must choose among them. */
export function strengthOf(suite: SuiteProperties): Strength {
  if (isNullCipher(suite) || isAnonymous(suite) || isShortKey(suite)) return 'broken';
  if (isRc4(suite) || isSmallBlock(suite)) return 'weak';
  return suite.aead && suite.forwardSecrecy ? 'strong' : 'acceptable';
}

/** Positive when the first is the stronger class. */
export const compareStrength = (a: Strength, b: Strength): number => strengths.indexOf(b) - strengths.indexOf(a);
