import { protocolErrorText } from '@perimeter/protocols/protocol-error';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { PathPolicy } from '@perimeter/protocols/certification-path/path-question';
import { weaknessSentence } from '../evidence/certificates/sentences.ts';
import { remarksOf } from '@perimeter/protocols/certification-path/remarks';
import { sentenceOf } from '@perimeter/protocols/certification-path/problems';
import type { CertificateFacts, PathProblem, PathVerdict } from '../evidence/certificates/schema.ts';
import { certificateFactsOf } from './facts/certificate-facts.ts';
import { type CertificateStore, createCertificateStore, type StoredCertificate } from './context/certificate-store.ts';
import { weaknessOf } from './facts/weak-keys.ts';
import { judgePath } from './path/verdict.ts';
import { createVerifier, type Verify } from './context/verify.ts';
import { type RevocationProblem, revocationProblems } from './revocation/given-lists.ts';
import type { RootList } from './trust-lists/lists.ts';
import { createRootStore, type RootStore, trustedRoots } from './trust-lists/root-store.ts';
import { shippedRoots } from './trust-lists/shipped-lists.ts';

/** A chain and the inputs to judge it. Nothing is fetched: visitors may lack missing certificates too. */
export interface ChainQuestion {
  /** DER in the order that a server would send, leaf first. */
  served: readonly Uint8Array[];
  /** Requested name or address; null: any. */
  host: string | null;
  /** Epoch seconds. */
  atSeconds: number;
  /** DER of the roots to trust; null: the public list. */
  roots: readonly Uint8Array[] | null;
  /** A public list that replaces the shipped one; null: the shipped one. */
  publicRoots: RootList | null;
  policy: PathPolicy;
  /** DER of the CRLs that the path is checked against. */
  revocationLists: readonly Uint8Array[];
}

/** One problem of a chain. */
export interface ChainProblem {
  code: PathProblem['code'] | RevocationProblem['code'];
  /** SHA-256; null where it is about the path or a CRL. */
  certificate: string | null;
  detail: string;
}

/** A certificate with violations of RFC 5280 that browsers tolerate. */
export interface JudgedCertificate extends CertificateFacts {
  remarks: string[];
}

/** The verdict on a chain, with its reasons. */
export interface ChainJudgement {
  /** browser: no problem other than strict-profile and revocation-unknown; strict: no problem at all. */
  trustedBy: { browser: boolean; strict: boolean };
  /** SHA-256 from the leaf to the root; empty without a path. */
  path: string[];
  problems: ChainProblem[];
  /** All served certificates in order, and the root of the path. */
  certificates: JudgedCertificate[];
  /** Date of the public list; null where other roots were trusted. */
  rootsDate: string | null;
}

const noFetcher = { get: async () => null, attempts: () => [] };

/** The given roots, or why none is usable. */
function givenRoots(ders: readonly Uint8Array[]): { roots: RootStore; problems: ChainProblem[] } {
  const found = ders.map((der) => createCertificateStore().add(der, 'root'));
  const readable = found.filter(({ parsed }) => parsed !== null);
  const unreadable = readable.length > 0 ? [] : found.slice(0, 1);
  return {
    roots: createRootStore(
      null,
      readable.map(({ der }) => der),
    ),
    problems: unreadable.map(({ malformed, sha256 }) => ({
      code: 'malformed',
      certificate: sha256,
      detail: `A given root cannot be read: ${protocolErrorText(malformed ?? '')}`,
    })),
  };
}

function factsOf(stored: StoredCertificate, verify: Verify): CertificateFacts {
  const { publicKey } = stored.partial;
  const weakness = publicKey !== null && 'modulus' in publicKey ? weaknessOf(publicKey.modulus) : null;
  return certificateFactsOf(stored, weakness, verify);
}

/** A broken key is a problem of the chain, whoever signed it. */
function weaknessProblems(leaf: CertificateFacts | undefined): ChainProblem[] {
  const weakness = leaf?.key.weakness ?? null;
  return leaf === undefined || weakness === null
    ? []
    : [{ code: 'weak-key', certificate: leaf.sha256, detail: weaknessSentence(weakness) }];
}

/** Problems from the given CRLs for the path. */
function listProblems(
  { revocationLists, atSeconds }: ChainQuestion,
  { path }: PathVerdict,
  store: CertificateStore,
  verify: Verify,
): ChainProblem[] {
  if (revocationLists.length === 0) return [];
  const bySha256 = new Map(store.all().map(({ sha256, parsed }) => [sha256, parsed]));
  const parsed = path.flatMap((sha256): ParsedCertificate[] => {
    const one = bySha256.get(sha256) ?? null;
    return one === null ? [] : [one];
  });
  return revocationProblems(parsed, revocationLists, { atSeconds, verify }).map(({ certificate, ...problem }) => ({
    ...problem,
    certificate: certificate === null ? null : store.of(certificate).sha256,
  }));
}

/** Problems that browsers accept: violations of RFC 5280 that only strict verifiers reject, and unknown revocation status. */
const accepted: ReadonlySet<string> = new Set(['strict-profile', 'revocation-unknown']);

/** Judges a chain as audits judge served ones. */
export async function judgeChain(question: ChainQuestion): Promise<ChainJudgement> {
  const { atSeconds, host, policy, roots: given } = question;
  const store = createCertificateStore();
  const served = question.served.map((der) => store.add(der, 'served'));
  const list = question.publicRoots ?? shippedRoots();
  const { roots, problems: rootProblems } =
    given === null ? { roots: trustedRoots(list), problems: [] } : givenRoots(given);
  const verify = createVerifier();
  const { verdict } = await judgePath({ store, roots, fetcher: noFetcher, verify, atSeconds, policy }, served, host);
  const certificates = store.all().map((stored) => ({
    ...factsOf(stored, verify),
    malformed: stored.malformed === null ? null : protocolErrorText(stored.malformed),
    remarks: stored.parsed === null ? [] : remarksOf(stored.parsed),
  }));
  const problems: ChainProblem[] = [
    ...verdict.problems.map((problem) => ({
      code: problem.code,
      certificate: problem.certificate,
      detail: sentenceOf(problem),
    })),
    ...weaknessProblems(certificates[0]),
    ...rootProblems,
    ...listProblems(question, verdict, store, verify),
  ];
  const trustedBy = {
    browser: verdict.trusted && problems.every(({ code }) => accepted.has(code)),
    strict: verdict.trusted && problems.length === 0,
  };
  return { trustedBy, path: verdict.path, problems, certificates, rootsDate: given === null ? list.date : null };
}
