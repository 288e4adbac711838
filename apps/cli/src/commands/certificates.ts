import type { CertificateFacts, PathProblem } from '@perimeter/engine/evidence/certificates';
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
import { matchesHost } from '@perimeter/protocols/x509/names';
import { printTime } from '@perimeter/protocols/x509/time';
import { type CertificatesArguments, UsageError } from '../arguments.ts';
import type { Context, Environment } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';
import { readCertificates } from './certificates-file.ts';
import { type ChainVerdict, renderVerdict } from './certificates-view.ts';

/** Nothing is fetched: what the file lacks, visitors may lack too. */
const noFetcher = { get: async () => null, attempts: () => [] };

/** Roots in a file, in place of the public ones. */
function rootsIn(file: string): RootStore {
  const found = readCertificates(file);
  const readable = found.filter((der) => createCertificateStore().add(der, 'root').parsed !== null);
  if (readable.length === 0)
    throw new UsageError(`--roots ${file}: none of its ${found.length} certificates can be read`);
  return createRootStore(null, readable);
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

/** What whoever puts the file together can do about a problem. */
function hintOn({ code, certificate }: PathProblem, host: string, store: CertificateStore): string | null {
  const parsed = store
    .all()
    .flatMap((stored) => (stored.parsed === null ? [] : [{ ...stored, parsed: stored.parsed }]));
  if (code === 'name-mismatch') {
    const other = parsed.find((stored) => stored.source === 'served' && matchesHost(stored.parsed, host));
    return other === undefined ? null : 'another certificate in the file is for it: the leaf has to come first';
  }
  const about = parsed.find(({ sha256 }) => sha256 === certificate);
  const [url] = code !== 'unknown-issuer' || about === undefined ? [] : issuerUrlsOf(about.parsed);
  return url === undefined ? null : `it says that its issuer is at ${url}`;
}

function withHint(problem: PathProblem, host: string, store: CertificateStore): PathProblem {
  const hint = hintOn(problem, host, store);
  return hint === null ? problem : { ...problem, detail: `${problem.detail}; ${hint}` };
}

async function judge(args: CertificatesArguments, env: Environment): Promise<ChainVerdict> {
  const store = createCertificateStore();
  const served = readCertificates(args.file).map((der) => store.add(der, 'served'));
  const { nowSeconds, list } = settingsOf(env);
  const roots = args.roots === null ? trustedRoots(list) : rootsIn(args.roots);
  const verify = createVerifier();
  const atSeconds = args.atSeconds ?? nowSeconds;
  const { verdict } = await judgePath({ store, roots, fetcher: noFetcher, verify, atSeconds }, served, args.host);
  const certificates = store.all().map((stored) => factsOf(stored, verify));
  const problems = [
    ...verdict.problems.map((problem) => withHint(problem, args.host, store)),
    ...weaknessProblems(certificates[0]),
  ];
  return {
    host: args.host,
    at: printTime(atSeconds),
    rootsDate: args.roots === null ? list.date : null,
    trusted: verdict.trusted && problems.length === 0,
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
