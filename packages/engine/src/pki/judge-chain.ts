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

/** A chain, and what it is judged by. Nothing is fetched: what is missing here, visitors may miss too. */
export interface ChainQuestion {
  /** DER as a server would send it, leaf first. */
  served: readonly Uint8Array[];
  /** Name or address that a client asks for; null: any. */
  host: string | null;
  /** Epoch seconds. */
  atSeconds: number;
  /** DER of the roots to trust; null: the public list. */
  roots: readonly Uint8Array[] | null;
  /** The public list in place of the shipped one; null: that one. */
  publicRoots: RootList | null;
  policy: PathPolicy;
  /** DER of the revocation lists that the path is looked up in. */
  revocationLists: readonly Uint8Array[];
}

/** One reason against a chain. */
export interface ChainProblem {
  code: PathProblem['code'] | RevocationProblem['code'];
  /** SHA-256; null where it is about the path or a list. */
  certificate: string | null;
  detail: string;
}

/** A certificate, and violations of RFC 5280 that browsers tolerate. */
export interface JudgedCertificate extends CertificateFacts {
  remarks: string[];
}

/** The verdict on a chain, with all that led to it. */
export interface ChainJudgement {
  /** browser: no problem but of the codes strict-profile and revocation-unknown; strict: no problem at all. */
  trustedBy: { browser: boolean; strict: boolean };
  /** SHA-256 from the leaf to the root; empty where none leads to one. */
  path: string[];
  problems: ChainProblem[];
  /** Everything that was served, in its order, and the root of the path. */
  certificates: JudgedCertificate[];
  /** Day of the public list; null where other roots were trusted. */
  rootsDate: string | null;
}

const noFetcher = { get: async () => null, attempts: () => [] };

/** Given roots, and why none of them can be used. */
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

/** A key that anybody can break is a problem of the chain, no matter who signed it. */
function weaknessProblems(leaf: CertificateFacts | undefined): ChainProblem[] {
  const weakness = leaf?.key.weakness ?? null;
  return leaf === undefined || weakness === null
    ? []
    : [{ code: 'weak-key', certificate: leaf.sha256, detail: weaknessSentence(weakness) }];
}

/** What the given lists say of the path that was found. */
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
