import type { CertificateFacts, PathProblem } from '@perimeter/engine/evidence/certificates/schema';
import { readEngineSettings } from '@perimeter/engine/net/read-settings';
import {
  type CertificateStore,
  createCertificateStore,
  type StoredCertificate,
} from '@perimeter/engine/probes/certificates/certificate-store';
import { certificateFactsOf, issuerUrlsOf, malformedFacts } from '@perimeter/engine/probes/certificates/facts';
import { createRootStore, type RootStore, trustedRoots } from '@perimeter/engine/probes/certificates/roots';
import { shippedRoots } from '@perimeter/engine/probes/certificates/shipped-lists';
import { judgePath } from '@perimeter/engine/probes/certificates/verdict';
import { createVerifier, type Verify } from '@perimeter/engine/probes/certificates/verify';
import { weaknessOf } from '@perimeter/engine/probes/certificates/weak-keys';
import { matchesHost } from '@perimeter/protocols/certification-path/names';
import { purposeIds } from '@perimeter/protocols/x509/object-identifiers.data';
import type { PathPolicy } from '@perimeter/protocols/certification-path/path-question';
import { printTime } from '@perimeter/protocols/der/time';
import { visible } from '@perimeter/protocols/x509/visible';
import { type CertificatesArguments, UsageError } from '../arguments.ts';
import type { Context, Environment } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';
import { readCertificates, readLists } from './certificates-file.ts';
import { type RevocationBench, revocationProblems } from './certificates-revocation.ts';
import { type ChainProblem, type ChainVerdict, renderVerdict } from './certificates-view.ts';

/** Nothing is fetched: what the file lacks, visitors may lack too. */
const noFetcher = { get: async () => null, attempts: () => [] };

/** Roots in a file, in place of the public ones, and why some of them are none. */
function rootsIn(file: string): { roots: RootStore; problems: PathProblem[] } {
  const found = readCertificates(file).map((der) => createCertificateStore().add(der, 'root'));
  const readable = found.filter(({ parsed }) => parsed !== null);
  const problems = found.flatMap(({ malformed, sha256 }): PathProblem[] =>
    malformed === null || readable.length > 0
      ? []
      : [{ code: 'malformed', certificate: sha256, detail: `A root in ${file} cannot be read: ${malformed}` }],
  );
  return {
    roots: createRootStore(
      null,
      readable.map(({ der }) => der),
    ),
    problems: problems.slice(0, 1),
  };
}

/** The clock and the list of roots, as the environment sets them. */
function settingsOf({ PERIMETER_NOW, PERIMETER_PUBLIC_ROOTS }: Environment) {
  const read = readEngineSettings({ PERIMETER_NOW, PERIMETER_PUBLIC_ROOTS });
  if (!read.ok) throw new UsageError(`The settings are not usable:\n  ${read.problems.join('\n  ')}`);
  const { nowMs, publicRoots } = read.settings;
  return { nowSeconds: (nowMs ?? Date.now()) / 1000, list: publicRoots ?? shippedRoots() };
}

const keyWeakness = ({ parsed }: StoredCertificate): CertificateFacts['key']['weakness'] =>
  parsed?.publicKey !== null && parsed !== null && 'modulus' in parsed.publicKey
    ? weaknessOf(parsed.publicKey.modulus)
    : null;

function factsOf(stored: StoredCertificate, verify: Verify): CertificateFacts {
  return stored.parsed === null
    ? malformedFacts(stored, stored.malformed ?? '')
    : certificateFactsOf(stored, stored.parsed, keyWeakness(stored), verify);
}

/** A key that anybody can break is a problem of the chain, whoever signed it. */
function weaknessProblems(leaf: CertificateFacts | undefined): PathProblem[] {
  const weakness = leaf?.key.weakness ?? null;
  return leaf === undefined || weakness === null
    ? []
    : [{ code: 'weak-key', certificate: leaf.sha256, detail: weakness.detail }];
}

const purposes: Readonly<Record<CertificatesArguments['purpose'], string | null>> = {
  server: purposeIds.serverAuth,
  client: purposeIds.clientAuth,
  email: purposeIds.emailProtection,
  any: null,
};

