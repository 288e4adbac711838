import type { ParsedCertificate } from '../x509/certificate.ts';
import { type ComparisonBudget, constraintsProblem, maxComparisons } from './constraints.ts';
import { type Candidate, createIssuerFinder, type IssuerFinder } from './issuers.ts';
import type { PathQuestion } from './path-question.ts';
import { policyProblem } from './policies.ts';
import { nameOf, type PathProblem, type PathProblemReason, problemOf, weightOf } from './problems.ts';
import { isSelfIssued } from './rules/profile.ts';
import { purposeIds } from '../x509/object-identifiers.data.ts';
import { type Demands, issuerProblems, leafProblems } from './rules/roles.ts';
import { beginning } from '../x509/visible.ts';

/** The best path, and its problems. */
export interface FoundPath {
  /** A path to a trusted root is valid in every respect, the name included. */
  trusted: boolean;
  /** From the leaf to the root; empty where none leads to one. */
  path: ParsedCertificate[];
  /** From the leaf as far as it goes; the same as `path` where that is not empty. */
  reached: ParsedCertificate[];
  problems: PathProblem[];
}

/** Partial paths that one leaf may cost: honest sets need less than fifty. */
const maxSteps = 1000;

/** Verifications of a signature that one leaf may cost. */
const maxVerifications = 100;

const defaultMaxIntermediates = 10;

/** A path from the leaf up to somewhere. */
interface PartialPath {
  chain: readonly ParsedCertificate[];
  problems: readonly PathProblem[];
  weight: number;
  /** open: goes on; anchored: at a root, not yet judged as a whole; done: judged. */
  state: 'open' | 'anchored' | 'done';
  /** Ends at a trusted root. */
  rooted: boolean;
}

/** What a search carries along. */
interface Search {
  question: PathQuestion;
  issuers: IssuerFinder;
  comparisons: ComparisonBudget;
  demands: Demands;
}

const extend = (path: PartialPath, changes: Partial<PartialPath>, added: readonly PathProblem[]): PartialPath => ({
  ...path,
  ...changes,
  problems: [...path.problems, ...added],
  weight: path.weight + weightOf(added),
});

const lastOf = ({ chain }: PartialPath, { question }: Search): ParsedCertificate => chain.at(-1) ?? question.leaf;

/** A trusted root that another authority signed names that authority's key (Baseline Requirements section 7.1.2.2.3). */
function crossSigningProblems(root: ParsedCertificate, { issuers, demands }: Search): PathProblem[] {
  const isUnnamed = demands.baseline && root.authorityKeyId === null && !isSelfIssued(root);
  return isUnnamed && !issuers.hasOwnSignature(root) ? [problemOf('cross-signed-authority-key-id-missing', root)] : [];
}

/** What an issuer adds: itself, the signature it gave, and the constraints it puts on all below. */
function withIssuer(path: PartialPath, candidate: Candidate, search: Search): PartialPath {
  const { certificate, isRoot, signature } = candidate;
  const issued = lastOf(path, search);
  // A self-signed certificate is judged as the root that it would be if trusted.
  const role = isRoot || search.issuers.signsItself(certificate) ? 'root' : 'issuer';
  const constraint = constraintsProblem(certificate, path.chain, search.comparisons);
  const added = [
    ...(signature === false ? [problemOf('signature-invalid', issued, nameOf(certificate))] : []),
    ...(signature === 'unsupported' ? [problemOf('signature-unverifiable', issued, nameOf(certificate))] : []),
    ...issuerProblems(certificate, role, path.chain, search.demands),
    ...(isRoot ? crossSigningProblems(certificate, search) : []),
    ...(constraint === null ? [] : [constraint]),
  ];
  const chain = [...path.chain, certificate];
  return extend(path, { chain, rooted: isRoot, state: isRoot ? 'anchored' : 'open' }, added);
}

/** Why no issuer of the last certificate was found, and the number of candidates. */
type DeadEnd = readonly [reason: PathProblemReason, tried?: number];

/** A path that does not go on. */
function deadEnd(path: PartialPath, search: Search, [reason, tried]: DeadEnd): PartialPath {
  const last = lastOf(path, search);
  const issuer = beginning(last.issuer.text, 100);
  const signedItself = path.chain.length === 1 ? 'leaf-signed-itself' : 'issuer-signed-itself';
  const problem = search.issuers.signsItself(last)
    ? problemOf(signedItself, last, nameOf(last))
    : problemOf(reason, last, issuer, ...(tried === undefined ? [] : [tried]));
  return extend(path, { state: 'done' }, [problem]);
}

