import { isAnonymous, isCurveBased, isFiniteField, isWeakClass } from '@perimeter/protocols/tls/registry/classify';
import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { signatureSchemes } from '@perimeter/protocols/tls/registry/signature-schemes.data';
import { type CipherSuite, cipherSuites, isSsl2Kind, isTls13Suite } from '@perimeter/protocols/tls/registry/suites';
import type { VersionName } from '@perimeter/protocols/tls/registry/versions';
import { isCurveSuite } from '../../../evidence/tls/browser-groups.ts';

const codesWhere = (wanted: (suite: CipherSuite) => boolean): number[] =>
  [...cipherSuites.values()].filter(wanted).map(({ code }) => code);

/**
 * Suites of a first hello: about as many as in an old browser, because some appliances reset on more than 64 suites and
 * hang on more than 511 bytes.
 */
export const browserLikeSuites: readonly number[] = [
  0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0xc009, 0xc00a, 0x009e, 0x009f, 0xccaa, 0x0033,
  0x0039, 0xc027, 0xc028, 0xc023, 0xc024, 0x0067, 0x006b, 0x009c, 0x009d, 0x002f, 0x0035, 0x003c, 0x003d, 0x000a,
  0x0016, 0xc012, 0xc008, 0x0005, 0x0004, 0x0041, 0x0084, 0xc09c, 0xc09d, 0x0032, 0x0038,
];

/**
 * Suites of a first SSL 3.0 hello: all of RFC 6101 appendix A.6 without Fortezza, and later additions: AES, Camellia,
 * SEED and 56-bit export suites.
 */
const ssl3Suites: readonly number[] = [
  0x002f, 0x0035, 0x000a, 0x0005, 0x0004, 0x0033, 0x0039, 0x0016, 0x0041, 0x0084, 0x0096, 0x0007, 0x0009, 0x0015,
  0x0032, 0x0038, 0x0013, 0x0012, 0x0045, 0x0088, 0x0044, 0x0087, 0x009a, 0x0099, 0x0001, 0x0002, 0x0003, 0x0006,
  0x0008, 0x000b, 0x000c, 0x000d, 0x000e, 0x000f, 0x0010, 0x0011, 0x0014, 0x0017, 0x0018, 0x0019, 0x001a, 0x001b,
  0x0030, 0x0031, 0x0034, 0x0036, 0x0037, 0x003a, 0x0042, 0x0043, 0x0046, 0x0085, 0x0086, 0x0089, 0x0097, 0x0098,
  0x009b, 0x0062, 0x0064, 0xfefe, 0xfeff,
];

/** What the first hello of a version offers. */
export const firstSuitesOf = (version: VersionName): readonly number[] =>
  version === 'SSLv3' ? ssl3Suites : browserLikeSuites;

const isBrowserLike: ReadonlySet<number> = new Set(browserLikeSuites);

const isSrp = ({ keyExchange }: CipherSuite): boolean => keyExchange === 'SRP';

/** NULL_WITH_NULL_NULL cannot be negotiated. */
const isLegacy = (suite: CipherSuite): boolean => !isSsl2Kind(suite) && !isTls13Suite(suite) && suite.code !== 0;

/** Named suites of SSL 3.0 to TLS 1.2 that need no user name, usual ones first. */
export const legacySuites: readonly number[] = [
  ...browserLikeSuites,
  ...codesWhere((suite) => isLegacy(suite) && !isSrp(suite) && !isBrowserLike.has(suite.code)),
];

/**
 * Suites for named users (SRP). They are offered separately: a server that chooses one for an unknown user refuses the
 * whole hello (RFC 5054 section 2.5.1.3), and with it all other suites.
 */
export const srpSuites: readonly number[] = codesWhere(isSrp);

/** Legacy suites that a version's first hello does not offer. */
export const exoticSuitesOf = (version: VersionName): readonly number[] => {
  const first = new Set(firstSuitesOf(version));
  return legacySuites.filter((code) => !first.has(code));
};

/** NULL, anonymous, export, DES, RC4 and 64-bit block suites. */
export const weakSuites: readonly number[] = legacySuites.filter((code) => {
  const suite = cipherSuites.get(code);
  return suite !== undefined && isWeakClass(suite);
});

/** Suites of TLS 1.3, the usual ones first. */
export const tls13Suites: readonly number[] = [
  ...new Set([
    0x1302,
    0x1303,
    0x1301,
    0x1304,
    0x1305,
    ...codesWhere((suite) => !isSsl2Kind(suite) && isTls13Suite(suite)),
  ]),
];

/** SSL 2.0 cipher kinds. */
export const ssl2KindCodes: readonly number[] = codesWhere(isSsl2Kind);

