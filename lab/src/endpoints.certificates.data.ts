import type { CertificateFault, Endpoint, KeyKind } from './endpoint.ts';

const certificate = (
  lastOctet: number,
  name: string,
  what: string,
  key: KeyKind,
  fault?: CertificateFault,
): Endpoint => ({
  host: `cert-${name}.lab`,
  address: `203.0.113.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports: [443],
  what,
  certificates: [fault === undefined ? { key } : { key, fault }],
  // TLS 1.3 signs with RSASSA-PSS and SHA-256 at least, which does not fit into 512 bits (RFC 8446 section 4.2.3).
  tls: { versions: key === 'rsa512' ? ['TLSv1.2'] : ['TLSv1.2', 'TLSv1.3'] },
  loopback: true,
});

/** One certificate variant each; all else about them is in order. */
export const certificateEndpoints: readonly Endpoint[] = [
  certificate(121, 'expired', 'Certificate that ended last year', 'p256', 'expired'),
  certificate(122, 'future', 'Certificate that is not valid yet', 'p256', 'not-yet-valid'),
  certificate(123, 'self-signed', 'Certificate that signed itself', 'p256', 'self-signed'),
  certificate(124, 'wrong-host', 'Certificate for another name', 'p256', 'wrong-host'),
  certificate(125, 'sha1', 'Certificate signed with SHA-1', 'rsa2048', 'sha1'),
  certificate(126, 'md5', 'Certificate signed with MD5', 'rsa2048', 'md5'),
  certificate(127, 'rsa1024', 'RSA key of 1024 bits', 'rsa1024'),
  certificate(128, 'rsa512', 'RSA key of 512 bits', 'rsa512'),
  certificate(129, 'untrusted', 'Issuer that nobody trusts', 'p256', 'untrusted'),
  certificate(130, 'incomplete', 'Chain without its intermediate', 'p256', 'incomplete-chain'),
  certificate(131, 'disordered', 'Chain out of order and with strangers in it', 'p256', 'disordered-chain'),
  certificate(132, 'must-staple', 'Must-Staple, and no staple is served', 'p256', 'must-staple'),
  certificate(133, 'ed25519', 'Ed25519 key', 'ed25519'),
  certificate(134, 'long-lived', 'Certificate valid for five years', 'p256', 'long-lived'),
  certificate(135, 'p384', 'ECDSA key on P-384', 'p384'),
  {
    ...certificate(136, 'revoked', 'Certificate that its stapled OCSP answer calls revoked', 'p256'),
    certificates: [{ key: 'p256', staple: 'revoked' }],
  },
];
