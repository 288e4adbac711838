import type { CertificateContent, Digest } from './certificate.ts';
import { purpose } from './extensions.ts';
import type { KeyKind } from './keys.ts';

/** Issuers by the stem of their files, which is also their name at pki.lab. */
export type AuthorityName =
  | 'root'
  | 'old-root'
  | 'stranger-root'
  | 'e1'
  | 'r1'
  | 'e1-expired'
  | 'root-crossed'
  | 'stranger'
  | 'sha1-intermediate'
  | 'constrained'
  | 'no-path'
  | 'below-no-path'
  | 'version-1'
  | 'not-an-authority'
  | 'for-clients'
  | 'responder'
  | 'responder-unfit'
  | 'public-root'
  | 'public-e1'
  | 'public-r1'
  | 'distrusted-root'
  | 'distrusted-e1';

/** How an issuer comes to be. */
export interface AuthorityRow {
  readonly commonName: string;
  /** A fresh key of that kind, or the key of an earlier row. */
  readonly key: KeyKind | { readonly of: AuthorityName };
  /** Itself where absent. */
  readonly issuer?: AuthorityName;
  /** Life in days from now. */
  readonly days?: readonly [from: number, to: number];
  readonly digest?: Digest;
  readonly content?: Partial<CertificateContent>;
}

const rootDays = [-400, 3650] as const;

/**
 * Issuers, each after its own issuer. `root` is the operator's own in the lab's trust store; `public-root` and
 * `distrusted-root` are the roots of the lab's public, the latter for old certificates only.
 */
export const authorityRows: Readonly<Record<AuthorityName, AuthorityRow>> = {
  root: { commonName: 'Lab Root X1', key: 'p384', days: rootDays },
  'old-root': { commonName: 'Lab Root X0', key: 'rsa2048', days: [-4000, -30] },
  'stranger-root': { commonName: 'Unheard-of Root', key: 'p256', days: rootDays },
  e1: { commonName: 'Lab Issuing CA E1', key: 'p256', issuer: 'root', content: { pathLength: 0 } },
  r1: { commonName: 'Lab Issuing CA R1', key: 'rsa2048', issuer: 'root', content: { pathLength: 0 } },
  // The same name and key as another issuer, as after a change of roots.
  'e1-expired': { commonName: 'Lab Issuing CA E1', key: { of: 'e1' }, issuer: 'root', days: [-390, -3] },
  'root-crossed': { commonName: 'Lab Root X1', key: { of: 'root' }, issuer: 'old-root', days: [-390, -30] },
  stranger: { commonName: 'Unheard-of Issuing CA', key: 'p256', issuer: 'stranger-root' },
  'sha1-intermediate': { commonName: 'Lab Issuing CA S1', key: 'rsa2048', issuer: 'root', digest: 'sha1' },
  constrained: {
    commonName: 'Lab Issuing CA C1',
    key: 'p256',
    issuer: 'root',
    content: { permittedNames: ['cert-constrained.lab'] },
  },
  'no-path': { commonName: 'Lab Issuing CA P1', key: 'p256', issuer: 'root', content: { pathLength: 0 } },
  'below-no-path': { commonName: 'Lab Issuing CA P2', key: 'p256', issuer: 'no-path' },
  'version-1': { commonName: 'Lab Issuing CA V1', key: 'p256', issuer: 'root', content: { version: 1 } },
  'not-an-authority': { commonName: 'Lab Issuing CA N1', key: 'p256', issuer: 'root', content: { authority: false } },
  'for-clients': {
    commonName: 'Lab Issuing CA U1',
    key: 'p256',
    issuer: 'root',
    content: { extendedKeyUsage: [purpose.clientAuth] },
  },
  // Who may sign OCSP responses for E1, and who may not.
  responder: { commonName: 'Lab OCSP Responder', key: 'p256', issuer: 'e1', content: { role: 'responder' } },
  'responder-unfit': {
    commonName: 'Lab OCSP Pretender',
    key: 'p256',
    issuer: 'e1',
    content: { role: 'responder', extendedKeyUsage: [purpose.serverAuth] },
  },
  'public-root': { commonName: 'Lab Public Root P1', key: 'p384', days: rootDays },
  'public-e1': { commonName: 'Lab Public CA E1', key: 'p256', issuer: 'public-root', content: { pathLength: 0 } },
  'public-r1': { commonName: 'Lab Public CA R1', key: 'rsa2048', issuer: 'public-root', content: { pathLength: 0 } },
  'distrusted-root': { commonName: 'Lab Public Root D1', key: 'p384', days: rootDays },
  'distrusted-e1': {
    commonName: 'Lab Public CA D2',
    key: 'p256',
    issuer: 'distrusted-root',
    days: [-390, 5 * 365],
    content: { pathLength: 0 },
  },
};
