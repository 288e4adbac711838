import type { Endpoint } from './endpoint.ts';

const service = (lastOctet: number, host: string, ports: readonly number[], what: string): Endpoint => ({
  host,
  address: `192.0.2.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports,
  what,
  certificates: [{ key: 'p256' }],
  loopback: true,
});

/** Hosts that are no web sites. */
export const serviceEndpoints: readonly Endpoint[] = [
  {
    host: 'mail.good.lab',
    address: '203.0.113.150',
    ipv6: true,
    server: 'node',
    ports: [25],
    what: 'SMTP with STARTTLS, TLS 1.2 and 1.3, DANE and MTA-STS',
    certificates: [{ key: 'p256' }],
    tls: { versions: ['TLSv1.2', 'TLSv1.3'] },
    loopback: true,
  },
  {
    host: 'mail.bad.lab',
    address: '203.0.113.151',
    ipv6: false,
    server: 'node',
    ports: [25],
    what: 'SMTP without STARTTLS, with its version in the banner',
    loopback: true,
  },
  {
    host: 'exposed.lab',
    address: '203.0.113.152',
    ipv6: false,
    server: 'node',
    ports: [21, 22, 23, 110, 143, 2375, 3306, 5432, 5900, 6379, 9200, 11211, 27017],
    what: 'Services that should be firewalled, each with its banner',
    loopback: true,
  },
  {
    host: 'pki.lab',
    aliases: ['ocsp.pki.lab', 'crl.pki.lab'],
    address: '203.0.113.153',
    ipv6: true,
    server: 'node',
    ports: [80],
    what: 'Issuer certificates, revocation lists and OCSP responders of the certificates',
    loopback: true,
  },
  service(90, 'opossum.lab', [80, 443], 'HTTP that upgrades to TLS on the same connection (Opossum)'),
  service(
    91,
    'starttls-inject.lab',
    [25, 110, 143, 443],
    'Executes commands inside TLS that were sent in plaintext after STARTTLS',
  ),
  service(92, 'starttls-sound.lab', [25, 110, 143, 443], 'SMTP, POP3 and IMAP with correct STARTTLS'),
  service(93, 'alpaca.lab', [25, 143, 443], 'One certificate for web and mail; ignores ALPN'),
  {
    ...service(94, 'drown-shared.lab', [443, 993], 'Correct on 443, SSL 2.0 with the same key on 993 (DROWN)'),
    certificates: [{ key: 'rsa2048' }],
    tls: { versions: ['TLSv1.2'], suites: { 'TLSv1.2': 'c02f 009c' } },
  },
  {
    ...service(95, 'keys-apart.lab', [143, 443], 'Separate keys for web and IMAP'),
    certificates: [{ key: 'p256' }, { key: 'p256', served: 'mail' }],
  },
  {
    ...service(121, 'postfix.lab', [25], "Postfix with STARTTLS, with Debian's defaults"),
    server: 'postfix',
    certificates: [{ key: 'rsa2048' }],
    loopback: false,
  },
  {
    ...service(122, 'dovecot.lab', [143, 993], 'Dovecot: IMAP with STARTTLS and with implicit TLS'),
    server: 'dovecot',
    certificates: [{ key: 'rsa2048' }],
    loopback: false,
  },
];
