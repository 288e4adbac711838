// Renews the sample PDF, its signing root and the pictures of the README: npm run samples. The other samples are generated files.
import { takePagePictures } from './samples/page-pictures.ts';
import { sampleReportOf, sampleSite, samplesDir } from './generate/samples.ts';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { sha256Hex } from '@perimeter/report/canonical/digest';
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { createSigner, createSigningRoot } from '@perimeter/report/seal/certificates';
import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

readCommandLine('Usage: npm run samples', {});
const audited = sampleReportOf(sampleSite);
const seconds = Math.floor(audited.completedAt / 1_000) - 60;
// Temporary keys for this document.
const root = await createSigningRoot(seconds);
const signer = await createSigner(root, seconds);
const { pdf, hash, pages } = createTypesetter().typeset(audited, {
  paper: 'a4',
  verifyUrl: 'https://perimeter.example/verify',
  previous: null,
  certificateSha256: sha256Hex(signer.certificate),
});
const sealed = sealPdf(pdf, {
  facts: {
    auditId: audited.id,
    domain: audited.domain,
    score: String(audited.score.total),
    grade: audited.score.grade,
    contentSha256: hash,
  },
  sealedAtMs: audited.completedAt,
  sealer: { certificate: signer.certificate, chain: [root.certificate], key: signer.key },
});
const file = join(samplesDir, `${sampleSite}.pdf`);
writeFileSync(file, sealed);
writeFileSync(join(samplesDir, 'signing-root.pem'), new X509Certificate(root.certificate).toString());
const picture = ['-png', '-singlefile', '-f', '1', '-l', '1', '-scale-to', '1000', file, join(samplesDir, 'report')];
execFileSync('pdftoppm', picture);
console.log(`${sampleSite}.pdf: ${pages} pages, ${Math.ceil(sealed.length / 1024)} KiB`);
await takePagePictures();
