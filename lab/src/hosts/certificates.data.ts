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

/** TLS 1.3 signs with RSASSA-PSS and SHA-256 at least, which does not fit into 512 bits (RFC 8446 section 4.2.3). */
const only12 = { tls: { versions: ['TLSv1.2'] } } as const;
/** Clients of today take no such curve, and find the pages on port 80 only. */
const oldCurve: Partial<Endpoint> = { ...only12, ports: [80, 443] };
const only13 = { tls: { versions: ['TLSv1.3'] } } as const;

/** A host whose certificate is of an authority that the lab's public trusts; all public names begin so. */
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

/** What holds for authorities of the public alone: lifetimes, transparency, CAA, distrust. */
const publicEndpoints: readonly Endpoint[] = [
  ofPublic(200, '', 'a life of 45 days, embedded timestamps of two operators', 'public'),
  ofPublic(201, '-90-days', 'a life of 90 days, which will be too long in years to come', 'public-90-days'),
  ofPublic(202, '-250-days', 'a life of 250 days', 'public-250-days'),
  ofPublic(203, '-unlogged', 'no timestamps at all', 'public-unlogged'),
  ofPublic(204, '-one-operator', 'timestamps of two logs of one operator', 'public-one-operator'),
  ofPublic(205, '-spoilt', 'a third timestamp with a wrong signature', 'public-spoilt'),
  ofPublic(206, '-retired', 'a third timestamp of a log that had been retired', 'public-retired'),
  ofPublic(207, '-retired-later', 'one of two timestamps of a log that was retired later', 'public-retired-later'),
  ofPublic(208, '-retired-alone', 'two timestamps of logs that were retired later', 'public-retired-alone'),
  ofPublic(209, '-unlisted', 'one of two timestamps of a log in no list', 'public-unlisted'),
  ofPublic(210, '-stapled', 'the stapled answer brings its timestamps', 'public-delivered', {
    certificates: [{ key: 'p256', fault: 'public-delivered', staple: 'good' }],
  }),
  ofPublic(211, '-handshake', 'the handshake brings its timestamps', 'public-delivered', {
    server: 'openssl',
    loopback: false,
  }),
  ofPublic(212, '-client-auth', 'for servers and for clients', 'public-client-auth-too'),
  ofPublic(213, '-low-entropy', 'a serial number of two octets', 'public-low-entropy-serial'),
  ofPublic(214, '-distrusted', 'the root is trusted for older certificates only', 'distrusted'),
  ofPublic(215, '-distrusted-earlier', 'the same root, and a certificate that is old enough', 'distrusted-earlier'),
  ofPublic(216, '', 'CAA records: each name below has others', 'public', {
    host: 'caa-public.lab',
  }),
];

