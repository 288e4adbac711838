import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { CertificatesEvidence } from '../../evidence/certificates/schema.ts';
import { seen } from '../../evidence/observed.ts';
import type { ChainContext } from '../../pki/context/chain-context.ts';
import { askForStatus } from '../../pki/revocation/responders.ts';
import type { JudgedChain } from '../../pki/served-chain.ts';

/** Leaves with a known issuer, each once: only their status can be verified. */
function statusQuestions(
  judged: readonly JudgedChain[],
): { leaf: ParsedCertificate; issuer: ParsedCertificate; sha256: string }[] {
  const byLeaf = judged.flatMap(({ path: { leaf, issuer }, served: [first] }) =>
    leaf === null || issuer === null || first === undefined ? [] : [[first.sha256, { leaf, issuer }] as const],
  );
  return [...new Map(byLeaf)].map(([sha256, question]) => ({ sha256, ...question }));
}

/** Status of the served leaves by OCSP responders and CRLs. */
export async function revocationOf(
  chainContext: ChainContext,
  judged: readonly JudgedChain[],
): Promise<CertificatesEvidence['revocation']> {
  const asked = statusQuestions(judged).map(async ({ sha256, leaf, issuer }) => ({
    leaf: sha256,
    answers: await askForStatus(chainContext, leaf, issuer),
  }));
  return seen(await Promise.all(asked));
}
