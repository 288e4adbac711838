import type { CertificateFacts } from '@perimeter/engine/evidence/certificates/schema';
import type { ChainProblem } from '@perimeter/engine/pki/judge-chain';
import { matchesHost } from '@perimeter/protocols/certification-path/names';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { visible } from '@perimeter/protocols/x509/visible';

const isFor = ({ der, malformed, source }: CertificateFacts, host: string): boolean =>
  source === 'served' && malformed === null && matchesHost(parseCertificate(Buffer.from(der, 'base64')), host);

/** Advice about a problem for the person who made the file. */
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

/** A problem with advice, if there is any. */
export function withHint(
  problem: ChainProblem,
  host: string | null,
  certificates: readonly CertificateFacts[],
): ChainProblem {
  const hint = hintOn(problem, host, certificates);
  return hint === null ? problem : { ...problem, detail: `${problem.detail}; ${hint}` };
}