/** Ephemeral elliptic-curve suites known to browsers, for hellos that test groups. */
export const curveSuites: readonly number[] = browserLikeSuites.filter(isCurveSuite);

/** All ephemeral elliptic-curve suites up to TLS 1.2. */
export const allCurveSuites: readonly number[] = legacySuites.filter(isCurveSuite);

/** Suites with a signed ServerKeyExchange, for hellos that test signatures. */
export const signedSuites: readonly number[] = browserLikeSuites.filter((code) => {
  const suite = cipherSuites.get(code);
  return (
    suite !== undefined &&
    !isAnonymous(suite) &&
    (isCurveBased(suite) || (isFiniteField(suite) && suite.forwardSecrecy))
  );
});

/** Groups that nearly every server chooses from. */
export const usualGroups: readonly number[] = [0x001d, 0x0017, 0x0018, 0x0019, 0x001e];
const isLegacyGroup = (code: number): boolean => code < 0x001f || code >= 0xff01;
const groupCodes = [...namedGroups.keys()];

/** Groups of up to TLS 1.2: curves by name, and both kinds of explicit curves (RFC 8422 section 5.1.1). */
export const legacyGroups: readonly number[] = [...new Set([...usualGroups, ...groupCodes.filter(isLegacyGroup)])];

/** Groups of a first hello up to TLS 1.2: includes curves of common certificate keys, without which such keys are unusable. */
export const browserLikeGroups: readonly number[] = [...usualGroups, 0x0016, 0x001a, 0x001b, 0x001c, 0x0015, 0x0013];

const isBrowserLikeGroup: ReadonlySet<number> = new Set(browserLikeGroups);

/** Named curves in no first hello: binary ones, and short or rare prime ones. */
export const rareCurves: readonly number[] = legacyGroups.filter(
  (code) => code < 0xff01 && !isBrowserLikeGroup.has(code),
);

/** Named finite fields, for servers that require them for DHE suites (RFC 7919 section 4). */
export const fieldGroups: readonly number[] = [...namedGroups.values()]
  .filter(({ kind, code }) => kind === 'finite-field' && code < 0x01fc)
  .map(({ code }) => code);

/** Full-strength DHE suites up to TLS 1.2; export suites have their own groups. */
export const fieldSuites: readonly number[] = legacySuites.filter((code) => {
  const suite = cipherSuites.get(code);
  return suite !== undefined && isFiniteField(suite) && suite.forwardSecrecy && !suite.export;
});

/** TLS 1.3 suites that nearly every server chooses from. */
export const usualTls13Suites: readonly number[] = [0x1302, 0x1303, 0x1301];

/** TLS 1.3 groups that nearly every server chooses from. */
export const usualTls13Groups: readonly number[] = [0x11ec, ...usualGroups];

/** Groups of TLS 1.3: no binary curves, none below 256 bits (RFC 9846 section 4.3.7), and all later ones. */
export const tls13Groups: readonly number[] = [
  ...new Set([0x11ec, ...usualGroups, ...groupCodes.filter((code) => code >= 0x0016 && code < 0xff01)]),
];

const isLegacyScheme = (code: number): boolean => code < 0x0700 || (code >= 0x0804 && code <= 0x080b);
const schemeCodes = [...signatureSchemes.keys()];
const usualSchemes = [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0603, 0x0806, 0x0601, 0x0807, 0x0808] as const;

/** Schemes of TLS 1.2. */
export const legacySchemes: readonly number[] = [...new Set([...usualSchemes, ...schemeCodes.filter(isLegacyScheme)])];

/** Schemes of a first hello; SHA-1 last, for servers that support nothing else. */
export const browserLikeSchemes: readonly number[] = [
  ...usualSchemes,
  0x0809,
  0x080a,
  0x080b,
  0x0402,
  0x0203,
  0x0201,
  0x0202,
];

/** Schemes of TLS 1.3: everything but MD5, SHA-1, SHA-224 and DSA (RFC 9846 section 4.3.3). */
export const tls13Schemes: readonly number[] = [
  ...new Set([
    ...usualSchemes,
    ...[...signatureSchemes.values()]
      .filter(({ hash, key }) => !['md5', 'sha1', 'sha224'].includes(hash) && key !== 'dsa')
      .map(({ code }) => code),
  ]),
];

/** Schemes with SHA-1 or MD5 (RFC 9155). */
export const weakSchemes: readonly number[] = [...signatureSchemes.values()]
  .filter(({ hash }) => hash === 'sha1' || hash === 'md5')
  .map(({ code }) => code);

/** Application protocols of web servers. */
export const webProtocols: readonly string[] = ['h2', 'http/1.1', 'http/1.0', 'spdy/3.1'];

/** A protocol that no server supports. */
export const unknownProtocol = 'x-perimeter-unknown';
