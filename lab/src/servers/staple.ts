import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Endpoint } from '../endpoint.ts';
import { issuerNameOf } from '../pki/issue.ts';
import { certificateIdOf, ocspResponse } from '../pki/ocsp.ts';
import type { OcspAnswer } from '../pki/ocsp.ts';
import { authorityFromStore, certificateFiles } from '../pki/store.ts';

/** The OCSP answers that an endpoint staples, by the certificate that it sends; nothing where it staples none. */
export function staplesOf(endpoint: Endpoint): { readonly staple?: (certificate: Uint8Array) => Buffer | undefined } {
  const answers = certificateFiles(endpoint).flatMap(({ wanted, leaf: file }) => {
    const issuerName = issuerNameOf(wanted);
    if (wanted.staple === undefined || issuerName === undefined) return [];
    const issuer = authorityFromStore(issuerName);
    const leaf = new X509Certificate(readFileSync(file)).raw;
    const certificateId = certificateIdOf(leaf, issuer.commonName, issuer.key, wanted.staple);
    const more = responderFor(wanted.staple);
    return [
      {
        leaf,
        answer: ocspResponse({ certificateId, issuerKey: issuer.key, answer: wanted.staple, now: new Date(), ...more }),
      },
    ];
  });
  if (answers.length === 0) return {};
  return { staple: (certificate) => answers.find(({ leaf }) => leaf.equals(certificate))?.answer };
}

/** Who signs the answer when the issuer does not. */
function responderFor(answer: OcspAnswer): { responder?: ReturnType<typeof authorityFromStore> } {
  if (answer === 'delegated') return { responder: authorityFromStore('responder') };
  return answer === 'delegated-unfit' ? { responder: authorityFromStore('responder-unfit') } : {};
}
