import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Endpoint } from '../../hosts/endpoint.ts';
import { issuerNameOf } from '../../issuance/issue.ts';
import { certificateIdOf, ocspResponse, type OcspAnswer } from '../../pki/ocsp.ts';
import { authorityFromStore, certificateFiles, type CertificateFiles } from '../../issuance/files.ts';

/**
 * The stapled OCSP response of an endpoint; nothing without stapling. Node does not tell which of several certificates
 * it will send, so one response covers all of them: they have one issuer.
 */
export function staplesOf(endpoint: Endpoint): { readonly staple?: () => Buffer } {
  const stapled = certificateFiles(endpoint).filter(({ wanted }) => wanted.staple !== undefined);
  const [first] = stapled;
  const answer = first?.wanted.staple;
  const issuerName = first === undefined ? undefined : issuerNameOf(first.wanted);
  if (answer === undefined || issuerName === undefined) return {};
  const issuer = authorityFromStore(issuerName);
  const certificateIds = stapled.map(({ leaf }) =>
    certificateIdOf(new X509Certificate(readFileSync(leaf)).raw, issuer.commonName, issuer.key, answer),
  );
  const response = ocspResponse({
    certificateIds,
    issuerKey: issuer.key,
    answer,
    now: new Date(),
    ...timestampsOf(first),
    ...responderFor(answer),
  });
  return { staple: () => response };
}

/** The timestamps that the answer brings, where the certificate has some to be delivered. */
function timestampsOf(files: CertificateFiles | undefined): { timestamps?: Buffer } {
  return files === undefined || !existsSync(files.timestamps) ? {} : { timestamps: readFileSync(files.timestamps) };
}

/** Who signs the answer when the issuer does not. */
function responderFor(answer: OcspAnswer): { responder?: ReturnType<typeof authorityFromStore> } {
  if (answer === 'delegated') return { responder: authorityFromStore('responder') };
  return answer === 'delegated-unfit' ? { responder: authorityFromStore('responder-unfit') } : {};
}
