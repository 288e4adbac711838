/** A scanner in the comparison, in the version whose documentation or behaviour was examined. */
export interface Peer {
  name: string;
  version: string;
  source: string;
}

/** In the order of the letters in `Row.peers`. */
export const peers: readonly Peer[] = [
  {
    name: 'testssl.sh',
    version: '3.3dev (2026-06)',
    source: 'https://github.com/testssl/testssl.sh/blob/3.3dev/CHANGELOG.md',
  },
  { name: 'sslscan', version: '2.0.7', source: 'https://github.com/rbsec/sslscan/blob/master/README.md' },
  {
    name: 'nmap',
    version: '7.93, ssl-* and tls-* scripts',
    source: 'https://nmap.org/nsedoc/scripts/ssl-enum-ciphers.html',
  },
  {
    name: 'SSLyze',
    version: '6.3',
    source: 'https://nabla-c0d3.github.io/sslyze/documentation/available-scan-commands.html',
  },
  {
    name: 'SSL Labs',
    version: 'rating guide 2009r',
    source: 'https://github.com/ssllabs/research/wiki/SSL-Server-Rating-Guide',
  },
  { name: 'Internet.nl', version: '1.11', source: 'https://github.com/internetstandards/Internet.nl' },
];

/** y: detected and evaluated; p: only shown, or detected in part; n: not detected; q: unknown. */
export type Mark = 'y' | 'p' | 'n' | 'q';

/** One thing that can be detected. */
export interface Row {
  topic: string;
  /** Ids of Perimeter's checks; the table shows the mode of each. */
  checks?: readonly string[];
  /** Our entry if no check stands for it. */
  ours?: { mark: Mark; note: string };
  /** One mark per peer. */
  peers: string;
}

/** Rows that belong together. */
export interface Section {
  title: string;
  rows: readonly Row[];
}

const row = (topic: string, peerMarks: string, ...checks: readonly string[]): Row => ({
  topic,
  checks,
  peers: peerMarks,
});
const other = (topic: string, peerMarks: string, mark: Mark, note: string): Row => ({
  topic,
  ours: { mark, note },
  peers: peerMarks,
});

