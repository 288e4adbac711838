import type { TlsVersionName } from '../../../evidence/tls/schema.ts';

/** A published recommendation for servers. */
export interface TlsProfile {
  name: 'modern' | 'intermediate' | 'old';
  /** The version of Mozilla's guidelines that it comes from. */
  guideline: '6.0' | '5.8';
  versions: readonly TlsVersionName[];
  /** IANA names, TLS 1.3 first. */
  suites: readonly string[];
  /** Supported groups by their IANA code points, the preferred first. */
  groups: readonly number[];
  /** Kinds of certificate keys. */
  certificateTypes: readonly ('ecdsa' | 'rsa')[];
  certificateCurves: readonly string[];
  /** Signature algorithms allowed for the leaf. */
  certificateSignatures: readonly string[];
  maxLifespanDays: number;
  recommendedLifespanDays: number;
  /** Least size of RSA keys; null where there are none. */
  rsaKeyBits: number | null;
  /** Least size of Diffie-Hellman primes; null where there are none. */
  dhBits: number | null;
  /** Least size of elliptic curves. */
  ecdhBits: number;
  hstsMinAgeSeconds: number;
  ocspStaple: boolean;
  /** False: the client's order of suites should decide. */
  serverPreferredOrder: boolean;
}

const tls13Suites = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

const ephemeralAead = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
];

const forOldClients = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384',
  'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_AES_256_CBC_SHA256',
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
];

// X25519MLKEM768, x25519, secp256r1, secp384r1: the same in all three.
const groups = [0x11ec, 0x001d, 0x0017, 0x0018];

const ecdsaSignatures = ['ecdsa-with-SHA256', 'ecdsa-with-SHA384', 'ecdsa-with-SHA512'];

// What else is the same in all three.
const common = {
  groups,
  certificateCurves: ['P-256', 'P-384'],
  recommendedLifespanDays: 90,
  ecdhBits: 256,
  hstsMinAgeSeconds: 63_072_000,
  ocspStaple: true,
} as const;

/** The day on which the profiles were compared with their publishers' texts. */
export const profilesDate = '2026-11-28';

/**
 * Mozilla's server-side TLS guidelines, strictest first: https://ssl-config.mozilla.org/guidelines/6.0.json; version
 * 6.0 has no old profile, so that one is from 5.8.
 */
export const profiles: readonly TlsProfile[] = [
  {
    ...common,
    name: 'modern',
    guideline: '6.0',
    versions: ['TLSv1.3'],
    suites: tls13Suites,
    certificateTypes: ['ecdsa'],
    certificateSignatures: ecdsaSignatures,
    maxLifespanDays: 90,
    rsaKeyBits: null,
    dhBits: null,
    serverPreferredOrder: false,
  },
  {
    ...common,
    name: 'intermediate',
    guideline: '6.0',
    versions: ['TLSv1.2', 'TLSv1.3'],
    suites: [...tls13Suites, ...ephemeralAead],
    certificateTypes: ['ecdsa', 'rsa'],
    certificateSignatures: ['sha256WithRSAEncryption', ...ecdsaSignatures],
    maxLifespanDays: 366,
    rsaKeyBits: 2_048,
    dhBits: 2_048,
    serverPreferredOrder: false,
  },
  {
    ...common,
    name: 'old',
    guideline: '5.8',
    versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
    suites: [...tls13Suites, ...ephemeralAead, ...forOldClients],
    certificateTypes: ['rsa'],
    certificateSignatures: ['sha256WithRSAEncryption'],
    maxLifespanDays: 366,
    rsaKeyBits: 2_048,
    dhBits: 2_048,
    serverPreferredOrder: true,
  },
];

/** The negotiation parameters that another publisher allows. */
export interface SuiteProfile extends Pick<TlsProfile, 'versions' | 'suites' | 'groups' | 'dhBits'> {
  title: string;
}

const ccm = ['TLS_ECDHE_ECDSA_WITH_AES_128_CCM', 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM'];
const aesGcm = ephemeralAead.filter((name) => name.includes('_AES_'));

// secp256r1, secp384r1, secp521r1, and the Brainpool curves of TLS 1.2 and TLS 1.3.
const nistAndBrainpool = [0x0017, 0x0018, 0x0019, 0x001a, 0x001b, 0x001c, 0x001f, 0x0020, 0x0021];
const forNcsc = { groups: [...nistAndBrainpool, 0x001d, 0x001e], dhBits: null };

/**
 * Strictest first. NCSC-NL, IT Security Guidelines for TLS 2025-05: suites by appendix B, curves by table 3; finite
 * fields are to be phased out (3.3.3.1). Internet.nl tests by these guidelines, rates all curves of table 3 as good,
 * and offers the three ML-KEM hybrids on its own servers. Whether the Brainpool curves are good or sufficient could not
 * be confirmed, so both levels allow them. BSI TR-02102-2, version 2026-01: TLS 1.2 until the end of 2031 (table 2) and
 * its DHE suites until the end of 2029; groups by tables 6 and 10, which list neither X25519 nor X448; TLS 1.3 suites
 * by table 13, without ChaCha20. CBC is listed only together with Encrypt-then-MAC, so it is not included here. Key
 * agreement without a hybrid is recommended until the end of 2031; whether the tables include the code points of
 * hybrids could not be confirmed, so hybrids are no deviation. The tables list recommendations; BSI does not call other
 * mechanisms insecure.
 */
export const suiteProfiles: readonly SuiteProfile[] = [
  {
    ...forNcsc,
    title: 'NCSC-NL good (guidelines 2025-05)',
    versions: ['TLSv1.3'],
    suites: ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  },
  {
    ...forNcsc,
    title: 'NCSC-NL sufficient (guidelines 2025-05)',
    versions: ['TLSv1.2', 'TLSv1.3'],
    suites: [...tls13Suites, 'TLS_AES_128_CCM_SHA256', ...ephemeralAead, ...ccm],
  },
  {
    title: 'BSI TR-02102-2 (2026-01)',
    groups: [...nistAndBrainpool, 0x0101, 0x0102],
    dhBits: 3_000,
    versions: ['TLSv1.2', 'TLSv1.3'],
    suites: [
      'TLS_AES_128_GCM_SHA256',
      'TLS_AES_256_GCM_SHA384',
      'TLS_AES_128_CCM_SHA256',
      ...aesGcm,
      ...ccm,
      'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256',
      'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384',
      'TLS_DHE_RSA_WITH_AES_128_CCM',
      'TLS_DHE_RSA_WITH_AES_256_CCM',
    ],
  },
];
