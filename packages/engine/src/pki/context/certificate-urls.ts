import type { DecodedExtensions } from '@perimeter/protocols/x509/certificate-extensions';
import type { GeneralName } from '@perimeter/protocols/x509/general-name';

/** id-ad-ocsp and id-ad-caIssuers (RFC 5280 section 4.2.2.1). */
const accessMethods = { ocsp: '1.3.6.1.5.5.7.48.1', issuers: '1.3.6.1.5.5.7.48.2' } as const;

type Access = Pick<DecodedExtensions, 'aia'>;

const uris = (names: readonly GeneralName[]): string[] =>
  names.flatMap((name) => (name.type === 'uri' ? [name.text] : []));

/** URLs of an access method. */
const accessUrls = ({ aia }: Access, wanted: string): string[] =>
  uris((aia ?? []).flatMap(({ method, location }) => (method === wanted ? [location] : [])));

/** URLs of the issuer's certificate. */
export const issuerUrlsOf = (certificate: Access): string[] => accessUrls(certificate, accessMethods.issuers);

/** URLs of OCSP responders. */
export const ocspUrlsOf = (certificate: Access): string[] => accessUrls(certificate, accessMethods.ocsp);

/** URLs of revocation lists. */
export const crlUrlsOf = ({ crlDistributionPoints }: Pick<DecodedExtensions, 'crlDistributionPoints'>): string[] =>
  uris(crlDistributionPoints ?? []);
