import { sentenceOf } from '@perimeter/protocols/certification-path/problems';
import type { CertificateFacts, PathProblem, PathProblemCode } from '../../../evidence/certificates/schema.ts';
import { keyStrength } from './key-strength.ts';
import type { Served } from './served.ts';
import { nameOf } from './certificate-words.ts';
import { clause } from '../../../evidence/words/text.ts';

/** Selects the check that reports a problem; about: the certificate, null for a problem of the path or of an unreadable certificate. */
type Claimant = (about: CertificateFacts | null, isLeaf: boolean) => string;

const always =
  (checkId: string): Claimant =>
  () =>
    checkId;

/**
 * The one check that reports each path problem, so that each is reported exactly once. Verifiers say only "untrusted";
 * the reader needs the reason.
 */
export const claimants: Readonly<Record<PathProblemCode, Claimant>> = {
  malformed: always('cert-untrusted'),
  'name-mismatch': always('cert-name-mismatch'),
  expired: always('cert-expired'),
  'not-yet-valid': always('cert-expired'),
  'self-signed': always('cert-self-signed'),
  'unknown-issuer': always('cert-untrusted'),
  'bad-signature': always('cert-untrusted'),
  'not-a-ca': always('cert-untrusted'),
  'path-length': always('cert-untrusted'),
  'name-constraints': always('cert-untrusted'),
  'critical-extension': always('cert-untrusted'),
  'extended-key-usage': always('cert-eku-no-serverauth'),
  'key-usage': always('cert-constraints-wrong'),
  'weak-signature': (about) =>
    about !== null && isBrokenHash(about.signature.hash) ? 'cert-sig-md5' : 'cert-sig-sha1',
  'weak-key': (about) => (about !== null && keyStrength(about.key) === 'broken' ? 'cert-key-broken' : 'cert-key-short'),
  // Browsers do not support DSA because it is too weak.
  'unknown-algorithm': (about) =>
    about !== null && keyStrength(about.key) === 'short' ? 'cert-key-short' : 'cert-untrusted',
  distrusted: always('cert-distrusted-ca'),
  profile: (about, isLeaf) =>
    isLeaf && about !== null && authorityRights(about) !== null ? 'cert-constraints-wrong' : 'cert-untrusted',
  'strict-profile': always('cert-constraints-wrong'),
};

/** CA rights, which a server certificate must not have; null where it has none. */
export function authorityRights({ basicConstraints, keyUsage }: CertificateFacts): string | null {
  if (basicConstraints?.ca === true) return 'CA:TRUE in basicConstraints of a server certificate';
  if (typeof basicConstraints?.pathLength === 'number')
    return 'pathLenConstraint in basicConstraints of a server certificate';
  return keyUsage?.includes('keyCertSign') === true ? 'keyCertSign in keyUsage of a server certificate' : null;
}

/** Hashes with practical, cheap collisions. */
export const isBrokenHash = (hash: string): boolean => hash === 'md2' || hash === 'md4' || hash === 'md5';

/** The problems of a chain that a check reports. */
export function problemsOf(served: Served, checkId: string): readonly PathProblem[] {
  const known = [...served.path, ...served.served];
  return served.chain.verdict.problems.filter(({ code, certificate }) => {
    const about = known.find(({ sha256 }) => sha256 === certificate) ?? null;
    return claimants[code](about, certificate === served.leaf.sha256) === checkId;
  });
}

/** The details of problems joined, each once; a problem of an issuer names it. */
export function detailsOf(problems: readonly PathProblem[], { leaf, path, served }: Served): string {
  const sentences = problems.map((problem) => {
    const { certificate } = problem;
    const facts = [...path, ...served].find(({ sha256 }) => sha256 === certificate);
    const text = sentenceOf(problem);
    const isNamed = facts === undefined || facts.sha256 === leaf.sha256 || text.includes(nameOf(facts));
    return isNamed ? { text, next: clause(text) } : { text: `${nameOf(facts)}: ${clause(text)}`, next: null };
  });
  const once = [...new Map(sentences.map((sentence) => [sentence.text, sentence])).values()];
  return once.map(({ text, next }, at) => (at === 0 ? text : (next ?? text))).join('; ');
}
