import type { Endpoint, EndpointCertificate } from './endpoint.ts';
import type { KeyKind } from '../pki/keys.ts';
import type { OcspAnswer } from '../pki/ocsp.ts';
import type { CertificateFault } from '../pki/recipes.data.ts';

const host = (
  lastOctet: number,
  name: string,
  what: string,
  certificates: readonly EndpointCertificate[],
  more: Partial<Endpoint> = {},
): Endpoint => ({
  host: `cert-${name}.lab`,
  address: `203.0.113.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports: [443],
  what,
  certificates,
  tls: { versions: ['TLSv1.2', 'TLSv1.3'] },
  loopback: true,
  ...more,
});

const faulty = (
  lastOctet: number,
  name: string,
  what: string,
  fault: CertificateFault,
  key: KeyKind = 'p256',
): Endpoint => host(lastOctet, name, what, [{ key, fault }]);

const keyed = (lastOctet: number, name: string, what: string, key: KeyKind): Endpoint =>
  host(lastOctet, name, what, [{ key }]);

const stapled = (
  lastOctet: number,
  name: string,
  what: string,
  staple: OcspAnswer,
  fault: CertificateFault = 'ocsp-good',
): Endpoint => host(lastOctet, name, what, [{ key: 'p256', fault, staple }]);

/** TLS 1.3 signs with RSASSA-PSS and SHA-256 at least, which does not fit into 512 bits (RFC 9846 section 4.3.3). */
const only12 = { tls: { versions: ['TLSv1.2'] } } as const;
/** Current clients do not support the curve, and find the pages only on port 80. */
const oldCurve: Partial<Endpoint> = { ...only12, ports: [80, 443] };
const only13 = { tls: { versions: ['TLSv1.3'] } } as const;

/** A host with a certificate of a publicly trusted (lab) authority; all their names begin with public. */
const ofPublic = (
  lastOctet: number,
  name: string,
  what: string,
  fault: CertificateFault,
  more: Partial<Endpoint> = {},
): Endpoint => ({
  ...host(0, `public${name}`, `Public root: ${what}`, [{ key: 'p256', fault }]),
  address: `192.0.2.${lastOctet}`,
  ...more,
});

/** Rules for publicly trusted authorities only: lifetimes, transparency, CAA, distrust. */
const publicEndpoints: readonly Endpoint[] = [
  ofPublic(200, '', 'valid for 45 days, embedded timestamps of two operators', 'public'),
  ofPublic(201, '-90-days', 'valid for 90 days, which future rules will not allow', 'public-90-days'),
  ofPublic(202, '-250-days', 'valid for 250 days', 'public-250-days'),
  ofPublic(203, '-unlogged', 'no timestamps', 'public-unlogged'),
  ofPublic(204, '-one-operator', 'timestamps of two logs of one operator', 'public-one-operator'),
  ofPublic(205, '-spoilt', 'a third timestamp with an invalid signature', 'public-spoilt'),
  ofPublic(206, '-retired', 'a third timestamp of a log that had been retired', 'public-retired'),
  ofPublic(207, '-retired-later', 'one of two timestamps of a log that was retired later', 'public-retired-later'),
  ofPublic(208, '-retired-alone', 'two timestamps of logs that were retired later', 'public-retired-alone'),
  ofPublic(209, '-unlisted', 'one of two timestamps of an unlisted log', 'public-unlisted'),
  ofPublic(210, '-stapled', 'timestamps in the stapled OCSP response', 'public-delivered', {
    certificates: [{ key: 'p256', fault: 'public-delivered', staple: 'good' }],
  }),
  ofPublic(211, '-handshake', 'timestamps in the handshake', 'public-delivered', {
    server: 'openssl',
    loopback: false,
  }),
  ofPublic(212, '-client-auth', 'server and client authentication', 'public-client-auth-too'),
  ofPublic(213, '-low-entropy', 'serial number of two bytes', 'public-low-entropy-serial'),
  ofPublic(214, '-distrusted', 'trusted for older certificates only', 'distrusted'),
  ofPublic(215, '-distrusted-earlier', 'the same root, with a certificate that is old enough', 'distrusted-earlier'),
  ofPublic(216, '', 'CAA records: each name below has others', 'public', {
    host: 'caa-public.lab',
  }),
];

/** One certificate variant each, otherwise correct. */
export const certificateEndpoints: readonly Endpoint[] = [
  faulty(121, 'expired', 'Expired last year', 'expired'),
  faulty(122, 'future', 'Not yet valid', 'not-yet-valid'),
  faulty(123, 'self-signed', 'Self-signed certificate', 'self-signed'),
  faulty(124, 'wrong-host', 'Certificate for another name', 'wrong-host'),
  faulty(125, 'sha1', 'Certificate signed with SHA-1', 'sha1', 'rsa2048'),
  faulty(126, 'md5', 'Certificate signed with MD5', 'md5', 'rsa2048'),
  keyed(127, 'rsa1024', 'RSA key of 1024 bits', 'rsa1024'),
  host(128, 'rsa512', 'RSA key of 512 bits', [{ key: 'rsa512' }], only12),
  faulty(129, 'untrusted', 'Untrusted issuer', 'untrusted'),
  faulty(130, 'incomplete', 'Missing intermediate, which can be fetched', 'incomplete-chain'),
  faulty(131, 'disordered', 'Misordered chain with unrelated certificates', 'disordered-chain'),
  faulty(132, 'must-staple', 'Must-Staple without a staple', 'must-staple'),
  keyed(133, 'ed25519', 'Ed25519 key', 'ed25519'),
  faulty(134, 'long-lived', 'Certificate valid for five years', 'long-lived'),
  keyed(135, 'p384', 'ECDSA key on P-384', 'p384'),
  host(136, 'revoked', 'Revoked according to its stapled OCSP response', [{ key: 'p256', staple: 'revoked' }]),
  faulty(29, 'expired-yesterday', 'Expired yesterday', 'expired-yesterday'),
  faulty(30, 'expiring', 'Certificate of 90 days with three days left', 'expiring'),
  faulty(31, 'renewal-overdue', 'Certificate of 90 days with 20 days left', 'renewal-overdue'),
  faulty(32, 'six-days', 'Short-lived certificate without revocation information, which is allowed', 'six-days'),
  faulty(33, '400-days', 'Certificate valid for 400 days', '400-days'),
  faulty(34, '250-days', 'Certificate valid for 250 days', '250-days'),
  faulty(35, 'common-name-only', 'Host name in the common name only', 'common-name-only'),
  faulty(36, 'wildcard-too-deep', 'Wildcard over the whole top-level domain', 'wildcard-too-deep'),
  faulty(37, 'sha1-intermediate', 'Intermediate signed with SHA-1', 'sha1-intermediate', 'rsa2048'),
  faulty(38, 'untrusted-root-sent', 'Untrusted issuer, root included', 'untrusted-root-sent'),
  faulty(39, 'incomplete-dead-aia', 'Missing intermediate; its AIA server does not respond', 'incomplete-dead-aia'),
  faulty(40, 'incomplete-no-aia', 'Missing intermediate without an AIA URL', 'incomplete-no-aia'),
  faulty(41, 'incomplete-wrong-aia', 'Missing intermediate; AIA serves another certificate', 'incomplete-wrong-aia'),
  faulty(42, 'incomplete-pkcs7', 'Missing intermediate, which can be fetched as PKCS #7', 'incomplete-pkcs7'),
  faulty(43, 'private-aia', 'Missing intermediate; AIA points to loopback', 'private-aia'),
  faulty(44, 'endless-aia', 'Missing intermediate; AIA sends endless data', 'endless-aia'),
  faulty(45, 'root-sent', 'Sends the root too', 'root-sent'),
  faulty(46, 'duplicate-sent', 'Sends each certificate twice', 'duplicate-sent'),
  {
    ...faulty(0, 'large-chain', 'Sends 240 certificates, more than browsers read', 'large-chain'),
    address: '192.0.2.132',
  },
  faulty(47, 'expired-extra', 'Sends an expired certificate of the same issuer after the good one', 'expired-extra'),
  faulty(
    48,
    'expired-twin-first',
    'Sends an expired certificate of the same issuer before the good one',
    'expired-twin-first',
  ),
  faulty(49, 'expired-twin-only', 'Sends the expired certificate of its issuer alone', 'expired-twin-only'),
  faulty(50, 'cross-signed', 'Sends the trusted root cross-signed by an expired root', 'cross-signed'),
  faulty(51, 'bad-signature', 'The signature does not verify', 'bad-signature'),
  host(52, 'p224', 'ECDSA key on P-224', [{ key: 'p224' }], oldCurve),
  { ...host(0, 'p192', 'ECDSA key on P-192', [{ key: 'p192' }], oldCurve), address: '192.0.2.130' },
  keyed(53, 'rsa-roca', 'RSA key of the flawed generator (ROCA, CVE-2017-15361)', 'rsa-roca'),
  keyed(54, 'rsa-close-primes', 'RSA key with close primes (CVE-2022-26320)', 'rsa-close-primes'),
  keyed(55, 'rsa-small-factor', 'RSA key with a factor of 16 bits', 'rsa-small-factor'),
  {
    ...host(0, 'rsa-shared-prime', 'RSA keys of IPv4 and IPv6 share a prime', [
      { key: 'rsa-shared-prime', served: 'ipv4' },
      { key: 'rsa-shared-prime', served: 'ipv6' },
    ]),
    address: '192.0.2.131',
    ipv6: true,
  },
  keyed(56, 'rsa-e3', 'RSA key with exponent 3, which is allowed', 'rsa2048e3'),
  host(57, 'ml-dsa', 'ML-DSA-65 key', [{ key: 'ml-dsa-65' }], only13),
  faulty(58, 'no-server-auth', 'Extended key usage: client authentication only', 'no-server-auth'),
  faulty(59, 'client-auth-too', 'Extended key usage: server and client authentication', 'client-auth-too'),
  faulty(60, 'leaf-authority', 'Leaf with CA:TRUE', 'leaf-authority'),
  host(
    61,
    'unfit-key-usage',
    'Key usage for signing certificates, not for handshakes',
    [{ key: 'p256', fault: 'unfit-key-usage' }],
    only13,
  ),
  faulty(62, 'internal-names', 'Internal names and a private address beside the public name', 'internal-names'),
  faulty(63, 'ip-name', 'Certificate for its name and its public address', 'ip-name'),
  faulty(64, 'wildcard', 'Wildcard below its own name', 'wildcard'),
  faulty(65, 'many-names', 'More than a hundred names', 'many-names'),
  host(66, 'no-sni', 'Certificate with internal names for clients without SNI', [
    { key: 'p256' },
    { key: 'p256', fault: 'leaking-names', served: 'no-sni' },
  ]),
  host(
    67,
    'two-faces',
    'Older certificate on IPv6 than on IPv4',
    [
      { key: 'p256', served: 'ipv4' },
      { key: 'p256', fault: 'renewal-overdue', served: 'ipv6' },
    ],
    { ipv6: true },
  ),
  faulty(68, 'constrained', 'Issuer constrained to this name', 'constrained'),
  faulty(69, 'constraint-violated', 'Issuer constrained to another name', 'constraint-violated'),
  faulty(70, 'path-too-long', 'Path longer than the path length constraint', 'path-too-long'),
  faulty(71, 'unknown-critical', 'Unknown critical extension', 'unknown-critical'),
  faulty(72, 'version-1-issuer', 'Intermediate of X.509 version 1', 'version-1-issuer'),
  faulty(73, 'issuer-no-authority', 'Intermediate without CA:TRUE', 'issuer-no-authority'),
  faulty(74, 'issuer-for-clients', 'Intermediate for client certificates only', 'issuer-for-clients'),
  faulty(75, 'low-entropy-serial', 'Serial number of two bytes', 'low-entropy-serial'),
  faulty(76, 'no-revocation', 'Neither a status responder nor a revocation list', 'no-revocation'),
  stapled(77, 'stapled', 'Staples a good response', 'good'),
  stapled(78, 'must-staple-met', 'Must-Staple with a good staple', 'good', 'must-staple'),
  stapled(79, 'staple-delegated', 'Staples a good response of a delegated responder', 'delegated'),
  stapled(
    80,
    'staple-delegated-unfit',
    'Staples a response signed by a certificate without the OCSP signing usage',
    'delegated-unfit',
  ),
  stapled(81, 'staple-expired', 'Staples an expired response', 'expired'),
  stapled(82, 'staple-wrong-signature', 'Staples a response with an invalid signature', 'wrong-signature'),
  stapled(83, 'staple-unknown', 'Staples a response with status unknown', 'unknown'),
  stapled(84, 'staple-other', 'Staples a response for another certificate', 'other-certificate'),
  stapled(85, 'staple-malformed', 'Staples malformed data', 'malformed'),
  faulty(86, 'ocsp-good', 'OCSP responder says good; no staple', 'ocsp-good'),
  faulty(87, 'ocsp-revoked', 'OCSP responder says revoked; no staple', 'ocsp-revoked'),
  faulty(88, 'ocsp-unknown', 'OCSP responder says unknown', 'ocsp-unknown'),
  faulty(89, 'ocsp-malformed', 'OCSP responder sends malformed data', 'ocsp-malformed'),
  faulty(90, 'ocsp-dead', 'OCSP responder does not respond', 'ocsp-dead'),
  faulty(91, 'crl-revoked', 'Revoked according to the CRL of its issuer', 'crl-revoked'),
  faulty(92, 'crl-expired', 'CRL expired a month ago', 'crl-expired'),
  faulty(93, 'crl-malformed', 'Malformed CRL', 'crl-malformed'),
  faulty(94, 'timestamps', 'Timestamps of two logs of the lab', 'timestamps'),
  faulty(95, 'timestamps-one-operator', 'Timestamps of one log alone', 'timestamps-one-operator'),
  faulty(96, 'timestamps-spoilt', 'A timestamp with an invalid signature', 'timestamps-spoilt'),
  faulty(97, 'timestamps-unlisted', 'Timestamps of an unlisted log', 'timestamps-unlisted'),
  host(137, 'alternate-expired', 'A valid ECDSA certificate, and an expired RSA one for clients without ECDSA', [
    { key: 'p256' },
    { key: 'rsa2048', fault: 'expired' },
  ]),
  host(138, 'alternate-sound', 'A valid ECDSA certificate and a valid RSA one', [{ key: 'p256' }, { key: 'rsa2048' }]),
  {
    ...host(100, '', 'CAA records: each name below has others', [{ key: 'p256' }]),
    host: 'caa.lab',
  },
  {
    ...host(179, '', 'TLSA records that match, and below it such that do not', [{ key: 'p256' }]),
    host: 'dane.lab',
    aliases: ['mismatch.dane.lab', 'issuer.dane.lab', 'mixed.dane.lab'],
  },
  ...publicEndpoints,
];
