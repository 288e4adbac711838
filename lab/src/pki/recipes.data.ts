import type { AuthorityName } from './authorities.data.ts';
import type { CertificateContent, Digest } from './certificate.ts';
import { purpose } from './extensions.ts';
import { realisticPolicies, stsPolicies } from '../servers/mail/policies.data.ts';
import type { TimestampRow } from './timestamps.ts';

/** How a certificate differs from a sound one. */
export interface Recipe {
  /** Life in days from now; without it 90 days that began five days ago. */
  readonly days?: readonly [from: number, to: number];
  readonly digest?: Digest;
  /** Without it the issuer that has the leaf's kind of key, and with `public` the one of the public that has it. */
  readonly issuer?: AuthorityName | 'itself' | 'public';
  /** What is sent after the leaf; without it the issuer alone. */
  readonly followers?: readonly (AuthorityName | 'leaf')[];
  /** Instead of the endpoint's own names. */
  readonly names?: readonly string[];
  /** Some of the endpoint's own names. */
  readonly only?: 'host' | 'aliases';
  /** Beside the endpoint's own names. */
  readonly moreNames?: readonly string[];
  readonly content?: Partial<CertificateContent>;
  /** URLs in place of the ordinary ones; null leaves one out. */
  readonly certificateUrl?: string | null;
  readonly revocationUrl?: string | null;
  readonly statusUrl?: string;
  readonly timestamps?: readonly TimestampRow[];
  /** Timestamps over the whole certificate, for the server to deliver. */
  readonly delivered?: readonly TimestampRow[];
  /** The RSA exponent is 1: encryption and signature change nothing. */
  readonly exponentOne?: true;
  /** The signature covers other content. */
  readonly spoilt?: true;
}

const ocsp = (what: string): Recipe => ({ statusUrl: `http://ocsp.pki.lab/${what}`, revocationUrl: null });
const crl = (what: string): Recipe => ({ revocationUrl: `http://crl.pki.lab/${what}.crl` });

const twoOperators: readonly TimestampRow[] = [{ log: 'a' }, { log: 'b' }];

/** Of an authority that the lab's public trusts: as browsers want it, and as they will, unless the changes say otherwise. */
const ofPublic = (changes: Recipe = {}): Recipe => ({
  issuer: 'public',
  days: [-5, 40],
  timestamps: twoOperators,
  ...changes,
});

/** Names of the web server of MTA-STS policies, but for the zone that shows a certificate without its name. */
const policyNames = [...stsPolicies, ...realisticPolicies]
  .filter(({ zone }) => zone !== 'sts-badcert')
  .map(({ zone }) => `mta-sts.${zone}.lab`);

/** Names of zones with TLSA records, and of mail servers of providers. */
const mailNames = [
  'mx.dane-211.lab',
  'mx.dane-200.lab',
  'to.dane-alias.lab',
  'smtp.google.com',
  'aspmx.l.google.com',
  '*.mail.protection.outlook.com',
  '*.mx.cloudflare.net',
];

