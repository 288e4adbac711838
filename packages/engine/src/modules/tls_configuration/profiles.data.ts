import type { TlsVersionName } from '../../evidence/tls.ts';

/** A published recommendation for servers: what it lets them offer. */
export interface TlsProfile {
  name: 'modern' | 'intermediate' | 'old';
  /** Version of Mozilla's guidelines that the values are from. */
  guideline: '6.0' | '5.8';
  versions: readonly TlsVersionName[];
  /** IANA names, TLS 1.3 first. */
  suites: readonly string[];
  /** Supported groups by their IANA code points, the preferred first. */
  groups: readonly number[];
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

/** Mozilla's server-side TLS guidelines, strictest first: https://ssl-config.mozilla.org/guidelines/6.0.json; 6.0 has no old profile, so that is 5.8's. */
export const profiles: readonly TlsProfile[] = [
  { name: 'modern', guideline: '6.0', versions: ['TLSv1.3'], suites: tls13Suites, groups },
  {
    name: 'intermediate',
    guideline: '6.0',
    versions: ['TLSv1.2', 'TLSv1.3'],
    suites: [...tls13Suites, ...ephemeralAead],
    groups,
  },
  {
    name: 'old',
    guideline: '5.8',
    versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
    suites: [...tls13Suites, ...ephemeralAead, ...forOldClients],
    groups,
  },
];
