import type { Endpoint } from './endpoints.ts'

/** Real TLS stacks, from the newest to the oldest. */
export const tlsEndpoints: readonly Endpoint[] = [
  {
    host: 'pq.lab',
    address: '203.0.113.102',
    ipv6: true,
    server: 'node',
    ports: [443],
    what: 'Node with OpenSSL 3.5: hybrid ML-KEM groups, stapled OCSP answer',
    certificates: [{ key: 'p256' }, { key: 'rsa2048' }],
    tls: {
      versions: ['TLSv1.2', 'TLSv1.3'],
      groups: ['X25519MLKEM768', 'SecP256r1MLKEM768', 'SecP384r1MLKEM1024', 'x25519', 'secp256r1', 'secp384r1', 'secp521r1'],
      alpn: ['http/1.1'],
      stapling: true
    },
    loopback: true
  }
]