/** Everything that is compared. */
export const sections: readonly Section[] = [
  {
    title: 'Protocol versions and suites',
    rows: [
      other('Every accepted suite of every version', 'ypyyyp', 'y', 'inventory, both modes, SSL 2.0 to TLS 1.3'),
      other('The server’s complete preference order of suites', 'ypynyp', 'y', 'inventory; up to 24 suites a version'),
      row('SSL 2.0', 'yyyyyq', 'tls-sslv2'),
      row('SSL 3.0', 'yyyyyy', 'tls-sslv3'),
      row('TLS 1.0 and 1.1', 'yyyyyy', 'tls-1-0', 'tls-1-1'),
      row('No TLS 1.2 or newer', 'yppyyy', 'tls-no-modern'),
      row('No TLS 1.3', 'yppyyy', 'tls-1-3-missing'),
      row('NULL, anonymous, export suites', 'yyyyyy', 'tls-null-anon-export'),
      row('DES and other short keys', 'yyyyyy', 'tls-des'),
      row('RC4', 'yyyyyy', 'tls-rc4', 'vuln-rc4'),
      row('64-bit blocks (SWEET32)', 'yyyyyy', 'tls-3des-idea', 'vuln-sweet32'),
      row('No authenticated encryption', 'yppppp', 'tls-no-aead'),
      row('CBC suites', 'yppyyy', 'tls-cbc-offered'),
      row('CCM_8 suites', 'pppppy', 'tls-ccm8'),
      row('Rare ciphers (SEED, Camellia, ARIA, GOST, SM4)', 'yppppy', 'tls-obscure-cipher'),
      row('Weaker class preferred over a stronger one', 'ynnnpy', 'tls-order-insecure'),
      row('Distance to published profiles', 'nnnyny', 'tls-profile'),
    ],
  },
  {
    title: 'Key exchange and signatures',
    rows: [
      other('Every group, of TLS 1.2 and of TLS 1.3', 'yypyyp', 'y', 'inventory, both modes'),
      row('No forward secrecy', 'ypppyy', 'tls-no-forward-secrecy'),
      row('RSA key transport', 'ypppyy', 'tls-static-rsa'),
      row('Finite-field Diffie-Hellman offered', 'pppppy', 'tls-dhe-offered'),
      row('Diffie-Hellman below 2048 bits', 'yyypyy', 'tls-dh-weak'),
      row('Weak or explicit curves', 'yypppy', 'tls-group-weak'),
      row('Groups that no browser offers', 'pqqqpq', 'tls-browser-groups'),
      row('Post-quantum hybrid groups', 'ynnqqn', 'tls-pq-missing'),
      row('Only draft post-quantum groups', 'pnnnnn', 'tls-pq-draft-only'),
      row('Key shares that come again', 'nnnnyn', 'tls-dh-reuse', 'vuln-raccoon'),
      row('SHA-1 or MD5 in the handshake', 'yynnpy', 'tls-sigalg-weak'),
    ],
  },
  {
    title: 'Extensions, sessions and tolerance',
    rows: [
      row('Extended master secret', 'ynnyny', 'tls-ems-missing'),
      row('Secure renegotiation missing', 'yynyyy', 'tls-reneg-insecure', 'vuln-renego'),
      row('Renegotiation at the client’s wish', 'ypnyyy', 'tls-reneg-client', 'vuln-reneg-dos'),
      row('Compression (CRIME)', 'yyyyyy', 'tls-compression', 'vuln-crime'),
      row('TLS_FALLBACK_SCSV', 'yypyyq', 'tls-fallback-scsv'),
      row('0-RTT', 'ynnyyy', 'tls-early-data'),
      row('Ticket lifetimes', 'pnnnnn', 'tls-ticket-lifetime'),
      row('A ticket of a week ago still works', 'nnnnnn', 'tls-ticket-key-static'),
      other('Resumption by session id, ticket, PSK', 'ynnyyn', 'y', 'inventory, deep mode'),
      row('Unknown ALPN protocols refused', 'nnnnnn', 'tls-alpn-lax'),
      row('Downgrade sentinel of TLS 1.3', 'nnnnnn', 'tls-downgrade-sentinel'),
      row('Hellos of more than one segment', 'nnnnnn', 'tls-large-hello-intolerant'),
      row('Reserved values (GREASE)', 'ynnnpn', 'tls-grease-intolerant'),
      row('The server’s clock in its random', 'ynynnn', 'tls-gmt-time'),
      row('Heartbeat offered', 'ypppyn', 'tls-heartbeat-offered'),
      row('Next Protocol Negotiation', 'ynynyn', 'tls-npn'),
      row('Client certificate demanded', 'ypnyyn', 'tls-client-auth'),
      row('Simulated clients', 'ynnnyn', 'tls-client-sim'),
      row('Fingerprint of the server’s answers', 'nnnnpn', 'tls-fingerprint'),
      row('Addresses of one name that differ', 'pnnnpp', 'tls-ip-inconsistent', 'cert-ip-inconsistent'),
    ],
  },
  {
    title: 'Certificates',
    rows: [
      row('Path to a trusted root', 'ynnyyy', 'cert-untrusted'),
      row('Self-signed', 'yyppyy', 'cert-self-signed'),
      row('Name mismatch', 'ynnyyy', 'cert-name-mismatch'),
      row('Out of date', 'yypyyy', 'cert-expired'),
      row('About to expire, relative to lifetime', 'pnnnnn', 'cert-expiring', 'cert-renewal-overdue'),
      row('Missing intermediate', 'ynnpyy', 'cert-chain-incomplete'),
      row('Untidy list of certificates', 'ynnyyn', 'cert-chain-messy'),
      row('MD5 or SHA-1 signatures', 'yyppyy', 'cert-sig-md5', 'cert-sig-sha1'),
      row('Short keys', 'yyppyy', 'cert-key-broken', 'cert-key-short'),
      row('Keys of flawed generators (Debian, ROCA, close primes)', 'nnnnpn', 'cert-key-known-weak'),
      row('Roots that browsers distrust', 'nnnypn', 'cert-distrusted-ca'),
      row('Revoked', 'ynnpyn', 'cert-revoked'),
      row('Invalid staple', 'ypnypp', 'cert-staple-invalid'),
      row('Must-staple unmet', 'ynnyyn', 'cert-must-staple-unmet'),
      row('Nothing stapled', 'ypnyyy', 'cert-not-stapled'),
      row('No revocation information', 'ynnnpn', 'cert-no-revocation-info'),
      row('Lifetime by date of issue', 'ynnynn', 'cert-lifetime-too-long', 'cert-lifetime-trend'),
      row('Certificate Transparency: enough logs', 'pnnppn', 'cert-ct-insufficient'),
      row('Certificate Transparency: signatures verified', 'nnnnnn', 'cert-sct-invalid'),
      row('Extended key usage', 'ynnnnn', 'cert-eku-no-serverauth', 'cert-eku-clientauth'),
      row('Basic constraints and key usage', 'pnnnnn', 'cert-constraints-wrong'),
      row('Internal names and addresses', 'nnynnn', 'cert-san-internal'),
      row('Certificate without a server name', 'ynnyyn', 'cert-nosni-leak'),
      row('Serial numbers', 'ynnnnn', 'cert-serial-entropy'),
      row('Wildcards and very many names', 'ynnnnn', 'cert-wildcard'),
      row('Post-quantum signatures', 'ynnnnn', 'cert-pq-signature'),
      row('The key on other services', 'nnnnpn', 'cert-shared-key-services'),
      row('How long a key has been in use, over renewals', 'nnnnnn', 'cert-key-not-rotated'),
      row('CAA missing', 'ynnnyy', 'caa-missing'),
      row('CAA broken, or against the issuer in use', 'nnnnnp', 'caa-invalid', 'caa-issuer-not-allowed'),
      row('CAA in detail', 'nnnnnp', 'caa-no-accounturi', 'caa-no-issuemail-issuevmc', 'caa-iodef', 'caa-unsigned'),
      row('DANE for the web', 'nnnnny', 'dane-https'),
    ],
  },
  {
    title: 'Flaws',
    rows: [
      row('Heartbleed', 'yyyyyn', 'vuln-heartbleed'),
      row('CCS injection', 'ynyyyn', 'vuln-ccs'),
      row('Ticketbleed', 'ynynyn', 'vuln-ticketbleed'),
      row('ROBOT', 'ynnyyn', 'vuln-robot'),
      row('POODLE (SSL 3.0)', 'ypypyn', 'vuln-poodle-ssl3'),
      row('POODLE (TLS)', 'nnnnyn', 'vuln-poodle-tls'),
      row('Padding oracles (GOLDENDOODLE, Zombie, CVE-2016-2107)', 'nnnnyn', 'vuln-cbc-oracle'),
      row('DROWN', 'ypypyn', 'vuln-drown'),
      row('FREAK', 'ypppyn', 'vuln-freak'),
      row('Logjam', 'ypypyy', 'vuln-logjam'),
      row('BEAST', 'ynnnyn', 'vuln-beast'),
      row('LUCKY13, as a fact', 'ynnnnn', 'vuln-lucky13'),
      row('BREACH, as a fact', 'ynnnnp', 'vuln-breach'),
      row('Opossum', 'ynnnnn', 'vuln-opossum'),
      row('Injection before STARTTLS', 'ynnnnn', 'vuln-starttls-injection'),
      row('ALPACA', 'nnnnnn', 'vuln-alpaca'),
      row('Sessions resumed for another name', 'nnnnnn', 'vuln-insecure-reuse'),
      other('Winshock (CVE-2014-6321)', 'pnnnnn', 'n', 'cannot be detected reliably from outside'),
    ],
  },
  {
    title: 'Reach',
    rows: [
      other(
        'IPv4 and IPv6, every address of a name',
        'yppnyy',
        'y',
        'the first of each family in full, all in deep mode',
      ),
      other('STARTTLS', 'yyyynp', 'p', 'SMTP, IMAP, POP3 and FTP in the inventory; no XMPP, LDAP, databases'),
      other('RDP', 'nyyynn', 'n', ''),
      other('QUIC', 'ynnnnn', 'n', ''),
      other('Certificate compression (RFC 8879)', 'ynnnnn', 'n', ''),
      other('Names of the authorities for client certificates', 'yynnnn', 'n', ''),
      other('Keys that were published', 'ynynnn', 'n', 'needs a third-party list over the network'),
      other('Several trust stores', 'ynnyyn', 'n', 'Mozilla’s, and the operator’s own roots'),
      other('Extended validation shown', 'ynnyyn', 'n', ''),
      other('Known limits of the server held to (rate, sockets)', 'npppyq', 'y', '8 sockets, 25 connections a second'),
    ],
  },
];