/** The same subject and key once more would be a loop (RFC 4158 section 2.4.2). */
const isLoop = ({ chain }: PartialPath, { certificate }: Candidate, { issuers }: Search): boolean =>
  chain.some((one) => issuers.sameEntity(one, certificate));

/** Where a path can go on from here. */
function continuations(path: PartialPath, search: Search): PartialPath[] {
  const last = lastOf(path, search);
  const maxIntermediates = search.question.policy?.maxIntermediates ?? defaultMaxIntermediates;
  const found = search.issuers.of(last).filter((candidate) => !isLoop(path, candidate, search));
  if (found.length === 0)
    return [
      deadEnd(
        path,
        search,
        search.issuers.gaveUp() ? ['verifications-exhausted', maxVerifications] : ['issuer-missing'],
      ),
    ];
  const counted = path.chain.slice(1).filter((issuer) => !isSelfIssued(issuer)).length;
  // As pathLenConstraint counts: neither roots nor self-issued issuers (RFC 5280 section 4.2.1.9).
  const usable = found.filter(
    ({ isRoot, certificate }) => isRoot || isSelfIssued(certificate) || counted < maxIntermediates,
  );
  if (usable.length === 0) return [deadEnd(path, search, ['path-too-long', maxIntermediates])];
  return usable.map((candidate) => withIssuer(path, candidate, search));
}

/** Problems that only a complete path shows. */
function judgeWhole(path: PartialPath, { question }: Search): PartialPath {
  const root = path.chain.at(-1);
  const distrust = root === undefined ? null : (question.policy?.distrusted?.(root, path.chain) ?? null);
  const withoutPolicy = policyProblem(path.chain);
  return extend(path, { state: 'done' }, [
    ...(distrust === null ? [] : [problemOf('root-distrusted', root ?? null, ...distrust)]),
    ...(withoutPolicy === null ? [] : [problemOf('policy-required', withoutPolicy)]),
  ]);
}

/** The path with the lower weight; among equal ones the longer one. */
const isBetter = (a: PartialPath, b: PartialPath): boolean =>
  a.weight < b.weight || (a.weight === b.weight && a.chain.length > b.chain.length);

function takeBest(paths: PartialPath[]): PartialPath | undefined {
  let best = 0;
  for (const [index, path] of paths.entries()) {
    const other = paths[best];
    if (other !== undefined && isBetter(path, other)) best = index;
  }
  return paths.splice(best, 1)[0];
}

function start({ question, issuers, demands }: Search): PartialPath[] {
  const { leaf, host, policy } = question;
  const standing = { selfSigned: isSelfIssued(leaf) && issuers.signsItself(leaf), isRoot: issuers.isRoot(leaf) };
  const problems = leafProblems(leaf, { ...demands, host, requiredUsage: policy?.requiredUsage ?? [] }, standing);
  const path: PartialPath = { chain: [leaf], problems, weight: weightOf(problems), state: 'open', rooted: false };
  return standing.isRoot ? [{ ...path, rooted: true, state: 'anchored' }] : [path];
}

/** Extends the path with the lowest weight until one is complete: no lighter one can follow, because weights only grow. */
function lightest(search: Search): PartialPath {
  const paths = start(search);
  const [first] = paths;
  for (let step = 0; step < maxSteps; step++) {
    const path = takeBest(paths);
    if (path === undefined) break;
    if (path.state === 'done') return path;
    paths.push(...(path.state === 'anchored' ? [judgeWhole(path, search)] : continuations(path, search)));
  }
  const fallback = first ?? { chain: [], problems: [], weight: 0, state: 'open', rooted: false };
  return deadEnd(fallback, search, ['search-exhausted', search.question.intermediates.length]);
}

/**
 * Finds the best path from a leaf to a trusted root, with all its problems (RFC 5280 section 6, RFC 4158). Cross-signed
 * issuers, expired duplicates and constraints are tried in all combinations, within limits that hostile sets cannot
 * change.
 */
export function findPath(question: PathQuestion): FoundPath {
  const issuers = createIssuerFinder(question, maxVerifications);
  const { atSeconds, policy: { purpose = purposeIds.serverAuth, baseline = false } = {} } = question;
  const demands = { atSeconds, purpose, baseline };
  const { chain, problems, rooted } = lightest({ question, issuers, demands, comparisons: { left: maxComparisons } });
  const reached = [...chain];
  return { trusted: rooted && problems.length === 0, path: rooted ? reached : [], reached, problems: [...problems] };
}
