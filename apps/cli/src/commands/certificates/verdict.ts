import { judgeChain } from '@perimeter/engine/pki/judge-chain';
import type { PathPolicy } from '@perimeter/protocols/certification-path/path-question';
import { printTime } from '@perimeter/protocols/der/time';
import { purposeIds } from '@perimeter/protocols/x509/object-identifiers.data';
import type { CertificatesArguments } from '../../certificates-arguments.ts';
import type { Environment } from '../../context.ts';
import { settingsFrom } from '../../settings.ts';
import { readCertificates, readLists } from './file.ts';
import { withHint } from './hints.ts';
import type { ChainVerdict } from './view.ts';

const purposes: Readonly<Record<CertificatesArguments['purpose'], string | null>> = {
  server: purposeIds.serverAuth,
  client: purposeIds.clientAuth,
  email: purposeIds.emailProtection,
  any: null,
};

/** The path policy; public roots are trusted as they are, whatever the Baseline Requirements say about roots. */
const policyOf = ({ purpose, maxDepth, roots, profile }: CertificatesArguments): PathPolicy => ({
  purpose: purposes[purpose],
  baseline: roots !== null && profile === 'strict' && purpose === 'server',
  ...(maxDepth === null ? {} : { maxIntermediates: maxDepth }),
});

/** The chain as a server would send it. */
const chainIn = ({ file, intermediates }: CertificatesArguments): Uint8Array[] => [
  ...readCertificates(file),
  ...(intermediates === null ? [] : readCertificates(intermediates)),
];

/** The verdict on the chain in a file, as the certificates probe would give it. */
export async function verdictOn(args: CertificatesArguments, env: Environment): Promise<ChainVerdict> {
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
