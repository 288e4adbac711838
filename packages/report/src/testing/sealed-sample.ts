import { X509Certificate } from 'node:crypto';
import { sha256Hex } from '../canonical/digest.ts';
import { createTypesetter } from '../pdf/typeset.ts';
import { createSigner, createSigningRoot } from '../seal/certificates.ts';
import { sealPdf } from '../seal/seal-pdf.ts';
import { sampleReport } from './sample-report.ts';

export const nowSeconds = Math.floor(sampleReport.completedAt / 1_000) - 60;
export const root = await createSigningRoot(nowSeconds);
export const signer = await createSigner(root, nowSeconds);
/** A list of roots to trust, with one certificate (DER). */
export const trustIn = (certificate: Uint8Array): X509Certificate[] => [new X509Certificate(certificate)];
export const trust = trustIn(root.certificate);
export const { pdf: base, hash } = createTypesetter().typeset(sampleReport, {
  paper: 'a4',
  verifyUrl: 'https://audit.example.org/verify',
  previous: null,
  certificateSha256: sha256Hex(signer.certificate),
});
export const options = {
  facts: { auditId: sampleReport.id, domain: sampleReport.domain, score: '69', grade: 'C', contentSha256: hash },
  sealedAtMs: sampleReport.completedAt,
  sealer: { certificate: signer.certificate, chain: [root.certificate], key: signer.key },
};
/** Seals a document like the sample. */
export const sealedLike = (pdf: Uint8Array): Buffer => sealPdf(pdf, options);
export const sealed = sealedLike(base);
