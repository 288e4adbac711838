import { canonicalJson } from '@perimeter/report/canonical/canonical-json';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { createSigner, createSigningRoot } from '@perimeter/report/seal/certificates';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import type { RenderRequest } from '@perimeter/server/rendering/messages';

/** A report of 40 findings. */
export const report = {
  ...sampleReport,
  findings: Array.from({ length: 40 }, (_, index) => {
    const [first, ...others] = sampleReport.findings;
    if (first === undefined) throw new Error('The sample has no findings');
    const finding = [first, ...others][index % (others.length + 1)] ?? first;
    return { ...finding, checkId: `${finding.checkId}-${index}` };
  }),
};
const nowSeconds = Math.floor(Date.now() / 1_000) - 60;
export const root = await createSigningRoot(nowSeconds);
export const signer = await createSigner(root, nowSeconds);
export const options = {
  paper: 'a4',
  verifyUrl: 'https://audit.example.org/verify',
  certificateSha256: sha256Hex(signer.certificate),
} as const;
/** The request to the rendering child. */
export const request: RenderRequest = { report: Buffer.from(canonicalJson(report)), previous: null, options };
