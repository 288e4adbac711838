import type { Endpoint, TlsTruth } from './endpoint.ts';

const stack = (
  lastOctet: number,
  row: Omit<Endpoint, 'address' | 'ipv6' | 'ports' | 'loopback'> & Partial<Endpoint> & { tls: TlsTruth },
): Endpoint => ({ address: `203.0.113.${lastOctet}`, ipv6: false, ports: [443], loopback: false, ...row });

const settled = (lastOctet: number, host: string, what: string): Endpoint => ({
  host,
  address: `192.0.2.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports: [443],
  what,
  certificates: [{ key: 'p256' }],
  tls: { versions: ['TLSv1.2', 'TLSv1.3'] },
  loopback: true,
});

/** An nginx host that behaves differently over IPv6. */
const otherwise = (lastOctet: number, host: string, what: string, more: Partial<Endpoint> = {}): Endpoint => ({
  ...settled(lastOctet, host, what),
  ipv6: true,
  server: 'nginx',
  loopback: false,
  ...more,
});

const twoNames = (lastOctet: number, host: string, what: string): Endpoint => ({
  ...settled(lastOctet, host, what),
  aliases: [`www.${host}`],
  certificates: [
    { key: 'p256', fault: 'host-only' },
    { key: 'p256', fault: 'aliases-only', served: 'www' },
  ],
});

const fewSuites = (
  lastOctet: number,
  host: string,
  what: string,
  row: Pick<Endpoint, 'certificates'> & { tls: TlsTruth },
): Endpoint =>
  stack(lastOctet, {
    address: `192.0.2.${lastOctet}`,
    host,
    server: 'old-node',
    what,
    certificates: [{ key: 'rsa2048' }],
    ...row,
  });

/** Real TLS stacks, from the newest to the oldest. */
export const tlsEndpoints: readonly Endpoint[] = [
  stack(102, {
    host: 'pq.lab',
    ipv6: true,
    server: 'node',
    what: 'Node with OpenSSL 3.5: hybrid ML-KEM groups, stapled OCSP answers',
    certificates: [
      { key: 'p256', staple: 'good' },
      { key: 'rsa2048', fault: 'by-e1', staple: 'good' },
    ],
    tls: {
      versions: ['TLSv1.2', 'TLSv1.3'],
      groups: [
        'X25519MLKEM768',
        'SecP256r1MLKEM768',
        'SecP384r1MLKEM1024',
        'x25519',
        'secp256r1',
        'secp384r1',
        'secp521r1',
      ],
      alpn: ['http/1.1'],
      stapling: true,
      secureRenegotiation: true,
      compression: false,
      heartbeat: false,
    },
    loopback: true,
  }),
  stack(103, {
    host: 'ossl3.lab',
    server: 'openssl',
    what: 'OpenSSL 3 with all its features: TLS 1.0 to 1.3, anonymous and NULL suites. One connection at a time',
    certificates: [{ key: 'rsa2048' }, { key: 'p256' }],
    tls: {
      versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
      dhBits: 1024,
      serverPreference: false,
      fallbackScsv: true,
    },
  }),
  stack(104, {
    host: 'dh1024.lab',
    server: 'openssl',
    what: 'Diffie-Hellman of 1024 bits only, with an RSA key of 1024 bits. One connection at a time',
    certificates: [{ key: 'rsa1024' }],
    tls: {
      versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
      suites: { 'TLSv1.0': '0033 0039', 'TLSv1.1': '0033 0039', 'TLSv1.2': '009e 009f 0033 0039 0067 006b' },
      dhBits: 1024,
      serverPreference: true,
    },
  }),
  stack(105, {
    host: 'gnutls.lab',
    server: 'gnutls',
    what: 'GnuTLS: TLS 1.0 to 1.2 with RC4, 3DES, NULL and anonymous suites',
    certificates: [{ key: 'rsa2048' }],
    tls: { versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'] },
  }),
  stack(106, {
    host: 'nss.lab',
    server: 'nss',
    what: 'NSS: SSL 3.0 to TLS 1.2 with RC4, 3DES, DES and NULL',
    certificates: [{ key: 'rsa2048' }],
    tls: { versions: ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] },
  }),
  stack(107, {
    host: 'jsse.lab',
    server: 'jsse',
    what: 'Java 17 with its restrictions lifted: SSL 3.0 to TLS 1.3, DES, export, anonymous, NULL, DSA',
    certificates: [{ key: 'rsa2048' }, { key: 'dsa1024' }],
    tls: { versions: ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'], fallbackScsv: false, dhBits: 768 },
  }),
  stack(108, {
    host: 'old101.lab',
    server: 'old-node',
    what: 'OpenSSL 1.0.1e: SSL 2.0 to TLS 1.2 with RC4, DES, IDEA, SEED and NULL',
    certificates: [{ key: 'rsa2048' }],
    tls: {
      versions: ['SSLv2', 'SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
      fallbackScsv: false,
      secureRenegotiation: true,
      compression: false,
      heartbeat: false,
    },
  }),
  stack(109, {
    host: 'old100.lab',
    server: 'old-node',
    what: 'OpenSSL 1.0.0m: SSL 2.0, SSL 3.0 and TLS 1.0, export suites with an RSA key of 512 bits',
    certificates: [{ key: 'rsa512' }],
    tls: {
      versions: ['SSLv2', 'SSLv3', 'TLSv1.0'],
      fallbackScsv: false,
      secureRenegotiation: true,
      compression: false,
      heartbeat: false,
    },
  }),
  stack(110, {
    host: 'old102.lab',
    server: 'old-node',
    what: 'OpenSSL 1.0.2o: TLS 1.0 to 1.2 with Diffie-Hellman of 1024 bits',
    certificates: [{ key: 'rsa2048' }],
    tls: {
      versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
      dhBits: 1024,
      fallbackScsv: true,
      secureRenegotiation: true,
      compression: false,
      heartbeat: false,
    },
  }),
  stack(111, {
    host: 'haproxy.lab',
    server: 'haproxy',
    what: 'HAProxy: TLS 1.2 only, three suites, no tickets, HTTP/2',
    certificates: [{ key: 'rsa2048' }],
    tls: {
      versions: ['TLSv1.2'],
      suites: { 'TLSv1.2': 'c030 c013 002f' },
      alpn: ['h2', 'http/1.1'],
      serverPreference: true,
      fallbackScsv: true,
    },
  }),
  stack(114, {
    host: 'haproxy-stats.lab',
    server: 'haproxy',
    what: 'HAProxy with its statistics at the default path, for everybody',
    certificates: [{ key: 'rsa2048' }],
    tls: { versions: ['TLSv1.2'], suites: { 'TLSv1.2': 'c030' }, alpn: ['http/1.1'] },
  }),
  stack(112, {
    host: 'stunnel.lab',
    server: 'stunnel',
    what: 'stunnel before bad.lab: TLS 1.0 to 1.3 with the default suites of OpenSSL',
    certificates: [{ key: 'rsa2048' }],
    tls: { versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] },
  }),
  stack(113, {
    host: 'tls13.lab',
    server: 'node',
    what: 'TLS 1.3 only',
    certificates: [{ key: 'p256' }],
    tls: { versions: ['TLSv1.3'], suites: { 'TLSv1.3': '1301 1302 1303' }, alpn: ['http/1.1'] },
    loopback: true,
  }),
  settled(100, 'client-auth.lab', 'Requests a client certificate'),
  settled(101, 'alpn-lax.lab', 'Accepts unknown ALPN protocols'),
  {
    ...settled(102, 'ccm8.lab', 'Suites with short tags (CCM_8)'),
    tls: {
      versions: ['TLSv1.2', 'TLSv1.3'],
      suites: { 'TLSv1.2': 'c02b c0ae', 'TLSv1.3': '1301 1305' },
      serverPreference: true,
    },
  },
  {
    ...settled(103, 'weak-groups.lab', 'Accepts P-192 and P-224 too'),
    certificates: [{ key: 'rsa2048' }],
    tls: {
      versions: ['TLSv1.2', 'TLSv1.3'],
      groups: ['x25519', 'secp256r1'],
    },
  },
  {
    ...settled(104, 'classical.lab', 'No post-quantum group'),
    tls: {
      versions: ['TLSv1.2', 'TLSv1.3'],
      groups: ['x25519', 'secp256r1', 'secp384r1'],
    },
  },
  {
    ...settled(174, 'x448.lab', 'A group that no browser offers'),
    tls: { versions: ['TLSv1.3'], groups: ['x448'] },
  },
  { ...settled(105, 'two-versions.lab', 'TLS 1.0 to 1.2 by IPv6, 1.2 and 1.3 by IPv4'), ipv6: true },
  twoNames(106, 'cross-name.lab', 'Resumes the sessions of one name for another'),
  {
    ...twoNames(107, 'names-apart.lab', 'Separate certificate for www, no session resumption'),
    server: 'nginx',
    loopback: false,
  },
  otherwise(111, 'six-certificate.lab', 'Another certificate at its IPv6 address', {
    certificates: [
      { key: 'p256', served: 'ipv4' },
      { key: 'p256', fault: 'renewal-overdue', served: 'ipv6' },
    ],
  }),
  otherwise(112, 'six-protocol.lab', 'No TLS 1.3 at its IPv6 address'),
  otherwise(113, 'six-suites.lab', 'CBC suites at its IPv6 address alone'),
  otherwise(114, 'six-order.lab', 'Follows the order of its clients at its IPv6 address alone'),
  { ...settled(108, 'early-data.lab', 'Accepts early data (0-RTT)'), server: 'nginx', loopback: false },
  { ...settled(109, 'ticket-key.lab', 'Never changes its session ticket key'), server: 'nginx', loopback: false },
  settled(110, 'ticket-keys.lab', 'Changes its session ticket key every second'),
  stack(120, {
    address: '192.0.2.120',
    host: 'apache.lab',
    server: 'apache',
    what: 'Apache: TLS 1.0 to 1.3 with the default suites of OpenSSL',
    certificates: [{ key: 'rsa2048' }],
    tls: { versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'], alpn: ['http/1.1'] },
  }),
  stack(123, {
    address: '192.0.2.123',
    host: 'old102s.lab',
    server: 'old-node',
    what: 'OpenSSL 1.0.2s: TLS 1.0 to 1.2 with Diffie-Hellman of 1024 bits',
    certificates: [{ key: 'rsa2048' }],
    tls: {
      versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'],
      dhBits: 1024,
      fallbackScsv: true,
      secureRenegotiation: true,
      compression: false,
      heartbeat: false,
    },
  }),
  fewSuites(125, 'only-export.lab', 'OpenSSL 1.0.0m with export suites only', {
    certificates: [{ key: 'rsa512' }],
    tls: { versions: ['SSLv2', 'SSLv3', 'TLSv1.0'] },
  }),
  fewSuites(126, 'only-des.lab', 'OpenSSL 1.0.1e with DES only', {
    tls: { versions: ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] },
  }),
  fewSuites(127, 'only-null.lab', 'OpenSSL 1.0.1e with NULL suites only', {
    tls: { versions: ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2'] },
  }),
  fewSuites(128, 'only-anonymous.lab', 'OpenSSL 1.0.2o with anonymous suites only', {
    tls: { versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2'] },
  }),
  stack(124, {
    address: '192.0.2.124',
    host: 'old111.lab',
    server: 'old-node',
    what: 'OpenSSL 1.1.1v: TLS 1.0 to 1.3 with Diffie-Hellman of 1024 bits',
    certificates: [{ key: 'rsa2048' }],
    tls: {
      versions: ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
      dhBits: 1024,
      fallbackScsv: true,
      secureRenegotiation: true,
      compression: false,
      heartbeat: false,
    },
  }),
];
