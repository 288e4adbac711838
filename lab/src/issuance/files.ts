import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../hosts/endpoints.ts';
import type { Endpoint, EndpointCertificate } from '../hosts/endpoint.ts';
import { cachedFolderPath } from '../machine/cache.ts';
import { authorityRows, type AuthorityName } from '../pki/authorities.data.ts';
import { certificateName, type Authority } from './issue.ts';

/** Certificates, keys and Diffie-Hellman groups of this lab. */
export const pkiFolder = cachedFolderPath(
  'pki',
  ['pki', 'issuance'],
  endpoints.map(({ host, aliases, certificates }) => [host, aliases, certificates]),
);

/** The password of every PKCS #12 file. */
export const pkcs12Password = 'labpass';

/** Where the files of an endpoint's certificates are, in the order of the table. */
export function certificateFiles(endpoint: Endpoint): readonly CertificateFiles[] {
  return (endpoint.certificates ?? []).map((wanted) => {
    const stem = join(pkiFolder, certificateName(endpoint.host, wanted));
    return {
      wanted,
      chain: `${stem}.crt`,
      leaf: `${stem}.leaf.crt`,
      key: `${stem}.key`,
      both: `${stem}.both.pem`,
      pkcs12: `${stem}.p12`,
      traditionalKey: `${stem}.traditional.key`,
      timestamps: `${stem}.scts`,
    };
  });
}

/**
 * Paths of a certificate's files; `traditionalKey` only for RSA, `pkcs12` only for NSS and Java, `timestamps` if the
 * server sends them.
 */
export interface CertificateFiles {
  readonly wanted: EndpointCertificate;
  readonly chain: string;
  readonly leaf: string;
  readonly key: string;
  readonly both: string;
  readonly pkcs12: string;
  readonly traditionalKey: string;
  readonly timestamps: string;
}

/** SHA-256 of the public key, as TLSA 3 1 1 records carry it (RFC 6698). */
export function publicKeyDigest(certificateFile: string): string {
  const { publicKey } = new X509Certificate(readFileSync(certificateFile));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** SHA-256 of the certificate, as TLSA 3 0 1 records carry it (RFC 6698). */
export function certificateDigest(certificateFile: string): string {
  const { raw } = new X509Certificate(readFileSync(certificateFile));
  return createHash('sha256').update(raw).digest('hex');
}

/** The roots that programs inside the lab trust: the operator's own, and the lab's public ones. */
export const rootCertificateFile = join(pkiFolder, 'roots.crt');

/** The roots of the lab's public, in the form of PERIMETER_PUBLIC_ROOTS. */
export const rootListFile = join(pkiFolder, 'public-roots.json');

/** A Diffie-Hellman group of 1024 bits. */
export const dh1024File = join(pkiFolder, 'dh1024.pem');

/** Diffie-Hellman parameters with 2048 bits that only the lab uses. */
export const dh2048File = join(pkiFolder, 'dh2048.pem');

/** An issuer as the servers need it: its certificate in DER and its private key. */
export function authorityFromStore(name: AuthorityName): Authority {
  const { raw: der } = new X509Certificate(readFileSync(join(pkiFolder, `${name}.crt`)));
  const key = createPrivateKey(readFileSync(join(pkiFolder, `${name}.key`)));
  return { commonName: authorityRows[name].commonName, key, der };
}

/** The lab's Certificate Transparency logs, in the form of the lists that browsers publish. */
export const logListFile = join(pkiFolder, 'logs.json');
