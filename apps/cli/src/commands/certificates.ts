import type { CertificateFacts } from '@perimeter/engine/evidence/certificates/schema';
import { type ChainProblem, judgeChain } from '@perimeter/engine/pki/judge-chain';
import { matchesHost } from '@perimeter/protocols/certification-path/names';
import type { PathPolicy } from '@perimeter/protocols/certification-path/path-question';
import { printTime } from '@perimeter/protocols/der/time';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { purposeIds } from '@perimeter/protocols/x509/object-identifiers.data';
import { visible } from '@perimeter/protocols/x509/visible';
import type { CertificatesArguments } from '../arguments.ts';
import type { Context, Environment } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../output.ts';
import { settingsFrom } from '../settings.ts';
import { readCertificates, readLists } from './certificates-file.ts';
import { type ChainVerdict, renderVerdict } from './certificates-view.ts';

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

const isFor = ({ der, malformed, source }: CertificateFacts, host: string): boolean =>
  source === 'served' && malformed === null && matchesHost(parseCertificate(Buffer.from(der, 'base64')), host);

/** What anyone who puts the file together can do about a problem. */
function hintOn(problem: ChainProblem, host: string | null, certificates: readonly CertificateFacts[]): string | null {
  const { code, certificate } = problem;
  if (code === 'name-mismatch' && host !== null)
    return certificates.some((one) => isFor(one, host))
      ? 'another certificate in the file matches: the leaf must come first'
      : null;
  const about = code === 'unknown-issuer' ? certificates.find(({ sha256 }) => sha256 === certificate) : undefined;
  const [url] = about?.issuerUrls ?? [];
  return url === undefined ? null : `its issuer is available at ${visible(url)}`;
}

function withHint(problem: ChainProblem, host: string | null, certificates: readonly CertificateFacts[]): ChainProblem {
  const hint = hintOn(problem, host, certificates);
  return hint === null ? problem : { ...problem, detail: `${problem.detail}; ${hint}` };
}

/** What a server would send. */
const chainIn = ({ file, intermediates }: CertificatesArguments): Uint8Array[] => [
  ...readCertificates(file),
  ...(intermediates === null ? [] : readCertificates(intermediates)),
];

async function judge(args: CertificatesArguments, env: Environment): Promise<ChainVerdict> {
  const { host, profile, purpose } = args;
  const { nowMs, publicRoots } = settingsFrom({
    PERIMETER_NOW: env['PERIMETER_NOW'],
    PERIMETER_PUBLIC_ROOTS: env['PERIMETER_PUBLIC_ROOTS'],
  });
  const atSeconds = args.atSeconds ?? (nowMs ?? Date.now()) / 1000;
  const { trustedBy, path, problems, certificates, rootsDate } = await judgeChain({
    served: chainIn(args),
    host,
    atSeconds,
    roots: args.roots === null ? null : readCertificates(args.roots),
    publicRoots: publicRoots ?? null,
    policy: policyOf(args),
    revocationLists: args.crls === null ? [] : readLists(args.crls),
  });
  return {
    host,
    purpose,
    at: printTime(atSeconds),
    rootsDate,
    profile,
    trusted: trustedBy[profile],
    trustedBy,
    path,
    problems: problems.map((problem) => withHint(problem, host, certificates)),
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
