import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../endpoint.ts';
import { issuerNames } from '../pki/issue.ts';
import { ocspResponse } from '../pki/ocsp.ts';
import { certificateFiles, pkiFolder } from '../pki/store.ts';

/** The OCSP answers that an endpoint staples, by the certificate that it sends; nothing where it staples none. */
export function staplesOf(endpoint: Endpoint): { readonly staple?: (certificate: Uint8Array) => Buffer | undefined } {
  const files = certificateFiles(endpoint);
  const answers = (endpoint.certificates ?? []).flatMap(({ key, staple }, index) => {
    const leafFile = files[index]?.leaf;
    if (staple === undefined || leafFile === undefined) return [];
    const stem = key.startsWith('rsa') ? 'r1' : 'e1';
    const issuerKey = createPrivateKey(readFileSync(join(pkiFolder, `${stem}.key`)));
    const leaf = new X509Certificate(readFileSync(leafFile)).raw;
    const answer = ocspResponse({ leaf, issuerName: issuerNames[stem], issuerKey, status: staple, now: new Date() });
    return [{ leaf, answer }];
  });
  if (answers.length === 0) return {};
  return { staple: (certificate) => answers.find(({ leaf }) => leaf.equals(certificate))?.answer };
}
