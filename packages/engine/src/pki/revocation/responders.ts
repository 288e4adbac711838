import type { ChainContext } from '../context/chain-context.ts';
import { ocspUrlsOf, crlUrlsOf } from '../context/certificate-urls.ts';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import { encodeOcspRequest, ocspRequestUrl } from '@perimeter/protocols/x509/status/ocsp-request';
import type { RevocationStatus } from '../../evidence/certificates/schema.ts';
import { judgeCrl } from './crl-status.ts';
import { certificateIdOf, judgeOcsp } from './ocsp-status.ts';
import type { StatusQuestion } from './status-question.ts';

/** Most responders and CRLs requested for one certificate. */
const maxUrls = 2;

const isHttp = (url: string): boolean => /^http:\/\//i.test(url);

/** A leaf's status by responders and CRLs; those without an answer are only among the fetches. */
export async function askForStatus(
  { fetcher, verify, atSeconds }: ChainContext,
  leaf: ParsedCertificate,
  issuer: ParsedCertificate,
): Promise<RevocationStatus[]> {
  const question = (from: string): StatusQuestion => ({ leaf, issuer, atSeconds, verify, from });
  const request = encodeOcspRequest(certificateIdOf(leaf, issuer));
  const byResponder = ocspUrlsOf(leaf)
    .filter(isHttp)
    .slice(0, maxUrls)
    .map(async (url) => {
      const bytes = await fetcher.get(ocspRequestUrl(url, request), 'ocsp');
      return bytes === null ? [] : [judgeOcsp(bytes, question(url)).status];
    });
  const byList = crlUrlsOf(leaf)
    .filter(isHttp)
    .slice(0, maxUrls)
    .map(async (url) => {
      const bytes = await fetcher.get(url, 'crl');
      return bytes === null ? [] : [judgeCrl(bytes, question(url))];
    });
  return (await Promise.all([...byResponder, ...byList])).flat();
}