/** One certificate variant each; all else about them is in order. */
export const certificateEndpoints: readonly Endpoint[] = [
  faulty(121, 'expired', 'Certificate that ended last year', 'expired'),
  faulty(122, 'future', 'Certificate that is not valid yet', 'not-yet-valid'),
  faulty(123, 'self-signed', 'Certificate that signed itself', 'self-signed'),
  faulty(124, 'wrong-host', 'Certificate for another name', 'wrong-host'),
  faulty(125, 'sha1', 'Certificate signed with SHA-1', 'sha1', 'rsa2048'),
  faulty(126, 'md5', 'Certificate signed with MD5', 'md5', 'rsa2048'),
  keyed(127, 'rsa1024', 'RSA key of 1024 bits', 'rsa1024'),
  host(128, 'rsa512', 'RSA key of 512 bits', [{ key: 'rsa512' }], only12),
  faulty(129, 'untrusted', 'Issuer that nobody trusts', 'untrusted'),
  faulty(130, 'incomplete', 'Chain without its intermediate, which can be fetched', 'incomplete-chain'),
  faulty(131, 'disordered', 'Chain out of order and with strangers in it', 'disordered-chain'),
  faulty(132, 'must-staple', 'Must-Staple, and no staple is served', 'must-staple'),
  keyed(133, 'ed25519', 'Ed25519 key', 'ed25519'),
  faulty(134, 'long-lived', 'Certificate valid for five years', 'long-lived'),
  keyed(135, 'p384', 'ECDSA key on P-384', 'p384'),
  host(136, 'revoked', 'Certificate that its stapled OCSP answer calls revoked', [{ key: 'p256', staple: 'revoked' }]),
  faulty(29, 'expired-yesterday', 'Certificate that ended yesterday', 'expired-yesterday'),
  faulty(30, 'expiring', 'Certificate of 90 days with three days left', 'expiring'),
  faulty(31, 'renewal-overdue', 'Certificate of 90 days with 20 days left', 'renewal-overdue'),
  faulty(32, 'six-days', 'Short-lived certificate without revocation information, as it may be', 'six-days'),
  faulty(33, '400-days', 'Certificate valid for 400 days', '400-days'),
  faulty(34, '250-days', 'Certificate valid for 250 days', '250-days'),
  faulty(35, 'common-name-only', 'The host stands in the common name alone', 'common-name-only'),
  faulty(36, 'wildcard-too-deep', 'Wildcard over the whole top-level domain', 'wildcard-too-deep'),
  faulty(37, 'sha1-intermediate', 'Intermediate signed with SHA-1', 'sha1-intermediate', 'rsa2048'),
  faulty(38, 'untrusted-root-sent', 'Issuer that nobody trusts, and its root is sent', 'untrusted-root-sent'),
  faulty(
    39,
    'incomplete-dead-aia',
    'Chain without its intermediate, and nobody answers where it should be',
    'incomplete-dead-aia',
  ),
  faulty(40, 'incomplete-no-aia', 'Chain without its intermediate, and no word where it is', 'incomplete-no-aia'),
  faulty(
    41,
    'incomplete-wrong-aia',
    'Chain without its intermediate, and another one where it should be',
    'incomplete-wrong-aia',
  ),
  faulty(42, 'incomplete-pkcs7', 'Chain without its intermediate, which can be fetched in PKCS #7', 'incomplete-pkcs7'),
  faulty(43, 'private-aia', 'Chain without its intermediate, said to be on the loopback interface', 'private-aia'),
  faulty(44, 'endless-aia', 'Chain without its intermediate, and octets without end where it should be', 'endless-aia'),
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
  faulty(50, 'cross-signed', 'Sends the trusted root as an expired root once signed it', 'cross-signed'),
  faulty(51, 'bad-signature', 'The signature does not verify', 'bad-signature'),
  host(52, 'p224', 'ECDSA key on P-224', [{ key: 'p224' }], oldCurve),
  { ...host(0, 'p192', 'ECDSA key on P-192', [{ key: 'p192' }], oldCurve), address: '192.0.2.130' },
  keyed(53, 'rsa-roca', 'RSA key of the flawed generator of CVE-2017-15361 (ROCA)', 'rsa-roca'),
  keyed(54, 'rsa-close-primes', 'RSA key with primes side by side (CVE-2022-26320)', 'rsa-close-primes'),
  keyed(55, 'rsa-small-factor', 'RSA key with a factor of 16 bits', 'rsa-small-factor'),
  {
    ...host(0, 'rsa-shared-prime', 'RSA keys with a prime in common by IPv4 and IPv6', [
      { key: 'rsa-shared-prime', served: 'ipv4' },
      { key: 'rsa-shared-prime', served: 'ipv6' },
    ]),
    address: '192.0.2.131',
    ipv6: true,
  },
  keyed(56, 'rsa-e3', 'RSA key with the exponent 3, which is fine', 'rsa2048e3'),
  host(57, 'ml-dsa', 'ML-DSA-65 key', [{ key: 'ml-dsa-65' }], only13),
  faulty(58, 'no-server-auth', 'For clients, not for servers', 'no-server-auth'),
  faulty(59, 'client-auth-too', 'For servers and for clients', 'client-auth-too'),
  faulty(60, 'leaf-authority', 'Leaf that may issue certificates', 'leaf-authority'),
  host(
    61,
    'unfit-key-usage',
    'Key for signing certificates, not for handshakes',
    [{ key: 'p256', fault: 'unfit-key-usage' }],
    only13,
  ),
  faulty(62, 'internal-names', 'Internal names and a private address beside the public name', 'internal-names'),
  faulty(63, 'ip-name', 'Its public address stands beside its name', 'ip-name'),
  faulty(64, 'wildcard', 'Wildcard below its own name', 'wildcard'),
  faulty(65, 'many-names', 'More than a hundred names', 'many-names'),
  host(66, 'no-sni', 'Internal names for whoever names no host', [
    { key: 'p256' },
    { key: 'p256', fault: 'leaking-names', served: 'no-sni' },
  ]),
  host(
    67,
    'two-faces',
    'An older certificate by IPv6 than by IPv4',
    [
      { key: 'p256', served: 'ipv4' },
      { key: 'p256', fault: 'renewal-overdue', served: 'ipv6' },
    ],
    { ipv6: true },
  ),
  faulty(68, 'constrained', 'Issuer constrained to just this name', 'constrained'),
  faulty(69, 'constraint-violated', 'Issuer constrained to another name', 'constraint-violated'),
  faulty(70, 'path-too-long', 'Intermediate below one that may have none', 'path-too-long'),
  faulty(71, 'unknown-critical', 'Critical extension that nobody knows', 'unknown-critical'),
  faulty(72, 'version-1-issuer', 'Intermediate of X.509 version 1', 'version-1-issuer'),
  faulty(73, 'issuer-no-authority', 'Intermediate that is no authority', 'issuer-no-authority'),
  faulty(74, 'issuer-for-clients', 'Intermediate for client certificates only', 'issuer-for-clients'),
  faulty(75, 'low-entropy-serial', 'Serial number of two octets', 'low-entropy-serial'),
  faulty(76, 'no-revocation', 'Neither a status responder nor a revocation list', 'no-revocation'),
  stapled(77, 'stapled', 'Staples a good answer', 'good'),
  stapled(78, 'must-staple-met', 'Must-Staple, and a good answer is stapled', 'good', 'must-staple'),
  stapled(79, 'staple-delegated', 'Staples a good answer by a responder of the issuer', 'delegated'),
  stapled(80, 'staple-delegated-unfit', 'Staples an answer by a certificate that is not for that', 'delegated-unfit'),
  stapled(81, 'staple-expired', 'Staples an answer of last week', 'expired'),
  stapled(82, 'staple-wrong-signature', 'Staples an answer with a wrong signature', 'wrong-signature'),
  stapled(83, 'staple-unknown', 'Staples an answer that does not know the certificate', 'unknown'),
  stapled(84, 'staple-other', 'Staples an answer about another certificate', 'other-certificate'),
  stapled(85, 'staple-malformed', 'Staples what is no answer', 'malformed'),
  faulty(86, 'ocsp-good', 'Its responder calls it good; nothing is stapled', 'ocsp-good'),
  faulty(87, 'ocsp-revoked', 'Its responder calls it revoked; nothing is stapled', 'ocsp-revoked'),
  faulty(88, 'ocsp-unknown', 'Its responder does not know it', 'ocsp-unknown'),
  faulty(89, 'ocsp-malformed', 'Its responder answers with what is no answer', 'ocsp-malformed'),
  faulty(90, 'ocsp-dead', 'Nobody answers at its responder', 'ocsp-dead'),
  faulty(91, 'crl-revoked', 'On the revocation list of its issuer', 'crl-revoked'),
  faulty(92, 'crl-expired', 'Its revocation list is a month old', 'crl-expired'),
  faulty(93, 'crl-malformed', 'Its revocation list is none', 'crl-malformed'),
  faulty(94, 'timestamps', 'Timestamps of two logs of the lab', 'timestamps'),
  faulty(95, 'timestamps-one-operator', 'Timestamps of one log alone', 'timestamps-one-operator'),
  faulty(96, 'timestamps-spoilt', 'A timestamp with a wrong signature', 'timestamps-spoilt'),
  faulty(97, 'timestamps-unlisted', 'Timestamps of a log in no list', 'timestamps-unlisted'),
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