/** What the path is asked for; a public root is trusted as it is, whatever the Baseline Requirements say of roots. */
const policyOf = ({ purpose, maxDepth, roots, profile }: CertificatesArguments): PathPolicy => ({
  purpose: purposes[purpose],
  baseline: roots !== null && profile === 'strict' && purpose === 'server',
  ...(maxDepth === null ? {} : { maxIntermediates: maxDepth }),
});

/** What whoever puts the file together can do about a problem. */
function hintOn({ code, certificate }: PathProblem, host: string | null, store: CertificateStore): string | null {
  const parsed = store
    .all()
    .flatMap((stored) => (stored.parsed === null ? [] : [{ ...stored, parsed: stored.parsed }]));
  if (code === 'name-mismatch' && host !== null) {
    const other = parsed.find((stored) => stored.source === 'served' && matchesHost(stored.parsed, host));
    return other === undefined ? null : 'another certificate in the file is for it: the leaf has to come first';
  }
  const about = parsed.find(({ sha256 }) => sha256 === certificate);
  const [url] = code !== 'unknown-issuer' || about === undefined ? [] : issuerUrlsOf(about.parsed);
  return url === undefined ? null : `it says that its issuer is at ${visible(url)}`;
}

function withHint(problem: PathProblem, host: string | null, store: CertificateStore): PathProblem {
  const hint = hintOn(problem, host, store);
  return hint === null ? problem : { ...problem, detail: `${problem.detail}; ${hint}` };
}

/** What browsers bear: breaches of the letter, and lists that say nothing. */
const bearable: ReadonlySet<string> = new Set(['strict-profile', 'revocation-unknown']);

/** What the given lists say of the path that was found. */
function revocationsOf(
  { crls }: CertificatesArguments,
  path: readonly string[],
  store: CertificateStore,
  bench: RevocationBench,
): ChainProblem[] {
  if (crls === null) return [];
  const parsed = path.flatMap((sha256) => store.all().find((one) => one.sha256 === sha256)?.parsed ?? []);
  return revocationProblems(parsed, readLists(crls), bench).map(({ code, certificate, detail }) => ({
    code,
    certificate: certificate === null ? null : store.of(certificate).sha256,
    detail,
  }));
}

/** What a server would send. */
const chainIn = ({ file, intermediates }: CertificatesArguments): Uint8Array[] => [
  ...readCertificates(file),
  ...(intermediates === null ? [] : readCertificates(intermediates)),
];

async function judge(args: CertificatesArguments, env: Environment): Promise<ChainVerdict> {
  const { host, profile, purpose } = args;
  const store = createCertificateStore();
  const served = chainIn(args).map((der) => store.add(der, 'served'));
  const { nowSeconds, list } = settingsOf(env);
  const given = args.roots === null ? { roots: trustedRoots(list), problems: [] } : rootsIn(args.roots);
  const verify = createVerifier();
  const atSeconds = args.atSeconds ?? nowSeconds;
  const bench = { store, roots: given.roots, fetcher: noFetcher, verify, atSeconds, policy: policyOf(args) };
  const { verdict } = await judgePath(bench, served, host);
  const certificates = store.all().map((stored) => factsOf(stored, verify));
  const problems: ChainProblem[] = [
    ...verdict.problems.map((problem) => withHint(problem, host, store)),
    ...weaknessProblems(certificates[0]),
    ...given.problems,
    ...revocationsOf(args, verdict.path, store, bench),
  ];
  const trustedBy = {
    browser: verdict.trusted && problems.every(({ code }) => bearable.has(code)),
    strict: verdict.trusted && problems.length === 0,
  };
  return {
    host,
    purpose,
    at: printTime(atSeconds),
    rootsDate: args.roots === null ? list.date : null,
    profile,
    trusted: trustedBy[profile],
    trustedBy,
    path: verdict.path,
    problems,
    certificates,
  };
}

/** Judges a chain in a file as the certificates probe judges served ones; the exit code is the verdict. */
export async function runCertificates(args: CertificatesArguments, { stdout, env }: Context): Promise<ExitCode> {
  const verdict = await judge(args, env);
  stdout.write(
    args.format === 'json' ? jsonText(verdict) : renderVerdict(verdict, terminalOptions(args.colour, env, stdout)),
  );
  return verdict.trusted ? exitCodes.ok.code : exitCodes.gateFailed.code;
}
