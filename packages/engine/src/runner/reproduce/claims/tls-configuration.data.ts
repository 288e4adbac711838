import type { ModuleClaims } from './claim.ts';

/** A record of the handshake that begins with a ServerHello; an alert is 15. */
const serverHello = /^16 03 0\d .. .. 02/m;

/** What the commands of tls_configuration must show. */
export const tlsConfigurationClaims: ModuleClaims = {
  claims: {
    'tls-sslv2': { on: 'fake-ssl2.lab', shows: /SSLv2 supported/, notOn: 'good.lab' },
    'tls-sslv3': { on: 'jsse.lab', shows: /^\| +SSLv3: /m, notOn: 'ossl3.lab' },
    'tls-1-0': { on: 'bad.lab', shows: /Protocol +: TLSv1\n +Cipher +: (?!0000)/, notOn: 'good.lab' },
    'tls-1-1': { on: 'bad.lab', shows: /Protocol +: TLSv1\.1\n +Cipher +: (?!0000)/, notOn: 'good.lab' },
    'tls-no-modern': { on: 'fake-ccs.lab', shows: /unsupported protocol[^]*Cipher is \(NONE\)/, notOn: 'good.lab' },
    'tls-1-3-missing': { on: 'bad.lab', shows: /alert protocol version[^]*Cipher is \(NONE\)/, notOn: 'good.lab' },
    'tls-null-anon-export': { on: 'ossl3.lab', shows: /TLS_(?:EC)?DH_anon_WITH_/, notOn: 'good.lab' },
    'tls-des': { on: 'jsse.lab', shows: /TLS_RSA_WITH_DES_CBC_SHA/, notOn: 'good.lab' },
    'tls-rc4': { on: 'gnutls.lab', shows: /_RC4_128_/, notOn: 'ossl3.lab' },
    'tls-3des-idea': { on: 'sweet32.lab', shows: /_3DES_EDE_CBC_/, notOn: 'good.lab' },
    'tls-no-forward-secrecy': {
      on: 'only-rsa.lab',
      shows: /Forward Secrecy not supported by any cipher/,
      notOn: 'good.lab',
    },
    'tls-static-rsa': { on: 'only-rsa.lab', shows: /TLS_RSA_WITH_/, notOn: 'good.lab' },
    'tls-dhe-offered': { on: 'dh2048-common.lab', shows: /TLS_DHE_RSA_WITH_/, notOn: 'good.lab' },
    'tls-dh-weak': { on: 'dh1536-common.lab', shows: /TLS_DHE_\w+ \(dh 1536\)/, notOn: 'dh2048-common.lab' },
    'tls-no-aead': {
      on: 'only-cbc.lab',
      shows: /ciphers: \n(?:\| +TLS_\w+_CBC_\w+ .*\n)+\| +compressors/,
      notOn: 'good.lab',
    },
    'tls-cbc-offered': { on: 'sound-cbc.lab', shows: /_CBC_SHA/, notOn: 'good.lab' },
    'tls-ccm8': { on: 'ccm8.lab', shows: /_CCM_8/, notOn: 'good.lab' },
    'tls-obscure-cipher': { on: 'ossl3.lab', shows: /_CAMELLIA_/, notOn: 'good.lab' },
    'tls-order-insecure': {
      on: 'prefers-cbc.lab',
      shows: /ciphers: \n\| +TLS_\w+_CBC_[^]*_GCM_[^]*cipher preference: server/,
      notOn: 'good.lab',
    },
    'tls-group-weak': { on: 'weak-curve.lab', shows: serverHello, notOn: 'good.lab' },
    'tls-browser-groups': { on: 'x448.lab', shows: /^15 03 0\d 00 02 02 28/m, notOn: 'good.lab' },
    'tls-pq-missing': { on: 'classical.lab', shows: /^15 03 0\d 00 02 02 28/m, notOn: 'pq.lab' },
    'tls-pq-draft-only': { on: 'kyber-draft.lab', shows: /^15 03 0\d 00 02 02 28/m, notOn: 'pq.lab' },
    'tls-large-hello-intolerant': { on: 'hello-1500.lab', shows: /Cipher is \(NONE\)/, notOn: 'good.lab' },
    'tls-hello-answer-too-large': { on: 'cert-large-chain.lab', shows: /excessive message size/, notOn: 'good.lab' },
    'tls-sigalg-weak': { on: 'signs-sha1.lab', shows: /Peer signing digest: SHA1/, notOn: 'good.lab' },
    'tls-ems-missing': {
      on: 'no-ems.lab',
      shows: /Cipher is (?!\(NONE\))[^]*Extended master secret: no/,
      notOn: 'good.lab',
    },
    'tls-reneg-insecure': {
      on: 'fake-renegotiation.lab',
      shows: /Cipher is (?!\(NONE\))[^]*Secure Renegotiation IS NOT supported/,
      notOn: 'good.lab',
    },
    'tls-reneg-client': {
      on: 'renegotiates.lab',
      shows: /Client-Initiated Renegotiation +VULNERABLE/,
      notOn: 'sound.lab',
    },
    'tls-compression': { on: 'fake-compression.lab', shows: /compressors: \n\| +DEFLATE/, notOn: 'good.lab' },
    'tls-fallback-scsv': { on: 'fake-renegotiation.lab', shows: /Cipher is (?!\(NONE\))/, notOn: 'bad.lab' },
    'tls-early-data': { on: 'early-data.lab', shows: /Max Early Data: [1-9]/, notOn: 'tls13.lab' },
    'tls-ticket-lifetime': {
      on: 'tickets-long.lab',
      shows: /session ticket lifetime hint: 864000 /,
      notOn: 'tickets.lab',
    },
    'tls-alpn-lax': { on: 'alpn-lax.lab', shows: /Cipher is (?!\(NONE\))[^]*No ALPN negotiated/, notOn: 'good.lab' },
    'tls-dh-reuse': {
      on: 'dh-reuse.lab',
      shows: /dh_Ys \(len=\d+\): ([0-9A-F]{32})[^]*dh_Ys \(len=\d+\): \1/,
      notOn: 'dh2048-common.lab',
    },
    // The random takes 32 bytes from the seventh on; DOWNGRD is "44 4f 57 4e 47 52 44" in its last eight.
    'tls-downgrade-sentinel': {
      on: 'no-sentinel.lab',
      shows: / ServerHello\n {4}[0-9a-f ]+\n {4}(?:[0-9a-f]{2} ){14}(?!44 4f)/,
      notOn: 'good.lab',
    },
    'tls-grease-intolerant': {
      on: 'grease-intolerant.lab',
      shows: /Server fails if ClientHello contains/,
      notOn: 'good.lab',
    },
    'tls-ip-inconsistent': {
      on: 'two-versions.lab',
      shows: /scan report for(?:(?!TLSv1\.3:)[^])*Nmap done/,
      notOn: 'good.lab',
    },
    'tls-gmt-time': { on: 'clock.lab', shows: /Now: 0x([0-9A-F]{5})[^]*gmt_unix_time=0x\1/, notOn: 'good.lab' },
    'tls-heartbeat-offered': { on: 'heartbeat.lab', shows: /^16 03 .* 00 0f 00 01 0[12]/m, notOn: 'good.lab' },
    'tls-npn': { on: 'npn.lab', shows: /Protocols advertised by server: http\/1\.1/, notOn: 'good.lab' },
    'tls-client-auth': { on: 'client-auth.lab', shows: /Acceptable client certificate CA names/, notOn: 'good.lab' },
    'tls-client-sim': { on: 'good.lab', shows: /Chrome \d+ .*TLSv1\.3 TLS_AES_/, notOn: null },
    'tls-profile': { on: 'good.lab', shows: /TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384[^]*least strength/, notOn: null },
  },
  alsoOn: [
    { id: 'tls-group-weak', on: 'only-weak-curve.lab', shows: serverHello, notOn: 'good.lab' },
    { id: 'tls-group-weak', on: 'weak-groups.lab', shows: serverHello, notOn: 'good.lab' },
    { id: 'tls-group-weak', on: 'explicit-curve.lab', shows: serverHello, notOn: 'good.lab' },
    { id: 'tls-1-0', on: 'only-null.lab', shows: /Protocol +: TLSv1\n +Cipher +: NULL/, notOn: 'good.lab' },
    { id: 'tls-1-0', on: 'only-des.lab', shows: /^\| +TLSv1\.0: /m, notOn: 'good.lab' },
    { id: 'tls-alpn-lax', on: 'only-null.lab', shows: /Cipher is NULL[^]*No ALPN negotiated/, notOn: 'good.lab' },
    {
      id: 'tls-ems-missing',
      on: 'only-null.lab',
      shows: /Cipher is NULL[^]*Extended master secret: no/,
      notOn: 'good.lab',
    },
  ],
  cannotBeRun: {
    'tls-ticket-key-static': 'The ticket of the first command is offered again by the second one a week later',
  },
};