/** What each fault is made of. */
const faults = {
  expired: { days: [-455, -365] },
  'expired-yesterday': { days: [-91, -1] },
  'not-yet-valid': { days: [365, 455] },
  expiring: { days: [-87, 3] },
  'renewal-overdue': { days: [-70, 20] },
  'long-lived': { days: [-5, 1825] },
  '400-days': { days: [-5, 395] },
  '250-days': { days: [-5, 245] },
  'six-days': { days: [-2, 4.5], revocationUrl: null },
  'self-signed': { issuer: 'itself', followers: [], certificateUrl: null, revocationUrl: null },
  'wrong-host': { names: ['elsewhere.lab'] },
  'ingress-default': {
    issuer: 'itself',
    followers: [],
    certificateUrl: null,
    revocationUrl: null,
    names: ['ingress.local'],
    content: { commonName: 'Kubernetes Ingress Controller Fake Certificate' },
  },
  hoster: { names: ['web7.hoster.lab', '*.hoster.lab'] },
  'mail-names': { moreNames: mailNames },
  'policy-names': { moreNames: policyNames },
  'common-name-only': { names: [] },
  'wildcard-too-deep': { names: ['*.lab'] },
  sha1: { digest: 'sha1' },
  md5: { digest: 'md5' },
  'sha1-intermediate': { issuer: 'sha1-intermediate' },
  untrusted: { issuer: 'stranger' },
  'untrusted-root-sent': { issuer: 'stranger', followers: ['stranger', 'stranger-root'] },
  'incomplete-chain': { followers: [] },
  'incomplete-dead-aia': { followers: [], certificateUrl: 'http://dead.pki.lab/e1.crt' },
  'incomplete-no-aia': { followers: [], certificateUrl: null },
  'incomplete-wrong-aia': { followers: [], certificateUrl: 'http://pki.lab/r1.crt' },
  'incomplete-pkcs7': { followers: [], certificateUrl: 'http://pki.lab/e1.p7c' },
  'endless-aia': { followers: [], certificateUrl: 'http://pki.lab/endless.crt' },
  'private-aia': { followers: [], certificateUrl: 'http://127.0.0.1/e1.crt' },
  'disordered-chain': { followers: ['root', 'stranger', 'r1', 'e1'] },
  'root-sent': { followers: ['e1', 'root'] },
  'duplicate-sent': { followers: ['leaf', 'e1', 'e1'] },
  'large-chain': { followers: Array.from({ length: 240 }, () => 'e1' as const) },
  'expired-extra': { followers: ['e1', 'e1-expired'] },
  'expired-twin-first': { followers: ['e1-expired', 'e1'] },
  'expired-twin-only': { followers: ['e1-expired'] },
  'cross-signed': { followers: ['e1', 'root-crossed'] },
  'bad-signature': { spoilt: true },
  'must-staple': { content: { mustStaple: true } },
  'no-server-auth': { content: { extendedKeyUsage: [purpose.clientAuth] } },
  'client-auth-too': { content: { extendedKeyUsage: [purpose.serverAuth, purpose.clientAuth] } },
  'leaf-authority': { content: { authority: true, pathLength: 0 } },
  'unfit-key-usage': { content: { keyUsage: ['keyCertSign', 'cRLSign'] } },
  'no-revocation': { revocationUrl: null },
  'exponent-one': { exponentOne: true },
  'low-entropy-serial': { content: { serial: Buffer.from([0x10, 0x07]) } },
  'internal-names': { moreNames: ['mail.corp', 'db01', 'build.internal', '10.1.2.3'] },
  'ip-name': { moreNames: ['203.0.113.63'] },
  wildcard: { moreNames: ['*.cert-wildcard.lab'] },
  'many-names': { moreNames: Array.from({ length: 120 }, (_, index) => `n${index}.cert-many-names.lab`) },
  'by-e1': { issuer: 'e1' },
  'host-only': { only: 'host' },
  'aliases-only': { only: 'aliases' },
  'leaking-names': { names: ['intranet.corp.lab', 'vpn-admin.internal'] },
  constrained: { issuer: 'constrained' },
  'constraint-violated': { issuer: 'constrained' },
  'path-too-long': { issuer: 'below-no-path', followers: ['below-no-path', 'no-path'] },
  'unknown-critical': { content: { unknownCritical: true } },
  'version-1-issuer': { issuer: 'version-1' },
  'issuer-no-authority': { issuer: 'not-an-authority' },
  'issuer-for-clients': { issuer: 'for-clients' },
  'ocsp-good': ocsp('good'),
  'ocsp-revoked': ocsp('revoked'),
  'ocsp-unknown': ocsp('unknown'),
  'ocsp-malformed': ocsp('malformed'),
  'ocsp-dead': { statusUrl: 'http://dead.pki.lab/', revocationUrl: null },
  'crl-revoked': crl('e1'),
  'crl-expired': crl('stale'),
  'crl-malformed': crl('malformed'),
  timestamps: { timestamps: [{ log: 'a' }, { log: 'b' }] },
  'timestamps-one-operator': { timestamps: [{ log: 'a' }, { log: 'a' }] },
  'timestamps-spoilt': { timestamps: [{ log: 'a' }, { log: 'b', fault: 'signature' }] },
  'timestamps-unlisted': { timestamps: [{ log: 'unlisted' }, { log: 'unlisted' }] },
  public: ofPublic(),
  'public-90-days': ofPublic({ days: [-5, 85] }),
  // Three logs, so that only the validity period is wrong.
  'public-250-days': ofPublic({ days: [-5, 245], timestamps: [{ log: 'a' }, { log: 'b' }, { log: 'c' }] }),
  'public-unlogged': { issuer: 'public', days: [-5, 40] },
  'public-one-operator': ofPublic({ timestamps: [{ log: 'a' }, { log: 'a2' }] }),
  'public-spoilt': ofPublic({ timestamps: [{ log: 'a' }, { log: 'b' }, { log: 'c', fault: 'signature' }] }),
  'public-retired': ofPublic({ timestamps: [{ log: 'a' }, { log: 'b' }, { log: 'retired' }] }),
  'public-retired-later': ofPublic({ timestamps: [{ log: 'a' }, { log: 'retired-later' }] }),
  'public-retired-alone': ofPublic({ timestamps: [{ log: 'retired-later' }, { log: 'retired-later-too' }] }),
  'public-unlisted': ofPublic({ timestamps: [{ log: 'a' }, { log: 'unlisted' }] }),
  'public-delivered': { issuer: 'public', days: [-5, 40], delivered: twoOperators },
  'public-client-auth-too': ofPublic({ content: { extendedKeyUsage: [purpose.serverAuth, purpose.clientAuth] } }),
  'public-low-entropy-serial': ofPublic({ content: { serial: Buffer.from([0x10, 0x08]) } }),
  distrusted: ofPublic({ issuer: 'distrusted-e1' }),
  // Issued before the day from which its root is not trusted.
  'distrusted-earlier': ofPublic({ issuer: 'distrusted-e1', days: [-30, 15] }),
} satisfies Readonly<Record<string, Recipe>>;

/** A fault or special property of a certificate; each has exactly one. */
export type CertificateFault = keyof typeof faults;

/** How to make each of them. */
export const recipes: Readonly<Record<CertificateFault, Recipe>> = faults;
